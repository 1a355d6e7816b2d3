"""When is a feed asked again?

What the publisher asks for may lengthen the interval, failures put a feed off, and none is ever
dropped: what has failed for years is still asked once a day.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from quietedit_core.outcomes import RETRY_AFTER_CEILING_SECONDS
from quietedit_core.polling.intervals import LONGEST_INTERVAL, SHORTEST_INTERVAL
from quietedit_core.polling.state import Polled, PollState, take_poll
from quietedit_core.polling.wishes import put_past_skips

HUB_FACTOR = 4  # pushes bring what is new; polls only make sure
FULL_PAUSE = timedelta(days=1)
FAILURE_STEP = timedelta(minutes=30)
_FAILURE_INTERVALS = 3  # who polls by the minute does not wait for half an hour


class PollReason(StrEnum):
    """What the next poll waits for."""

    INTERVAL = "the interval"
    HUB = "a hub pushes, polls make sure"
    FAILURES = "again after failures"
    TTL = "the feed's own interval"
    MAX_AGE = "the answer is fresh until then"
    ASKED_PAUSE = "the server asked for this pause"
    SKIPPED = "hours or days that the feed skips"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPoll:
    """When to ask again and why, whether with validators, and the state to keep until then.

    `interval` is what we would wait of our own accord.
    """

    due_at: datetime
    reason: PollReason
    is_conditional: bool
    interval: timedelta
    state: PollState


def plan_poll(
    state: PollState,
    polled: Polled,
    *,
    shortest: timedelta = SHORTEST_INTERVAL,
    asked_pause: timedelta | None = None,
    hub_works: bool = False,
) -> NextPoll:
    """Plan the poll after the one just made; the longest of all waits holds.

    `shortest` is the operator's interval, `asked_pause` a Retry-After.
    """
    state = take_poll(state, polled, shortest=shortest)
    interval = state.interval or shortest
    waits = [
        (interval, PollReason.INTERVAL),
        (interval * HUB_FACTOR if hub_works else interval, PollReason.HUB),
        (interval + _failure_pause(state, shortest), PollReason.FAILURES),
        (_seconds(state.wishes.ttl_seconds), PollReason.TTL),
        (_seconds(state.max_age_seconds), PollReason.MAX_AGE),
    ]
    longest = max(LONGEST_INTERVAL, interval)
    candidates = [(min(wait, longest), reason) for wait, reason in waits]
    candidates.append((_bound_asked(asked_pause), PollReason.ASKED_PAUSE))
    wait, reason = max(candidates, key=lambda candidate: candidate[0])
    asked_at = polled.at + wait
    due_at = put_past_skips(asked_at, state.wishes)
    is_conditional = _may_be_conditional(state, due_at)
    return NextPoll(
        due_at=due_at,
        reason=reason if due_at == asked_at else PollReason.SKIPPED,
        is_conditional=is_conditional,
        interval=interval,
        state=replace(state, due_at=due_at, is_conditional=is_conditional),
    )


def _failure_pause(state: PollState, shortest: timedelta) -> timedelta:
    return min(FAILURE_STEP, shortest * _FAILURE_INTERVALS) * state.failure_weight


def _seconds(wish: int | None) -> timedelta:
    return timedelta(seconds=min(wish or 0, LONGEST_INTERVAL.total_seconds()))


def _bound_asked(pause: timedelta | None) -> timedelta:
    return min(pause or timedelta(0), timedelta(seconds=RETRY_AFTER_CEILING_SECONDS))


def _may_be_conditional(state: PollState, due_at: datetime) -> bool:
    """Every n-th look is a full one, and one a day: a 304 is only the server's word."""
    if state.quiet_looks + 1 >= state.full_every:
        return False
    return state.full_at is None or due_at - state.full_at < FULL_PAUSE
