"""One polite request with all its hops: robots.txt, a slot, the answer, its row in the ledger.

Nothing is sent without a reservation, and every reservation ends as a row of the ledger. What came
of the last hop is written by the caller in the very transaction that appends that row, so a
process killed at any point leaves either both or an open reservation, which the next run closes.
"""

from datetime import datetime, timedelta
from http import HTTPStatus
from urllib.parse import urlsplit

from quietedit_core.breaker import BreakerState, Passage
from quietedit_core.errors import InvalidUrl
from quietedit_core.outcomes import FetchOutcome, is_retryable, retry_after_seconds
from quietedit_core.politeness import Wait, pause_seconds
from quietedit_core.urls import host_of
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.fetcher import Answer, Fetcher
from quietedit_pipeline.hops import Hop, Trail, follow_redirect, landed_at, ledger_row
from quietedit_pipeline.robots_copies import RobotsCopies
from quietedit_pipeline.targets import Settle, Target
from quietedit_store.breakers import ask_source, note_answer
from quietedit_store.database import Connection, Database
from quietedit_store.hosts import (
    Request,
    close_slot,
    find_manners,
    next_exchange,
    put_off_host,
    reserve_slot,
)
from quietedit_store.ledger import add_page, append_fetch
from quietedit_store.pages import PageStore

# A later hop that has to wait longer than this gives the exchange back to the queue.
PATIENCE = timedelta(seconds=15)
# A host that says "too many requests" without saying for how long is left alone for this long.
UNNAMED_PAUSE = timedelta(minutes=15)
# When a breaker does not say when to ask again.
_BREAKER_PAUSE = timedelta(minutes=5)


