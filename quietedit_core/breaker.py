"""May a source be asked, after all that failed there?

A circuit breaker as a state machine without a clock. Closed: everything goes. Open: nothing does,
for a pause that grows with each failure. Half-open: one trial goes, and its result decides. The
caller keeps the state in one row and holds its lock from `ask_breaker` to the write.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from quietedit_core.outcomes import (
    RETRY_AFTER_CEILING_SECONDS,
    FetchOutcome,
    is_source_failure,
    was_asked,
)

FAILURES_TO_OPEN = 5
FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(hours=6)
LONGEST_ASKED_PAUSE = timedelta(seconds=RETRY_AFTER_CEILING_SECONDS)
# A trial without a result for so long is taken for lost, with the process that made it.
TRIAL_LIMIT = timedelta(minutes=5)
_MOST_DOUBLINGS = 10


class BreakerState(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """One source's breaker; its fields are the columns it is stored in.

    `failure_count` counts failures in a row, failed trials included, so the pause follows from it.
    """

    state: BreakerState = BreakerState.CLOSED
    failure_count: int = 0
    opened_at: datetime | None = None
    open_until: datetime | None = None
    trial_claimed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Whether a request may go; if not, ask again at `retry_at`. `breaker` is to be kept."""

    breaker: Breaker
    is_allowed: bool
    reason: str
    retry_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Transition:
    """The breaker after a result, and why it stands as it does."""

    breaker: Breaker
    reason: str


def ask_breaker(breaker: Breaker, *, now: datetime) -> Passage:
    """Ask for one request; once a pause is over, who asks first makes the trial."""
    if breaker.state == BreakerState.CLOSED:
        return Passage(breaker=breaker, is_allowed=True, reason="closed")
    if breaker.state == BreakerState.OPEN and _lies_ahead(breaker.open_until, now):
        reason = f"open after {breaker.failure_count} failures in a row"
        return _refuse(breaker, reason, breaker.open_until)
    claimed_at = breaker.trial_claimed_at
    if breaker.state == BreakerState.HALF_OPEN and claimed_at is not None:
        expires_at = claimed_at + TRIAL_LIMIT
        # A claim from the future is that of a clock that has since been set right.
        if claimed_at <= now < expires_at:
            return _refuse(breaker, "half-open, and the trial is under way", expires_at)
    trial = replace(breaker, state=BreakerState.HALF_OPEN, trial_claimed_at=now)
    return Passage(breaker=trial, is_allowed=True, reason="half-open: this is the trial")


def note_result(
    breaker: Breaker,
    outcome: FetchOutcome,
    *,
    asked_at: datetime,
    now: datetime,
    asked_pause: timedelta | None = None,
) -> Transition:
    """Take in what came of a request that was let through at `asked_at`.

    `asked_pause` is a Retry-After; it may lengthen the pause, never shorten it.
    """
    if breaker.state == BreakerState.OPEN:
        return Transition(breaker, "open: the request left before that")
    if breaker.state == BreakerState.HALF_OPEN and not _is_trial(breaker, asked_at):
        return Transition(breaker, "half-open: not the result of the trial")
    if is_source_failure(outcome):
        return _note_failure(breaker, outcome, now=now, asked_pause=asked_pause)
    if not was_asked(outcome) or outcome == FetchOutcome.INTERRUPTED:
        # It says nothing of the source; the next one may make the trial.
        return Transition(replace(breaker, trial_claimed_at=None), f"no result: {outcome}")
    reason = "closed" if breaker.state == BreakerState.CLOSED else f"closed: {outcome} on trial"
    return Transition(Breaker(), reason)


def _note_failure(
    breaker: Breaker, outcome: FetchOutcome, *, now: datetime, asked_pause: timedelta | None
) -> Transition:
    count = breaker.failure_count + 1
    failed = replace(breaker, failure_count=count)
    if breaker.state == BreakerState.CLOSED and count < FAILURES_TO_OPEN:
        return Transition(failed, f"closed: {outcome}, failure {count} of {FAILURES_TO_OPEN}")
    pause = max(_pause(count), min(asked_pause or timedelta(0), LONGEST_ASKED_PAUSE))
    opened = Breaker(
        state=BreakerState.OPEN,
        failure_count=count,
        opened_at=breaker.opened_at or now,
        open_until=now + pause,
    )
    return Transition(opened, f"open: {outcome}, failure {count} in a row")


def _is_trial(breaker: Breaker, asked_at: datetime) -> bool:
    return breaker.trial_claimed_at is not None and breaker.trial_claimed_at <= asked_at


def _pause(failure_count: int) -> timedelta:
    doublings = min(max(failure_count - FAILURES_TO_OPEN, 0), _MOST_DOUBLINGS)
    pause: timedelta = FIRST_PAUSE * 2**doublings
    return min(pause, LONGEST_PAUSE)


def _lies_ahead(until: datetime | None, now: datetime) -> bool:
    """Whether a pause still runs; one longer than any we give is a clock's mistake."""
    return until is not None and now < until <= now + LONGEST_ASKED_PAUSE


def _refuse(breaker: Breaker, reason: str, retry_at: datetime | None) -> Passage:
    return Passage(breaker=breaker, is_allowed=False, reason=reason, retry_at=retry_at)
