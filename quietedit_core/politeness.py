"""When may a host be asked again?

One request at a time, a pause after each answer, and no more than a ceiling in any 60 minutes.
State machines without clocks: the caller brings the time and keeps the state.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

HOUR = timedelta(hours=1)
# Another process is at the host; its answer takes about this long.
BUSY_PAUSE = timedelta(seconds=0.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostState:
    """What the ledger knows of a host at a moment.

    `recent_count` requests were reserved in the last hour, the one that will leave the window
    first at `oldest_recent_at`.
    """

    next_slot_at: datetime
    put_off_until: datetime
    is_busy: bool
    recent_count: int
    oldest_recent_at: datetime | None
    put_off_reason: str | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """No request before `until`, and why."""

    until: datetime
    reason: str


def find_wait(state: HostState, *, now: datetime, hourly_ceiling: int) -> Wait | None:
    """What a request to the host has to wait for, the longest wait first; None: it may go now."""
    if state.put_off_until > now:
        return Wait(state.put_off_until, state.put_off_reason or "the host asked to be left alone")
    if state.recent_count >= hourly_ceiling and state.oldest_recent_at is not None:
        return Wait(state.oldest_recent_at + HOUR, f"{hourly_ceiling} requests within the hour")
    if state.is_busy:
        return Wait(now + BUSY_PAUSE, "another request to the host is under way")
    if state.next_slot_at > now:
        return Wait(state.next_slot_at, "pause between requests")
    return None


def pause_seconds(
    *, setting: float, override: float | None = None, crawl_delay: float | None = None
) -> float:
    """The pause between requests; robots.txt may lengthen what we chose, never shorten it."""
    return max(setting if override is None else override, crawl_delay or 0.0)
