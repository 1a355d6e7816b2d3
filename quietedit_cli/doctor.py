"""`quietedit doctor`: is everything as it should be, and if not, what to do."""

import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Annotated

import typer
from rich.table import Table

from quietedit_cli.catalogue_commands import AsJson
from quietedit_cli.console import FAILED, out, print_json
from quietedit_cli.house import open_house, settings_or_fail
from quietedit_core.errors import InvalidCatalogue
from quietedit_core.versions import find_broken_link
from quietedit_pipeline.catalogue import read_catalogue
from quietedit_store.audits import (
    list_failing_feeds,
    list_open_reservations,
    list_repeated_versions,
    list_rootless_versions,
    list_uncounted_versions,
)
from quietedit_store.database import Connection, Database
from quietedit_store.pages import PageMissing, PageStore
from quietedit_store.settings import Settings
from quietedit_store.versions import list_chain, list_page_hashes, list_versioned_documents

_SECRET = ("db_url", "dagster_db_url")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    subject: str
    is_well: bool
    what: str


def doctor(
    deep: Annotated[  # noqa: FBT002  typer's way
        bool, typer.Option("--deep", help="verify every hash chain and every stored page")
    ] = False,
    as_json: AsJson = False,  # noqa: FBT002  typer's way
) -> None:
    """Check settings, catalogue, database and data; ends with 1 if something is amiss."""
    settings = settings_or_fail()
    with (
        open_house(settings) as house,
        Database(house.database_url) as database,
        database.connect() as connection,
    ):
        found = [
            Diagnosis("python", is_well=True, what=platform.python_version()),
            Diagnosis("dagster", is_well=True, what=version("dagster")),
            Diagnosis("database", is_well=True, what=_server(connection)),
            _catalogue(settings),
            *_data(connection),
        ]
        if deep:
            found += _deep(connection, PageStore(settings.pages_url))
    _show(settings, found, as_json=as_json)
    if not all(each.is_well for each in found):
        raise typer.Exit(FAILED)


def _server(connection: Connection) -> str:
    info = connection.info
    return f"PostgreSQL {info.server_version // 10000}.{info.server_version % 10000}"


def _catalogue(settings: Settings) -> Diagnosis:
    try:
        catalogue = read_catalogue(settings.feeds_file)
    except InvalidCatalogue as error:
        return Diagnosis("catalogue", is_well=False, what=str(error))
    return Diagnosis("catalogue", is_well=True, what=f"{len(catalogue.feeds)} feeds")


def _data(connection: Connection) -> list[Diagnosis]:
    questions = {
        "feeds that fail": list_failing_feeds(connection, at_least=3),
        "requests without an end": list_open_reservations(connection),
        "versions without a page": list_rootless_versions(connection),
        "versions that repeat": list_repeated_versions(connection),
        "documents that miscount": list_uncounted_versions(connection),
    }
    return [
        Diagnosis(
            subject,
            is_well=not findings,
            what="; ".join(f"{f.subject}: {f.problem}" for f in findings[:3]) or "none",
        )
        for subject, findings in questions.items()
    ]


def _deep(connection: Connection, pages: PageStore) -> list[Diagnosis]:
    broken = [
        f"document {document_id} at revision {number}"
        for document_id in list_versioned_documents(connection)
        if (number := find_broken_link(list_chain(connection, document_id))) is not None
    ]
    damaged = [
        problem for page in list_page_hashes(connection) if (problem := _damage(pages, page))
    ]
    return [
        Diagnosis("hash chains", is_well=not broken, what="; ".join(broken[:5]) or "unbroken"),
        Diagnosis("stored pages", is_well=not damaged, what="; ".join(damaged[:5]) or "whole"),
    ]


def _damage(pages: PageStore, page_sha256: str) -> str | None:
    try:
        pages.get(page_sha256)
    except PageMissing as error:
        return str(error)
    return None


def _show(settings: Settings, found: list[Diagnosis], *, as_json: bool) -> None:
    values = {
        name: "(set)" if name in _SECRET and value else value
        for name, value in settings.model_dump().items()
    }
    if as_json:
        print_json({"checks": [asdict(each) for each in found], "settings": values})
        return
    for each in found:
        mark = "[green]well [/]" if each.is_well else "[bold red]amiss[/]"
        out.print(f"{mark} {each.subject}: {each.what}", highlight=False)
    table = Table(
        "setting", "value", "what it is", box=None, title="settings", title_justify="left"
    )
    for name, field in type(settings).model_fields.items():
        variable = f"QUIETEDIT_{name.upper()}"
        is_set = "*" if variable in os.environ else ""
        table.add_row(f"{variable}{is_set}", str(values[name]), field.description or "")
    out.print(table)
