"""What is remembered of a feed's polls?"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from quietedit_core.instants import instant_from_text, instant_to_text
from quietedit_core.outcomes import FetchOutcome
from quietedit_core.polling.intervals import (
    adapt_interval,
    clamp_interval,
    find_ceiling,
    is_on_time,
)
from quietedit_core.polling.wishes import Wishes

FULL_EVERY = 10
"""Of so many polls in a row one is made without validators."""

LARGEST_FAILURE_WEIGHT = 1_000.0
_PASSING, _USUAL, _LASTING = 0.5, 1.0, 2.0
_ERROR_WEIGHTS: Mapping[str, float] = {
    FetchOutcome.FETCHED: 0.0,
    FetchOutcome.NOT_MODIFIED: 0.0,
    FetchOutcome.UNCHANGED: 0.0,
    FetchOutcome.INTERRUPTED: 0.0,  # our doing, not the feed's
    FetchOutcome.TIMEOUT: _PASSING,
    FetchOutcome.SLOW: _PASSING,
    FetchOutcome.CONNECTION: _PASSING,
    FetchOutcome.SERVER_ERROR: _PASSING,
    FetchOutcome.DECODING: _PASSING,
    FetchOutcome.PROTOCOL: _PASSING,
    FetchOutcome.NOT_FOUND: _LASTING,
    FetchOutcome.GONE: _LASTING,
    FetchOutcome.INVALID_URL: _LASTING,
    FetchOutcome.REFUSED_ADDRESS: _LASTING,
    FetchOutcome.ROBOTS_FORBIDDEN: _LASTING,
}
_FULL_LOOKS = frozenset({FetchOutcome.FETCHED, FetchOutcome.UNCHANGED})
_SUCCESSES = _FULL_LOOKS | {FetchOutcome.NOT_MODIFIED}


@dataclass(frozen=True, slots=True, kw_only=True)
class PollState:
    """A feed's polls so far; a new feed has none.

    `known_share` is that of the last poll on time, where it waits for a second one to be judged
    with. `quiet_looks` counts the 304s since the last full answer at `full_at`; `full_every`
    shrinks with each that proved to be a lie.
    """

    interval: timedelta | None = None
    polled_at: datetime | None = None
    due_at: datetime | None = None
    brought_at: datetime | None = None
    known_share: float | None = None
    failure_count: int = 0
    failure_weight: float = 0.0
    is_conditional: bool = True
    quiet_looks: int = 0
    full_at: datetime | None = None
    full_every: int = FULL_EVERY
    wishes: Wishes = field(default_factory=Wishes)
    max_age_seconds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Polled:
    """What a poll came to.

    `outcome` is a `FetchOutcome` or the pipeline's own word for a body without a feed.
    `same_validators`: an answer in full with the very ETag (or else Last-Modified) that we held.
    `wishes`: None where no feed was read, which leaves the old ones in force.
    """

    at: datetime
    outcome: str
    entry_count: int = 0
    known_count: int = 0
    same_validators: bool = False
    wishes: Wishes | None = None
    max_age_seconds: int | None = None

    @property
    def known_share(self) -> float:
        """The share of entries brought before, 0 to 1; an empty feed brings nothing new."""
        return min(self.known_count / self.entry_count, 1.0) if self.entry_count else 1.0

    @property
    def is_success(self) -> bool:
        return self.outcome in _SUCCESSES

    @property
    def is_full(self) -> bool:
        """Whether the feed's body came."""
        return self.outcome in _FULL_LOOKS

    @property
    def brought_news(self) -> bool:
        return self.is_success and self.known_count < self.entry_count


def error_weight(outcome: str) -> float:
    """How much an outcome adds to the pause: what passes by itself least, a success nothing."""
    return _ERROR_WEIGHTS.get(outcome, _USUAL)


def take_poll(state: PollState, polled: Polled, *, shortest: timedelta) -> PollState:
    """The state after a poll, but for what is then planned from it."""
    taken = _take_success if polled.is_success else _take_failure
    return replace(taken(state, polled, shortest), polled_at=polled.at)


def _take_failure(state: PollState, polled: Polled, shortest: timedelta) -> PollState:
    weight = error_weight(polled.outcome)
    return replace(
        state,
        interval=max(state.interval or shortest, shortest),
        failure_count=state.failure_count + (weight > 0),
        failure_weight=min(state.failure_weight + weight, LARGEST_FAILURE_WEIGHT),
    )


def _take_success(state: PollState, polled: Polled, shortest: timedelta) -> PollState:
    brought_at = polled.at if polled.brought_news else state.brought_at
    state = replace(
        state,
        brought_at=brought_at,
        failure_count=0,
        failure_weight=0.0,
        wishes=state.wishes if polled.wishes is None else polled.wishes,
        max_age_seconds=polled.max_age_seconds,
    )
    return _adapt(_weigh_validators(state, polled), polled, shortest)


def _weigh_validators(state: PollState, polled: Polled) -> PollState:
    """Servers lie: validators that stay while entries come would have hidden them behind a 304."""
    if not polled.is_full:
        return replace(state, quiet_looks=state.quiet_looks + 1)
    is_lie = polled.same_validators and polled.brought_news
    full_every = state.full_every // 2 if is_lie else state.full_every + 1
    return replace(
        state,
        quiet_looks=0,
        full_at=polled.at,
        full_every=min(max(full_every, 1), FULL_EVERY),
    )


def _adapt(state: PollState, polled: Polled, shortest: timedelta) -> PollState:
    ceiling = find_ceiling(state.brought_at, now=polled.at)
    interval = clamp_interval(state.interval, shortest=shortest, ceiling=ceiling)
    if not is_on_time(polled.at, polled_at=state.polled_at, due_at=state.due_at):
        return replace(state, interval=interval)
    if state.known_share is None:
        return replace(state, interval=interval, known_share=polled.known_share)
    shares = (state.known_share, polled.known_share)
    adapted = adapt_interval(interval, shares, shortest=shortest, ceiling=ceiling)
    has_moved = adapted != interval  # the next two polls are to judge the new interval
    return replace(state, interval=adapted, known_share=None if has_moved else polled.known_share)


_TIMES = ("polled_at", "due_at", "brought_at", "full_at")
_SCALARS = (
    "known_share",
    "failure_count",
    "failure_weight",
    "is_conditional",
    "quiet_looks",
    "full_every",
    "max_age_seconds",
)


def poll_state_to_payload(state: PollState) -> dict[str, Any]:
    """The state as one JSON object."""
    return {
        **{name: instant_to_text(getattr(state, name)) for name in _TIMES},
        **{name: getattr(state, name) for name in _SCALARS},
        "interval_seconds": state.interval.total_seconds() if state.interval else None,
        "ttl_seconds": state.wishes.ttl_seconds,
        "skip_hours": list(state.wishes.skip_hours),
        "skip_days": list(state.wishes.skip_days),
    }


def poll_state_from_payload(payload: Mapping[str, Any]) -> PollState:
    """The state that `poll_state_to_payload` wrote; what is missing is as in a new feed."""
    seconds = payload.get("interval_seconds")
    return PollState(
        interval=None if seconds is None else timedelta(seconds=seconds),
        wishes=Wishes(
            ttl_seconds=payload.get("ttl_seconds"),
            skip_hours=tuple(payload.get("skip_hours", ())),
            skip_days=tuple(payload.get("skip_days", ())),
        ),
        **{name: instant_from_text(payload.get(name)) for name in _TIMES},  # type: ignore[arg-type]
        **{name: payload[name] for name in _SCALARS if name in payload},
    )
