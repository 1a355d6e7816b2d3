"""What tests share: one PostgreSQL a session, one database a test, made from a template."""

import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from quietedit_store.database import Database, create_database, migrate
from quietedit_store.embedded import EmbeddedServer

_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """QUIETEDIT_TEST_DB_URL if set, else a container if an engine answers, else embedded."""
    with ExitStack() as stack:
        yield (
            os.environ.get("QUIETEDIT_TEST_DB_URL")
            or _start_container(stack)
            or _start_embedded(stack, _shared_folder())
        )


def _start_container(stack: ExitStack) -> str | None:
    if not Path("/var/run/docker.sock").exists() and "DOCKER_HOST" not in os.environ:
        return None
    from docker.errors import DockerException  # noqa: PLC0415  slow, and needed here alone
    from testcontainers.postgres import PostgresContainer  # noqa: PLC0415

    try:
        container = stack.enter_context(PostgresContainer("postgres:18", driver=None))
    except DockerException:
        return None
    url: str = container.get_connection_url()
    return url


def _start_embedded(stack: ExitStack, home: Path) -> str:
    return stack.enter_context(EmbeddedServer(home)).url_of("postgres")


def _shared_folder() -> Path:
    """The same for all workers of a run in parallel, and not below pytest's own folders.

    Those are closed to other users whenever a session starts, and as root the server is another.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"alone-{os.getpid()}")
    return Path(tempfile.gettempdir()) / f"quietedit-tests-{run}"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The first process of a run takes the server's folder away; its workers have ended."""
    if not hasattr(session.config, "workerinput"):
        run = getattr(session.config, "quietedit_run", None) or _shared_folder().name
        shutil.rmtree(Path(tempfile.gettempdir()) / run, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.config.quietedit_run = f"quietedit-tests-{node.workerinput['testrunuid']}"


@pytest.fixture
def server_home() -> Iterator[Path]:
    """A folder for an embedded server of the test's own."""
    with tempfile.TemporaryDirectory(prefix="quietedit-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def worker_id(request: pytest.FixtureRequest) -> str:
    config = getattr(request.config, "workerinput", {})
    name: str = config.get("workerid", "master")
    return name


@pytest.fixture(scope="session")
def template(server_url: str) -> str:
    """The name of a database with the migrations applied, made once for all workers."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(7)")
        found = connection.execute("select 1 from pg_database where datname = 'quietedit_template'")
        if found.fetchone() is None:
            create_database(server_url, "quietedit_building")
            migrate(url_of(server_url, "quietedit_building"))
            # Nobody connects to the template itself: a database in use cannot be copied.
            connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = 'quietedit_building'"
            )
            connection.execute("alter database quietedit_building rename to quietedit_template")
    return "quietedit_template"


def url_of(server_url: str, database: str) -> str:
    head, mark, query = server_url.partition("?")
    return head.rsplit("/", 1)[0] + "/" + database + mark + query


@pytest.fixture
def database_url(server_url: str, template: str, worker_id: str) -> Iterator[str]:
    """A fresh database of this test's own."""
    name = f"test_{worker_id}_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(
            sql.SQL("create database {} template {}").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
        yield url_of(server_url, name)
        connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with Database(database_url) as database:
        yield database
