"""A worker's claims live as long as its process, and no longer."""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from quietedit_store.database import Connection, Database
from quietedit_store.documents import claim_due_documents
from quietedit_store.feeds import claim_due_feeds
from quietedit_store.hosts import reserve_slot
from quietedit_store.workers import (
    end_worker,
    enrolled_worker,
    find_dead_worker,
    list_lost_requests,
)
from tests.rows import NOW, plant_document, plant_request

DAY = NOW.date()

DYING = """
import os, signal, sys
from quietedit_store.database import Database
from quietedit_store.documents import claim_due_documents
from quietedit_store.feeds import claim_due_feeds
from quietedit_store.hosts import reserve_slot
from quietedit_store.workers import enrolled_worker
from tests.rows import NOW, plant_request

database = Database(sys.argv[1])
with enrolled_worker(database, run_id="dying", now=NOW) as worker_id:
    with database.connect() as connection:
        claim_due_feeds(connection, worker_id, now=NOW)
        [document, *_] = claim_due_documents(
            connection, worker_id, days=[NOW.date()], now=NOW, limit=5)
        request = plant_request(worker_id, document_id=document.document_id)
        reserve_slot(connection, request, now=NOW, hourly_ceiling=9)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def kill_a_worker(database: Database) -> None:
    """A process claims the feed and all documents, reserves a slot, and is killed."""
    found = subprocess.run([sys.executable, "-c", DYING, database.url], check=False)
    assert found.returncode == -signal.SIGKILL, found
    _await_its_backends(database)


def _await_its_backends(database: Database) -> None:
    """The server notices within milliseconds; the locks tell."""
    for _ in range(200):
        with database.connect() as connection:
            held = connection.execute(
                "select 1 from pg_locks where locktype = 'advisory' and classid = %s", [0x51E1]
            ).fetchone()
        if held is None:
            return
        time.sleep(0.02)


def claim(connection: Connection, worker_id: int, limit: int) -> list[int]:
    rows = claim_due_documents(connection, worker_id, days=[DAY], now=NOW, limit=limit)
    return [row.document_id for row in rows]


def test_a_killed_worker_is_found_with_all_it_held(database: Database) -> None:
    with database.connect() as connection:
        document_id = plant_document(connection)
    kill_a_worker(database)
    with enrolled_worker(database, run_id="next", now=NOW) as worker_id:
        with database.connect() as connection:
            assert claim(connection, worker_id, 5) == []
            dead = find_dead_worker(connection)
            assert dead is not None
            assert dead != worker_id
            [lost] = list_lost_requests(connection, dead)
            assert lost.document_id == document_id
            end_worker(connection, dead, now=NOW)
        with database.connect() as connection:
            assert find_dead_worker(connection) is None
            assert claim(connection, worker_id, 5) == [document_id]
            assert len(claim_due_feeds(connection, worker_id, now=NOW)) == 1


def test_two_that_look_for_the_dead_do_not_find_the_same(database: Database) -> None:
    with database.connect() as connection:
        plant_document(connection)
    kill_a_worker(database)
    with database.connect() as first, database.connect() as second:
        assert find_dead_worker(first) is not None
        assert find_dead_worker(second) is None


def test_a_living_worker_is_not_dead(database: Database) -> None:
    with (
        enrolled_worker(database, run_id="slow", now=NOW),
        database.connect() as connection,
    ):
        assert find_dead_worker(connection) is None


def test_a_worker_that_ends_gives_its_claims_back(database: Database) -> None:
    with database.connect() as connection:
        document_id = plant_document(connection)
    with (
        enrolled_worker(database, run_id="first", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        assert claim(connection, worker_id, 5) == [document_id]
    with (
        enrolled_worker(database, run_id="second", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        assert claim(connection, worker_id, 5) == [document_id]
        assert find_dead_worker(connection) is None


def test_what_a_worker_left_open_when_it_raised_is_found_by_the_next(database: Database) -> None:
    with database.connect() as connection:
        document_id = plant_document(connection)

    def fail() -> None:
        with enrolled_worker(database, run_id="failing", now=NOW) as worker_id:
            with database.connect() as connection:
                claim(connection, worker_id, 5)
                reserve_slot(connection, plant_request(worker_id), now=NOW, hourly_ceiling=9)
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        fail()
    with (
        enrolled_worker(database, run_id="next", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        assert claim(connection, worker_id, 5) == [document_id]
        dead = find_dead_worker(connection)
        assert dead is not None
        assert len(list_lost_requests(connection, dead)) == 1


def test_every_document_is_claimed_once(database: Database) -> None:
    with database.connect() as connection:
        planted = [plant_document(connection, f"/{number}") for number in range(40)]

    def work(run: int) -> list[int]:
        claimed: list[int] = []
        with enrolled_worker(database, run_id=f"run {run}", now=NOW) as worker_id:
            while True:
                with database.connect() as connection:
                    batch = claim(connection, worker_id, 3)
                    time.sleep(0.002)  # held while the others look
                if not batch:
                    return claimed
                claimed += batch
                with database.connect() as connection:  # done: no longer due
                    connection.execute(
                        "update document set next_check_at = null where document_id = any(%s)",
                        [batch],
                    )

    with ThreadPoolExecutor(4) as pool:
        claimed = [document_id for part in pool.map(work, range(4)) for document_id in part]
    assert sorted(claimed) == planted


def test_the_longest_due_are_claimed_first(database: Database) -> None:
    with database.connect() as connection:
        for number in range(3):
            plant_document(connection, f"/{number}")
        connection.execute(
            "update document set next_check_at = next_check_at - interval '1 h' * document_id"
        )
    with (
        enrolled_worker(database, run_id="r", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        assert [claim(connection, worker_id, 1) for _ in range(4)] == [[3], [2], [1], []]
