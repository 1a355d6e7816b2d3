"""How the database is reached and brought to the present schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import Any, Self

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool
from yoyo import get_backend, read_migrations

from quietedit_store.embedded import EmbeddedServer
from quietedit_store.settings import Settings

Connection = psycopg.Connection[Any]

# Every query is written without the schema's name, and sees times in UTC.
_SESSION = "-c search_path=quietedit -c timezone=UTC"


class Database:
    """A pool of connections to the database of Quiet Edit."""

    def __init__(self, url: str, *, max_size: int = 20) -> None:
        self.url = url
        self._pool = ConnectionPool(
            url,
            min_size=1,
            max_size=max_size,
            kwargs={"options": _SESSION},
            open=True,
            timeout=30,
        )

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """A connection whose transaction commits at the end, and rolls back if we raise."""
        with self._pool.connection() as connection:
            yield connection

    def connect_alone(self) -> Connection:
        """A connection of the caller's own, outside the pool, committing by itself."""
        return psycopg.connect(self.url, options=_SESSION, autocommit=True)

    def close(self) -> None:
        self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create_database(server_url: str, name: str) -> None:
    """Create the database on the server unless it is there."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        found = connection.execute("select 1 from pg_database where datname = %s", [name])
        if found.fetchone():
            return
        try:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        except (psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
            return  # another process was as quick


def migrate(url: str) -> list[str]:
    """Bring the schema up to date; returns the names of the migrations that were applied.

    Our own advisory lock goes around yoyo's, which a killed process would leave behind.
    """
    with (
        psycopg.connect(url, autocommit=True) as guard,
        as_file(files("quietedit_store") / "migrations") as folder,
    ):
        guard.execute("select pg_advisory_lock(hashtextextended('quietedit.migrate', 0))")
        backend = get_backend(url.replace("postgresql://", "postgresql+psycopg://", 1))
        try:
            due = backend.to_apply(read_migrations(str(folder)))
            backend.apply_migrations(due)
            return [migration.id for migration in due]
        finally:
            backend.connection.close()


@contextmanager
def serving_databases(settings: Settings) -> Iterator[tuple[str, str]]:
    """The addresses of our database and of Dagster's, on the server set or on an embedded one."""
    if settings.db_url is not None:
        yield settings.db_url, settings.dagster_db_url or _sibling(settings.db_url, "dagster")
        return
    with EmbeddedServer(settings.home) as server:
        for name in ("quietedit", "dagster"):
            create_database(server.url_of("postgres"), name)
        yield server.url_of("quietedit"), settings.dagster_db_url or server.url_of("dagster")


def _sibling(url: str, database: str) -> str:
    """The same server's address with another database."""
    head, mark, query = url.partition("?")
    return head.rsplit("/", 1)[0] + "/" + database + mark + query
