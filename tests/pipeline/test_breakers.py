"""A source that fails again and again is left alone, then tried once, and never slows another."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from quietedit_core.breaker import FAILURES_TO_OPEN, FIRST_PAUSE, TRIAL_LIMIT
from quietedit_core.outcomes import FetchOutcome
from quietedit_core.politeness import Wait
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.exchange import Exchanger
from quietedit_pipeline.fetcher import Fetcher
from quietedit_pipeline.targets import Landed, Target
from quietedit_store.breakers import ask_source, list_troubled_sources, note_answer
from quietedit_store.database import Connection, Database
from quietedit_store.pages import PageStore
from quietedit_store.workers import enrolled_worker
from tests.rows import NOW, plant_feed
from tests.sites import Reply, Site, own_page

AGENT = "QuietEdit/0.1 (+https://harbour.test/bot)"


@dataclass
class SetClock(Clock):
    """A clock that stands until it is moved."""

    instant: datetime = NOW

    def now(self) -> datetime:
        return self.instant

    def sleep_until(self, instant: datetime) -> None:
        self.instant = max(self.instant, instant)


@dataclass
class Desk:
    exchanger: Exchanger
    clock: SetClock
    landed: list[Landed] = field(default_factory=list)

    def follow(self, source: str, path: str = "/a") -> Wait | None:
        target = Target(url=f"http://{source}{path}", purpose="article", source_key=source)
        return self.exchanger.follow(target, self._settle)

    def try_often(self, source: str, times: int) -> Wait | None:
        wait = None
        for number in range(times):
            self.clock.instant += timedelta(seconds=1)
            wait = self.follow(source, f"/{number}")
        return wait

    def _settle(self, _connection: Connection, landed: Landed) -> None:
        self.landed.append(landed)


@pytest.fixture
def desk(site: Site, database: Database) -> Iterator[Desk]:
    clock = SetClock()
    with database.connect() as connection:
        for key in ("harbour.test", "market.test"):
            plant_feed(connection, key=key)
            connection.execute(
                "insert into source (source_key, name, added_at) values (%s, %s, %s) "
                "on conflict do nothing",
                [key, key, NOW],
            )
    pinned = dict.fromkeys(("harbour.test", "market.test"), site.address)
    with (
        Fetcher(user_agent=AGENT, pinned=pinned) as fetcher,
        enrolled_worker(database, run_id="r", now=NOW) as worker_id,
    ):
        yield Desk(
            Exchanger(
                database=database,
                fetcher=fetcher,
                pages=PageStore(f"memory://breaker-{site.address}"),
                clock=clock,
                worker_id=worker_id,
                user_agent=AGENT,
                delay_seconds=0.0,
                hourly_ceiling=1000,
                retry_pauses=(),
            ),
            clock,
        )


def fail_all(site: Site) -> None:
    for number in range(20):
        site.pages[f"/{number}"] = Reply(status=500)
    site.pages["/a"] = Reply(status=500)


def states(database: Database) -> dict[str, str]:
    with database.connect() as connection:
        return {row.source_key: row.state for row in list_troubled_sources(connection)}


def test_what_fails_again_and_again_is_not_asked(
    desk: Desk, site: Site, database: Database
) -> None:
    fail_all(site)
    assert desk.try_often("harbour.test", FAILURES_TO_OPEN) is None
    assert states(database) == {"harbour.test": "open"}
    asked = len(site.asked)
    wait = desk.follow("harbour.test")
    assert wait is not None
    assert wait.until == desk.clock.instant + FIRST_PAUSE
    assert "5 failures in a row" in wait.reason
    assert len(site.asked) == asked


def test_another_source_goes_on(desk: Desk, site: Site, database: Database) -> None:
    fail_all(site)
    desk.try_often("harbour.test", FAILURES_TO_OPEN)
    site.pages["/a"] = own_page("/a")
    assert desk.follow("market.test") is None
    assert desk.landed[-1].outcome is FetchOutcome.FETCHED
    assert states(database) == {"harbour.test": "open"}


def test_a_trial_that_succeeds_closes(desk: Desk, site: Site, database: Database) -> None:
    fail_all(site)
    desk.try_often("harbour.test", FAILURES_TO_OPEN)
    site.pages["/a"] = own_page("/a")
    desk.clock.instant += FIRST_PAUSE + timedelta(seconds=1)
    assert desk.follow("harbour.test") is None
    assert desk.landed[-1].outcome is FetchOutcome.FETCHED
    assert states(database) == {}


def test_a_trial_that_fails_waits_for_twice_as_long(desk: Desk, site: Site) -> None:
    fail_all(site)
    desk.try_often("harbour.test", FAILURES_TO_OPEN)
    desk.clock.instant += FIRST_PAUSE + timedelta(seconds=1)
    assert desk.follow("harbour.test") is None
    wait = desk.follow("harbour.test")
    assert wait is not None
    assert wait.until == desk.clock.instant + 2 * FIRST_PAUSE


def test_a_missing_article_is_no_failure_of_its_source(
    desk: Desk, site: Site, database: Database
) -> None:
    for number in range(20):
        site.pages[f"/{number}"] = Reply(status=404)
    assert desk.try_often("harbour.test", 2 * FAILURES_TO_OPEN) is None
    assert states(database) == {}


def open_breaker(database: Database) -> None:
    with database.connect() as connection:
        for _ in range(FAILURES_TO_OPEN):
            note_answer(connection, "harbour.test", FetchOutcome.TIMEOUT, asked_at=NOW, now=NOW)


@pytest.mark.usefixtures("desk")
def test_of_many_workers_one_makes_the_trial(database: Database) -> None:
    open_breaker(database)
    at = NOW + FIRST_PAUSE + timedelta(seconds=1)
    allowed: list[bool] = []
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        with database.connect() as connection:
            allowed.append(ask_source(connection, "harbour.test", now=at).is_allowed)

    workers = [threading.Thread(target=ask) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(allowed) == [False] * 7 + [True]


@pytest.mark.usefixtures("desk")
def test_a_trial_that_was_lost_is_made_again(database: Database) -> None:
    open_breaker(database)
    at = NOW + FIRST_PAUSE + timedelta(seconds=1)
    with database.connect() as connection:
        assert ask_source(connection, "harbour.test", now=at).is_allowed
        assert not ask_source(connection, "harbour.test", now=at).is_allowed
        assert ask_source(connection, "harbour.test", now=at + TRIAL_LIMIT).is_allowed
