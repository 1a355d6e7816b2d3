"""What a run needs to go out and fetch: a worker enrolled, the lost work of others closed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from quietedit_core.politeness import Wait
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.exchange import Exchanger
from quietedit_pipeline.fetcher import Fetcher
from quietedit_pipeline.recovery import close_lost_work
from quietedit_pipeline.rounds import PutOff, Round
from quietedit_store.database import Database
from quietedit_store.ledger import prepare_ledger
from quietedit_store.pages import PageStore
from quietedit_store.settings import Settings
from quietedit_store.workers import enrolled_worker

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchingSession:
    """A worker with all it needs; `lost_count` requests of dead workers were closed for it."""

    worker_id: int
    exchanger: Exchanger
    clock: Clock
    settings: Settings
    lost_count: int

    def work_through(
        self, items: Sequence[T], host_of: Callable[[T], str], step: Callable[[T], Wait | None]
    ) -> list[PutOff[T]]:
        """Do all items, many hosts at once, within the run's time; returns what was put off."""
        deadline = self.clock.now() + timedelta(seconds=self.settings.run_seconds)
        return Round(items, host_of=host_of, step=step, clock=self.clock, deadline=deadline).run(
            threads=self.settings.fetch_threads
        )


@contextmanager
def fetching_session(
    *,
    database: Database,
    fetcher: Fetcher,
    pages: PageStore,
    clock: Clock,
    settings: Settings,
    run_id: str,
) -> Iterator[FetchingSession]:
    now = clock.now()
    with database.connect() as connection:
        prepare_ledger(connection, now)
    lost_count = close_lost_work(
        database, now=now, pause=timedelta(seconds=settings.host_delay_seconds)
    )
    with enrolled_worker(database, run_id=run_id, now=now) as worker_id:
        yield FetchingSession(
            worker_id=worker_id,
            exchanger=Exchanger(
                database=database,
                fetcher=fetcher,
                pages=pages,
                clock=clock,
                worker_id=worker_id,
                user_agent=settings.user_agent,
                delay_seconds=settings.host_delay_seconds,
                hourly_ceiling=settings.max_host_requests_per_hour,
                retry_pauses=tuple(timedelta(seconds=each) for each in settings.retry_seconds),
            ),
            clock=clock,
            settings=settings,
            lost_count=lost_count,
        )
