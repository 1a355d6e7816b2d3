"""The schema comes about once, the same everywhere, and its past is not rewritten."""

import hashlib
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from quietedit_store.database import Database, create_database, migrate
from quietedit_store.ledger import prepare_ledger
from tests.rows import plant_fetch

HASHES = Path(__file__).parents[1] / "data" / "migrations.sha256"


def test_applied_migrations_are_never_edited() -> None:
    """A change of the schema is a new file, with a line of `sha256sum` added to the list.

    In quietedit_store/migrations: sha256sum *.sql > ../../tests/data/migrations.sha256
    """
    folder = files("quietedit_store") / "migrations"
    found = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    }
    lines = HASHES.read_text(encoding="utf-8").splitlines()
    assert found == {name: digest for digest, name in map(str.split, lines)}


def test_applying_twice_applies_nothing(database_url: str) -> None:
    assert migrate(database_url) == []


def test_two_processes_may_migrate_at_once(server_url: str, database_url: str) -> None:
    head, mark, query = database_url.partition("?")
    url = f"{head}_bare{mark}{query}"
    name = f"{head}_bare".rpartition("/")[2]
    with psycopg.connect(server_url, autocommit=True) as connection:
        code = (
            "import sys; from quietedit_store.database import create_database, migrate; "
            "create_database(*sys.argv[1:3]); print(len(migrate(sys.argv[3])))"
        )
        runs = [
            subprocess.Popen(
                [sys.executable, "-c", code, server_url, name, url], stdout=subprocess.PIPE
            )
            for _ in range(2)
        ]
        applied = sorted(int(run.communicate()[0]) for run in runs)
        connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
    count = len(HASHES.read_text(encoding="utf-8").splitlines())
    assert applied == [0, count]


def test_making_a_database_that_is_there_does_nothing(server_url: str, database: Database) -> None:
    with database.connect() as connection:
        row = connection.execute("select current_database()").fetchone()
    assert row is not None
    create_database(server_url, row[0])


@pytest.mark.parametrize(
    ("instant", "table"),
    [
        pytest.param("2026-03-31T23:59:59.999999+00:00", "fetch_2026_03", id="its last moment"),
        pytest.param("2026-04-01T00:00:00+00:00", "fetch_2026_04", id="its first moment"),
        pytest.param("2026-12-31T23:59:59+00:00", "fetch_2026_12", id="the end of a year"),
        pytest.param("2028-02-29T12:00:00+00:00", "fetch_2028_02", id="a leap day"),
        pytest.param("2026-05-01T01:00:00+02:00", "fetch_2026_04", id="a month behind in UTC"),
        pytest.param("2026-04-30T23:00:00-05:00", "fetch_2026_05", id="a month ahead in UTC"),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Auckland"])
def test_a_fetch_falls_into_its_month(
    database: Database, instant: str, table: str, zone: str
) -> None:
    at = datetime.fromisoformat(instant)
    with database.connect() as connection:
        connection.execute(sql.SQL("set local timezone = {}").format(zone))
        for _ in range(2):
            row = connection.execute("select ensure_fetch_month(%s)", [at]).fetchone()
            assert row == (table,)
        plant_fetch(connection, fetched_at=at)
        found = connection.execute(
            "select tableoid::regclass::text from quietedit.fetch where fetched_at = %s", [at]
        ).fetchone()
    assert found == (table,)


@pytest.mark.parametrize("day", ["2026-01-31", "2026-02-01", "2026-12-31", "2028-02-01"])
def test_a_run_may_go_on_into_the_next_month(database: Database, day: str) -> None:
    """However a run that begins on a day is late, its rows find their month."""
    now = datetime.fromisoformat(day).replace(hour=23, minute=59, tzinfo=UTC)
    with database.connect() as connection:
        prepare_ledger(connection, now)
        plant_fetch(connection, fetched_at=now + timedelta(minutes=10))
        row = connection.execute("select count(*) from fetch_outside").fetchone()
    assert row == (0,)


def test_a_month_is_made_once_by_many(database: Database) -> None:
    now = datetime(2027, 5, 20, tzinfo=UTC)
    with database.connect_alone() as first, database.connect_alone() as second:
        with first.transaction():
            prepare_ledger(first, now)
            second.execute("set lock_timeout = '100ms'")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                prepare_ledger(second, now)
        prepare_ledger(second, now)
