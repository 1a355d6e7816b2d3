"""What was observed stays as it was observed, whoever asks."""

from datetime import timedelta

import psycopg
import pytest
from psycopg import sql

from quietedit_store.database import Database
from tests.rows import NOW, plant_document, plant_fetch, plant_version

TABLES = {
    "version": "extractor",
    "version_text": "title",
    "fetch": "reason",
    "fetch_2026_03": "reason",
    "fetch_outside": "reason",
}


@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_changed_or_removed(database: Database, table: str) -> None:
    with database.connect() as connection:
        plant_version(connection, plant_document(connection))
        plant_fetch(connection, fetched_at=NOW - timedelta(days=900))  # a month without a table
    name, column = sql.Identifier("quietedit", table), sql.Identifier(TABLES[table])
    statements = [
        sql.SQL("update {} set {} = 'other'").format(name, column),
        sql.SQL("delete from {}").format(name),
        sql.SQL("truncate {} cascade").format(name),
    ]
    with database.connect_alone() as owner:
        before = owner.execute(sql.SQL("select * from {}").format(name)).fetchall()
        assert before
        for statement in statements:
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
                owner.execute(statement)
        assert owner.execute(sql.SQL("select * from {}").format(name)).fetchall() == before


def test_an_upsert_is_a_change_too(database: Database) -> None:
    with database.connect() as connection:
        plant_version(connection, plant_document(connection))
    with (
        database.connect_alone() as owner,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        owner.execute(
            """
            insert into version_text (payload_sha256, title, payload)
            select payload_sha256, 'other', payload from version_text
            on conflict (payload_sha256) do update set title = excluded.title
            """
        )


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"number": 2}, id="a number that is taken"),
        pytest.param({"number": 4}, id="a number too far"),
        pytest.param({"number": 1, "previous_hash": None}, id="a second beginning"),
        pytest.param({"previous_hash": "f" * 64}, id="a predecessor that is none"),
        pytest.param({"previous_hash": None}, id="no predecessor"),
    ],
)
def test_a_version_must_continue_its_chain(database: Database, changes: dict[str, object]) -> None:
    with database.connect() as connection:
        document_id = plant_document(connection)
        plant_version(connection, document_id)
        plant_version(connection, document_id)
    with (
        database.connect() as connection,
        pytest.raises(
            psycopg.errors.IntegrityConstraintViolation, match="does not continue its chain"
        ),
    ):
        plant_version(connection, document_id, **changes)


def test_the_first_version_has_number_1(database: Database) -> None:
    with (
        database.connect() as connection,
        pytest.raises(psycopg.errors.IntegrityConstraintViolation),
    ):
        plant_version(connection, plant_document(connection), number=2, previous_hash="f" * 64)
