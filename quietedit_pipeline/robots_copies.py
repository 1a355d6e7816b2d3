"""The robots.txt of every origin we ask: fetched when needed, held in PostgreSQL for all."""

from collections.abc import Callable
from datetime import datetime

from quietedit_core.outcomes import FetchOutcome, is_answer, was_asked
from quietedit_core.politeness import Wait
from quietedit_core.robots import (
    ALLOW_ALL,
    FRESH_FOR,
    RobotsReason,
    RobotsVerdict,
    judge_robots_answer,
    parse_robots,
    robots_url,
)
from quietedit_core.urls import origin_of
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.targets import Landed
from quietedit_store.database import Connection, Database
from quietedit_store.robots import RobotsCopy, find_robots, keep_robots

_ENDLESS = (FetchOutcome.REDIRECT_LOOP, FetchOutcome.TOO_MANY_REDIRECTS)
# What an address that we do not ask at all is forbidden by is not its robots.txt.
_NOT_ASKED = RobotsVerdict(
    rules=ALLOW_ALL, reason=RobotsReason.ABSENT, fresh_for=FRESH_FOR, is_good_copy=False
)


class RobotsCopies:
    """Finds the rules for an address; `fetch(url, settle)` makes the request where one is due."""

    def __init__(self, database: Database, clock: Clock, fetch: Callable[..., Wait | None]) -> None:
        self._database = database
        self._clock = clock
        self._fetch = fetch
        self._fresh: dict[str, tuple[datetime, RobotsVerdict]] = {}

    def find(self, url: str) -> RobotsVerdict | Wait:
        """The verdict that holds for the address now, or what its fetch has to wait for."""
        origin = origin_of(url)
        fresh_until, verdict = self._fresh.get(origin, (None, None))
        if verdict is not None and fresh_until is not None and fresh_until > self._clock.now():
            return verdict
        with self._database.connect() as connection:
            copy = find_robots(connection, origin)
        if copy is not None and copy.fresh_until > self._clock.now():
            verdict = _judge(copy, copy.status, copy.body or b"", now=copy.fetched_at)
            self._fresh[origin] = copy.fresh_until, verdict
            return verdict
        return self._renew(origin, url, copy)

    def _renew(self, origin: str, url: str, held: RobotsCopy | None) -> RobotsVerdict | Wait:
        found: list[RobotsVerdict] = []

        def settle(connection: Connection, landed: Landed) -> None:
            if not was_asked(landed.outcome):
                found.append(_NOT_ASKED)
                # Held by this run alone, or the next look would take the host's slot once more.
                self._fresh[origin] = landed.fetched_at + FRESH_FOR, _NOT_ASKED
                return
            answer = landed.answer
            body = answer.body if answer else None
            # Of a file that is too large its head counts, of redirects their last status; of no
            # answer, nothing.
            is_told = is_answer(landed.outcome) or body is not None or landed.outcome in _ENDLESS
            status = answer.status if answer is not None and is_told else None
            verdict = _judge(held, status, body or b"", now=landed.fetched_at, origin=origin)
            found.append(verdict)
            self._fresh[origin] = landed.fetched_at + verdict.fresh_for, verdict
            keep_robots(
                connection,
                RobotsCopy(
                    origin=origin,
                    fetched_at=landed.fetched_at,
                    fresh_until=landed.fetched_at + verdict.fresh_for,
                    status=status,
                    reason=f"{verdict.reason}: {landed.reason}",
                    body=body if verdict.is_good_copy else None,
                    good_at=landed.fetched_at if verdict.is_good_copy else None,
                ),
            )

        wait = self._fetch(robots_url(url), settle)
        return wait or found[0]


def _judge(
    held: RobotsCopy | None,
    status: int | None,
    body: bytes,
    *,
    now: datetime,
    origin: str = "",
) -> RobotsVerdict:
    url = f"{origin or (held.origin if held else '')}/robots.txt"
    is_held = held is not None and held.body is not None and held.good_at is not None
    return judge_robots_answer(
        status,
        body=body,
        url=url,
        held=parse_robots(held.body or b"", url=url) if is_held and held is not None else None,
        held_age=now - held.good_at if is_held and held is not None and held.good_at else FRESH_FOR,
    )
