"""A host is asked by one at a time, with its pauses, and never above its ceiling."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from quietedit_core.politeness import BUSY_PAUSE, Wait
from quietedit_store.database import Connection, Database
from quietedit_store.hosts import (
    Manners,
    close_slot,
    find_manners,
    put_off_host,
    reserve_slot,
    set_manners,
)
from quietedit_store.workers import enrolled_worker
from tests.rows import HOST, NOW, plant_request

PAUSE = timedelta(milliseconds=20)


def test_many_connections_never_ask_a_host_at_once(database: Database) -> None:
    """Six threads with connections of their own take 30 slots of one host."""
    taken = threading.Semaphore(30)

    def ask(worker_id: int) -> None:
        with database.connect_alone() as connection:
            while taken.acquire(blocking=False):
                take_slot(connection, worker_id)

    with enrolled_worker(database, run_id="r", now=NOW) as worker_id:
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(ask, [worker_id] * 6))
        with database.connect() as connection:
            spans = connection.execute(
                "select reserved_at, closed_at from slot_reservation order by reserved_at"
            ).fetchall()
    assert len(spans) == 30
    gaps = [later[0] - earlier[1] for earlier, later in pairwise(spans)]
    assert min(gaps) >= PAUSE


def take_slot(connection: Connection, worker_id: int) -> None:
    while True:
        with connection.transaction():
            slot = reserve_slot(
                connection, plant_request(worker_id), now=datetime.now(UTC), hourly_ceiling=1000
            )
        if not isinstance(slot, Wait):
            break
        time.sleep(0.002)
    time.sleep(0.002)
    with connection.transaction():
        close_slot(connection, slot, now=datetime.now(UTC), pause=PAUSE)


def test_no_hour_holds_more_requests_than_the_ceiling(database: Database) -> None:
    """Four threads ask at every minute of three hours, and no 60 minutes hold more than seven."""

    def ask(connection: Connection, worker_id: int, now: datetime) -> None:
        with connection.transaction():
            slot = reserve_slot(connection, plant_request(worker_id), now=now, hourly_ceiling=7)
            if not isinstance(slot, Wait):
                close_slot(connection, slot, now=now, pause=timedelta(0))

    with enrolled_worker(database, run_id="r", now=NOW) as worker_id:

        def go(first_minute: int) -> None:
            with database.connect_alone() as connection:
                for minute in range(first_minute, 180, 4):
                    ask(connection, worker_id, NOW + timedelta(minutes=minute))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(go, range(4)))
        with database.connect() as connection:
            times = [
                row[0]
                for row in connection.execute(
                    "select reserved_at from slot_reservation order by reserved_at"
                )
            ]
    assert len(times) >= 14
    assert all(
        later - earlier >= timedelta(hours=1)
        for earlier, later in zip(times, times[7:], strict=False)
    )


def test_a_host_at_its_ceiling_says_when_its_oldest_request_leaves_the_hour(
    database: Database,
) -> None:
    with (
        enrolled_worker(database, run_id="r", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        for minute in (0, 10):
            at = NOW + timedelta(minutes=minute)
            slot = reserve_slot(connection, plant_request(worker_id), now=at, hourly_ceiling=2)
            assert isinstance(slot, int)
            close_slot(connection, slot, now=at, pause=timedelta(0))
        wait = reserve_slot(
            connection,
            plant_request(worker_id),
            now=NOW + timedelta(minutes=59),
            hourly_ceiling=2,
        )
        assert isinstance(wait, Wait)
        assert wait.until == NOW + timedelta(hours=1)
        assert isinstance(
            reserve_slot(connection, plant_request(worker_id), now=wait.until, hourly_ceiling=2),
            int,
        )


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        pytest.param(5.0, None, id="the pause is over"),
        pytest.param(4.9, 5.0, id="the pause is not over"),
    ],
)
def test_the_pause_runs_from_the_answer(
    database: Database, seconds: float, expected: float | None
) -> None:
    with (
        enrolled_worker(database, run_id="r", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        first = reserve_slot(connection, plant_request(worker_id), now=NOW, hourly_ceiling=9)
        assert isinstance(first, int)
        busy = reserve_slot(connection, plant_request(worker_id), now=NOW, hourly_ceiling=9)
        assert isinstance(busy, Wait)
        assert busy.until == NOW + BUSY_PAUSE
        answered = NOW + timedelta(seconds=30)
        close_slot(connection, first, now=answered, pause=timedelta(seconds=5))
        now = answered + timedelta(seconds=seconds)
        found = reserve_slot(connection, plant_request(worker_id), now=now, hourly_ceiling=9)
    until = found.until - answered if isinstance(found, Wait) else None
    assert until == (None if expected is None else timedelta(seconds=expected))


def test_a_host_that_was_put_off_is_left_alone_and_never_for_less(database: Database) -> None:
    with (
        enrolled_worker(database, run_id="r", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        request = plant_request(worker_id)
        slot = reserve_slot(connection, request, now=NOW, hourly_ceiling=9)
        assert isinstance(slot, int)
        close_slot(connection, slot, now=NOW, pause=timedelta(0))
        for minutes in (30, 5):
            put_off_host(
                connection, HOST, until=NOW + timedelta(minutes=minutes), reason="it answered 429"
            )
        wait = reserve_slot(connection, request, now=NOW, hourly_ceiling=9)
    assert wait == Wait(NOW + timedelta(minutes=30), "it answered 429")


def test_closing_a_slot_twice_frees_nobody_elses(database: Database) -> None:
    with (
        enrolled_worker(database, run_id="r", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        request = plant_request(worker_id)
        first = reserve_slot(connection, request, now=NOW, hourly_ceiling=9)
        assert isinstance(first, int)
        close_slot(connection, first, now=NOW, pause=timedelta(0))
        assert isinstance(reserve_slot(connection, request, now=NOW, hourly_ceiling=9), int)
        close_slot(connection, first, now=NOW, pause=timedelta(0))
        busy = reserve_slot(connection, request, now=NOW, hourly_ceiling=9)
    assert isinstance(busy, Wait)


def test_manners_are_kept_beside_the_host_s_state(database: Database) -> None:
    gentle = Manners(delay_seconds=10.0, hourly_ceiling=6)
    with database.connect() as connection:
        assert find_manners(connection, HOST) == Manners(delay_seconds=None, hourly_ceiling=None)
        set_manners(connection, HOST, gentle)
        put_off_host(connection, HOST, until=NOW, reason="x")
        set_manners(connection, HOST, gentle)
        assert find_manners(connection, HOST) == gentle
        row = connection.execute("select put_off_until from host").fetchone()
    assert row == (NOW,)
