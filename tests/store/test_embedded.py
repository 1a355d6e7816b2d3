"""The server of our own starts anywhere, is shared, and outlives whoever dies holding it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg
import pytest

from quietedit_store.embedded import EmbeddedServer

HOLDING = """
import os, signal, sys
from pathlib import Path
import psycopg
from quietedit_store.embedded import EmbeddedServer

server = EmbeddedServer(Path(sys.argv[1]))
with psycopg.connect(server.url_of("postgres"), autocommit=True) as connection:
    connection.execute("create table kept as select 7 as number")
print((Path(sys.argv[1]) / "postgres" / "postmaster.pid").read_text().split()[0], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def ask(server: EmbeddedServer, query: str = "select 1") -> int:
    with psycopg.connect(server.url_of("postgres")) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row is not None
    number: int = row[0]
    return number


def pid_file(home: Path) -> Path:
    return home / "postgres" / "postmaster.pid"


@pytest.fixture(params=["plain", "with spaces, quotes' and ümlauts", "long" * 40])
def home(request: pytest.FixtureRequest, server_home: Path) -> Path:
    folder: Path = server_home / request.param / "home"
    return folder


def test_it_is_shared_and_the_last_one_out_stops_it(home: Path) -> None:
    with EmbeddedServer(home) as first:
        with EmbeddedServer(home) as second:
            assert first.url_of("postgres") == second.url_of("postgres")
            assert ask(second) == 1
        assert ask(first) == 1
    assert not pid_file(home).exists()
    # After a crash the number in the file may be anybody's by now.
    pid_file(home).write_text(f"{os.getpid()}\n{home / 'postgres'}\n1700000000\n5432\n\n\n")
    with EmbeddedServer(home) as third:
        assert ask(third) == 1
    assert not pid_file(home).exists()


def test_it_outlives_a_killed_holder_and_is_found_by_the_next(server_home: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", HOLDING, str(server_home)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert found.returncode == -signal.SIGKILL, found.stderr
    with EmbeddedServer(server_home) as server:
        assert pid_file(server_home).read_text().split()[0] == found.stdout.strip()
        assert ask(server, "select number from kept") == 7
    assert not pid_file(server_home).exists()


def test_data_survive_a_server_that_was_killed(server_home: Path) -> None:
    with EmbeddedServer(server_home) as server:
        with psycopg.connect(server.url_of("postgres"), autocommit=True) as connection:
            connection.execute("create table kept as select 8 as number")
        killed = psutil.Process(int(pid_file(server_home).read_text().split()[0]))
        killed.kill()
        while killed.is_running() and killed.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.02)
    with EmbeddedServer(server_home) as server:
        assert ask(server, "select number from kept") == 8
