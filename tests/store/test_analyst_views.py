"""Analysts read the documented views, and can do nothing else."""

import secrets
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

from quietedit_store.database import Database
from tests.rows import plant_change, plant_document, plant_version

VIEWS = (
    "sources",
    "documents",
    "versions",
    "changes",
    "change_kinds",
    "checks",
    "observations",
)


@pytest.fixture
def analyst(database: Database, worker_id: str) -> Iterator[psycopg.Connection]:
    """A person of the role, logged in, with an article of two versions to look at."""
    with database.connect() as connection:
        document_id = plant_document(connection)
        plant_version(connection, document_id)
        plant_version(connection, document_id)
        plant_change(connection, document_id, 2)
        connection.execute(
            "insert into observation (document_id, kind, observed_at, reason) "
            "values (%s, 'removal', now(), 'gone')",
            [document_id],
        )
    login, password = sql.Identifier(f"anna_{worker_id}"), secrets.token_hex(8)
    with database.connect_alone() as owner:
        # A copied database has the grants of its template, except those on the database itself.
        owner.execute("select quietedit.admit_analysts()")
        owner.execute(
            sql.SQL("create role {} login password {} in role quietedit_analyst").format(
                login, sql.Literal(password)
            )
        )
        try:
            with psycopg.connect(
                database.url, user=f"anna_{worker_id}", password=password, autocommit=True
            ) as connection:
                yield connection
        finally:
            owner.execute(sql.SQL("drop role {}").format(login))


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_read_and_not_written(analyst: psycopg.Connection, view: str) -> None:
    name = sql.Identifier("analyst", view)
    rows = analyst.execute(sql.SQL("select * from {}").format(name))
    assert rows.fetchall()
    assert rows.description is not None
    column = sql.Identifier(rows.description[0].name)
    for statement in (
        "update {0} set {1} = {1}",
        "delete from {0}",
        "insert into {0} default values",
    ):
        # A view over several tables is refused as such, before anybody asks who it is.
        with pytest.raises(
            (psycopg.errors.InsufficientPrivilege, psycopg.errors.ObjectNotInPrerequisiteState)
        ):
            analyst.execute(sql.SQL(statement).format(name, column))


@pytest.mark.parametrize(
    "statement",
    [
        "select * from quietedit.version",
        "select * from quietedit.page",
        "select quietedit.admit_analysts()",
        "update quietedit.document set is_gone = true",
        "create table analyst.mine (id integer)",
        "create table public.mine (id integer)",
        "create temporary table mine (id integer)",
        "create schema mine",
        "create role another",
        "alter role quietedit_analyst superuser",
        "create or replace view analyst.sources as select 1",
        "copy analyst.sources to '/tmp/sources'",
        "copy analyst.sources to program 'true'",
        "select pg_read_file('/etc/passwd')",
    ],
)
def test_nothing_else_is_allowed(analyst: psycopg.Connection, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        analyst.execute(statement)  # type: ignore[arg-type]


def test_views_are_all_that_is_readable(analyst: psycopg.Connection) -> None:
    readable = analyst.execute(
        "select n.nspname || '.' || c.relname "
        "from pg_class c join pg_namespace n on n.oid = relnamespace "
        "where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname not in "
        "('pg_catalog', 'information_schema') and has_schema_privilege(n.oid, 'usage') "
        "and has_table_privilege(c.oid, 'select')"
    ).fetchall()
    assert {name for (name,) in readable} == {f"analyst.{view}" for view in VIEWS}


def test_every_view_and_column_says_what_it_is(database: Database) -> None:
    with database.connect() as connection:
        silent = connection.execute(
            """
            select c.relname, coalesce(a.attname, '(the view)')
            from pg_class c
            cross join lateral (
                select null::name as attname, 0 as attnum
                union all
                select attname, attnum from pg_attribute where attrelid = c.oid and attnum > 0
            ) a
            where c.relnamespace = 'analyst'::regnamespace
              and case a.attnum
                      when 0 then obj_description(c.oid, 'pg_class')
                      else col_description(c.oid, a.attnum)
                  end is null
            """
        ).fetchall()
    assert silent == []


def test_a_restored_database_admits_analysts_again(database: Database) -> None:
    with database.connect() as connection:
        connection.execute("revoke all on all tables in schema analyst from quietedit_analyst")
        connection.execute("select quietedit.admit_analysts()")
        readable = connection.execute(
            "select has_table_privilege('quietedit_analyst', 'analyst.changes', 'select')"
        ).fetchone()
    assert readable == (True,)
