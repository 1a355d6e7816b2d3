"""What every command needs: settings, the database at its present schema, Dagster's instance."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import yaml
from pydantic import ValidationError

from quietedit_cli.console import WRONG_USAGE, fail
from quietedit_store.database import (
    Connection,
    Database,
    create_database,
    migrate,
    serving_databases,
)
from quietedit_store.documents import find_document
from quietedit_store.settings import Settings, read_settings

if TYPE_CHECKING:
    import dagster as dg

# Two live runs, and room for backfills beside them. Monitoring ends live runs that hang.
_DAGSTER_CONFIG = {
    "storage": {"postgres": {"postgres_url": {"env": "QUIETEDIT_DAGSTER_DB_URL"}}},
    "concurrency": {
        "runs": {"max_concurrent_runs": 4},
    },
    "run_monitoring": {"enabled": True},
    "telemetry": {"enabled": False},
    "nux": {"enabled": False},
    "retention": {
        "schedule": {"purge_after_days": {"skipped": 2, "failure": 30, "success": 14}},
        "sensor": {"purge_after_days": {"skipped": 2, "failure": 30, "success": 14}},
    },
}


@dataclass(frozen=True, slots=True)
class House:
    """The databases as they are served while a command runs."""

    settings: Settings
    database_url: str
    dagster_url: str

    @property
    def dagster_home(self) -> Path:
        return self.settings.home / "dagster"

    def environment(self) -> dict[str, str]:
        """What child processes are told, so that they see what we see."""
        return {
            "QUIETEDIT_DB_URL": self.database_url,
            "QUIETEDIT_DAGSTER_DB_URL": self.dagster_url,
            "QUIETEDIT_HOME": str(self.settings.home),
            "QUIETEDIT_FEEDS_FILE": str(self.settings.feeds_file),
            "DAGSTER_HOME": str(self.dagster_home),
        }


def settings_or_fail() -> Settings:
    try:
        return read_settings()
    except ValidationError as error:
        problems = "; ".join(
            f"QUIETEDIT_{'_'.join(map(str, item['loc'])).upper()}: {item['msg']}"
            for item in error.errors()
        )
        fail(problems, advice="`quietedit doctor` lists every setting", code=WRONG_USAGE)


@contextmanager
def open_house(settings: Settings | None = None) -> Iterator[House]:
    """Serve and migrate the databases; the environment of this process names them meanwhile."""
    settings = settings or settings_or_fail()
    try:
        with serving_databases(settings) as (url, dagster_url):
            _create_dagster_database(settings, url)
            migrate(url)
            house = House(settings, url, dagster_url)
            house.dagster_home.mkdir(parents=True, exist_ok=True)
            (house.dagster_home / "dagster.yaml").write_text(yaml.safe_dump(_DAGSTER_CONFIG))
            with exported(house.environment()):
                yield house
    except psycopg.OperationalError as error:
        fail(
            f"the database does not answer: {error}",
            advice="check QUIETEDIT_DB_URL, or unset it to use the embedded server",
        )


def _create_dagster_database(settings: Settings, url: str) -> None:
    """On a server that is set, Dagster's database is made beside ours, if we may."""
    if settings.db_url is not None and settings.dagster_db_url is None:
        create_database(url, "dagster")


@contextmanager
def exported(variables: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def open_database() -> Iterator[Database]:
    with open_house() as house, Database(house.database_url) as database:
        yield database


def document_or_fail(connection: Connection, document: str) -> int:
    """The number of the document that a person calls by its number or its address."""
    found = find_document(connection, document)
    if found is None:
        fail(
            f"no document {document!r}",
            advice="give its number or its full address; `quietedit ingest` fetches what is due",
        )
    return found


@contextmanager
def open_instance(house: House) -> Iterator["dg.DagsterInstance"]:
    """Dagster's own memory, the one that its UI shows."""
    import dagster as dg  # noqa: PLC0415  takes a second, which most commands can do without

    with dg.DagsterInstance.from_config(str(house.dagster_home)) as instance:
        yield instance