class Exchanger:
    """Makes exchanges for one worker; safe to use from many threads."""

    def __init__(
        self,
        *,
        database: Database,
        fetcher: Fetcher,
        pages: PageStore,
        clock: Clock,
        worker_id: int,
        user_agent: str,
        delay_seconds: float,
        hourly_ceiling: int,
        retry_pauses: tuple[timedelta, ...],
    ) -> None:
        self._database = database
        self._fetcher = fetcher
        self._pages = pages
        self._clock = clock
        self._worker_id = worker_id
        self._user_agent = user_agent
        self._delay_seconds = delay_seconds
        self._hourly_ceiling = hourly_ceiling
        self._retry_pauses = retry_pauses
        self._robots = RobotsCopies(database, clock, self._fetch_robots)
        self._tries: dict[Target, int] = {}

    def follow(self, target: Target, settle: Settle) -> Wait | None:
        """Fetch the target and settle what came of it, or say what it has to wait for first."""
        with self._database.connect() as connection:
            exchange_id = next_exchange(connection)
        trail = Trail(target, settle, exchange_id, target.url, target.url)
        while True:
            step = self._hop(trail)
            if isinstance(step, Wait):
                if trail.hop == 0 or step.until - self._clock.now() > PATIENCE:
                    return step
                self._clock.sleep_until(step.until)
            elif step is None:
                return None
            else:
                trail.go_on(step)

    def _hop(self, trail: Trail) -> Wait | str | None:
        """One hop: something to wait for, the address to go on to, or nothing more to do."""
        try:
            host = host_of(trail.url)
        except InvalidUrl as error:
            self._settle_unsent(trail, FetchOutcome.INVALID_URL, str(error))
            return None
        crawl_delay = None
        if trail.target.purpose != "robots":
            robots = self._robots.find(trail.url)
            if isinstance(robots, Wait):
                return robots
            if not robots.rules.allows(trail.url, self._user_agent):
                why = f"robots.txt forbids this address ({robots.reason})"
                self._settle_unsent(trail, FetchOutcome.ROBOTS_FORBIDDEN, why)
                return None
            crawl_delay = robots.rules.crawl_delay(self._user_agent)
        reserved = self._reserve(trail, host, crawl_delay)
        if isinstance(reserved, Wait):
            return reserved
        slot_id, pause = reserved
        return self._send(trail, host, slot_id, pause)

    def _reserve(
        self, trail: Trail, host: str, crawl_delay: float | None
    ) -> tuple[int, timedelta] | Wait:
        target = trail.target
        request = Request(
            host=host,
            url=trail.url,
            purpose=target.purpose,
            exchange_id=trail.exchange_id,
            hop=trail.hop,
            worker_id=self._worker_id,
            document_id=target.document_id,
            feed_id=target.feed_id,
        )
        now = self._clock.now()
        with self._database.connect() as connection:
            passage = self._ask_source(connection, trail, now)
            if isinstance(passage, Wait):
                return passage
            manners = find_manners(connection, host)
            slot = reserve_slot(
                connection,
                request,
                now=now,
                hourly_ceiling=manners.hourly_ceiling or self._hourly_ceiling,
            )
            if isinstance(slot, Wait):
                if passage is not None and passage.breaker.state is BreakerState.HALF_OPEN:
                    # A trial that cannot leave now is another's to make.
                    connection.rollback()
                return slot
        if passage is not None:
            trail.asked_at = now
            trail.is_trial = passage.breaker.state is BreakerState.HALF_OPEN
        pause = pause_seconds(
            setting=self._delay_seconds, override=manners.delay_seconds, crawl_delay=crawl_delay
        )
        return slot, timedelta(seconds=pause)

    def _ask_source(
        self, connection: Connection, trail: Trail, now: datetime
    ) -> Passage | Wait | None:
        """Ask the breaker of the target's source, once an exchange; robots.txt has none."""
        source_key = trail.target.source_key
        if source_key is None or trail.hop:
            return None
        passage = ask_source(connection, source_key, now=now)
        if passage.is_allowed:
            return passage
        return Wait(passage.retry_at or now + _BREAKER_PAUSE, f"the source: {passage.reason}")

    def _note_source(self, connection: Connection, trail: Trail, hop: Hop) -> None:
        """Tell the breaker what came of it: of several tries the last, but every trial."""
        source_key, asked_at = trail.target.source_key, trail.asked_at
        is_last = hop.next is None or (trail.is_trial and isinstance(hop.next, Wait))
        if source_key is None or asked_at is None or not is_last:
            return
        note_answer(
            connection,
            source_key,
            hop.outcome,
            asked_at=asked_at,
            now=hop.fetched_at,
            asked_pause=hop.asked_pause,
        )

    def _send(self, trail: Trail, host: str, slot_id: int, pause: timedelta) -> Wait | str | None:
        target = trail.target
        answer = self._fetcher.get(trail.url, etag=target.etag, last_modified=target.last_modified)
        hop = self._read(trail, answer, now=self._clock.now())
        with self._database.connect() as connection:
            self._note_source(connection, trail, hop)
            if hop.page_sha256 is not None and answer.body is not None:
                add_page(
                    connection,
                    hop.page_sha256,
                    size=len(answer.body),
                    content_type=answer.headers.get("content-type"),
                    now=hop.fetched_at,
                )
            fetch_id = append_fetch(connection, ledger_row(trail, host, slot_id, hop))
            close_slot(connection, slot_id, now=hop.fetched_at, pause=pause)
            if hop.host_pause is not None:
                put_off_host(
                    connection,
                    host,
                    until=hop.fetched_at + hop.host_pause,
                    reason=f"it answered {answer.status}",
                )
            if hop.next is None:
                trail.settle(connection, landed_at(trail, hop, fetch_id))
        if isinstance(hop.next, str):
            trail.note_redirect(answer.status)
        return hop.next

    def _read(self, trail: Trail, answer: Answer, *, now: datetime) -> Hop:
        """What the answer is, and what follows from it."""
        outcome, reason, onward = follow_redirect(trail, answer)
        page_sha256 = None
        is_page = trail.target.purpose == "article" and outcome is FetchOutcome.FETCHED
        if is_page and answer.is_truncated:
            # Half an article is no article: what is missing would look like an edit.
            outcome, reason = FetchOutcome.CONNECTION, answer.reason or "the body was cut short"
        elif is_page:
            page_sha256 = self._pages.put(answer.body or b"")
            if page_sha256 == trail.target.known_sha256:
                outcome, reason = FetchOutcome.UNCHANGED, "the same bytes as last time"
        seconds = retry_after_seconds(answer.headers.get("retry-after"), now=now)
        asked_pause = timedelta(seconds=seconds) if seconds else None
        is_overrun = outcome is FetchOutcome.RATE_LIMITED
        return Hop(
            answer=answer,
            fetched_at=now,
            outcome=outcome,
            reason=reason,
            page_sha256=page_sha256,
            asked_pause=asked_pause,
            host_pause=(asked_pause or (UNNAMED_PAUSE if is_overrun else None))
            if is_overrun or answer.status == HTTPStatus.SERVICE_UNAVAILABLE
            else None,
            next=onward or (None if asked_pause else self._plan_retry(trail, outcome, now=now)),
        )

    def _plan_retry(self, trail: Trail, outcome: FetchOutcome, *, now: datetime) -> Wait | None:
        """Another try within the run, or none; the count of tries goes with the target."""
        tries = self._tries.get(trail.target, 0)
        if not is_retryable(outcome) or tries >= len(self._retry_pauses):
            self._tries.pop(trail.target, None)
            return None
        self._tries[trail.target] = tries + 1
        return Wait(now + self._retry_pauses[tries], f"another try after {outcome}")

    def _settle_unsent(self, trail: Trail, outcome: FetchOutcome, reason: str) -> None:
        """No request is made: the ledger says so, without a slot."""
        hop = Hop(
            answer=None, fetched_at=self._clock.now(), outcome=outcome, reason=reason, next=None
        )
        host = urlsplit(trail.url).hostname or ""
        with self._database.connect() as connection:
            self._note_source(connection, trail, hop)
            fetch_id = append_fetch(connection, ledger_row(trail, host, None, hop))
            trail.settle(connection, landed_at(trail, hop, fetch_id))

    def _fetch_robots(self, url: str, settle: Settle) -> Wait | None:
        return self.follow(Target(url=url, purpose="robots"), settle)
