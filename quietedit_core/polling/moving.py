"""Does a feed live at another address, or at none?

A 301 is a claim. Maintenance pages, portals and wrong rules of a server make it too, so an address
is adopted only after it was seen again and again over days, with a feed behind it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from quietedit_core.instants import instant_from_text, instant_to_text
from quietedit_core.outcomes import FetchOutcome

SIGHTS_TO_MOVE = 3
DAYS_TO_MOVE = timedelta(days=2)

_FEED_READ = frozenset({FetchOutcome.FETCHED, FetchOutcome.UNCHANGED})
_NOT_A_FEED = "not_a_feed"


class MoveVerdict(StrEnum):
    STAY = "stay"
    MOVE = "move"
    DEACTIVATE = "deactivate"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveWatch:
    """The address that a feed's permanent redirects lead to, and how often a feed stood there."""

    target_url: str | None = None
    sight_count: int = 0
    first_seen_at: datetime | None = None
    last_seen_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDecision:
    """What to do about a feed's address; `url` is the one it has from now on."""

    verdict: MoveVerdict
    url: str
    reason: str
    watch: MoveWatch


def judge_address(
    watch: MoveWatch, *, url: str, moved_url: str, outcome: str, at: datetime
) -> MoveDecision:
    """Judge a feed's address by one more poll of it.

    `moved_url` is where redirects that were all permanent led, or `url` itself; `outcome` is that
    of the last hop, `fetched` only where a feed was read.
    """
    if outcome == FetchOutcome.GONE and moved_url == url:
        return _decide(MoveVerdict.DEACTIVATE, url, "410: the feed is gone for good", MoveWatch())
    if moved_url == url:
        return _stay_home(watch, url, outcome)
    if outcome in _FEED_READ or outcome == FetchOutcome.NOT_MODIFIED:
        return _see_target(watch, url, moved_url, outcome, at)
    if outcome in {_NOT_A_FEED, FetchOutcome.GONE, FetchOutcome.NOT_FOUND}:
        return _stay(url, f"redirected to where no feed is ({outcome})", MoveWatch())
    return _stay(url, f"redirected, and no answer there ({outcome})", watch)


def _stay_home(watch: MoveWatch, url: str, outcome: str) -> MoveDecision:
    is_answered = outcome in _FEED_READ or outcome == FetchOutcome.NOT_MODIFIED
    if watch.target_url is None or not is_answered:
        return _stay(url, "not redirected for good", watch)
    return _stay(url, "the feed is back at its address", MoveWatch())


def _see_target(
    watch: MoveWatch, url: str, moved_url: str, outcome: str, at: datetime
) -> MoveDecision:
    if url.startswith("https:") and not moved_url.startswith("https:"):
        return _stay(url, "redirected to an address without encryption", MoveWatch())
    seen = _count_sight(watch, moved_url, at)
    span = max(at - (seen.first_seen_at or at), timedelta(0))
    count = seen.sight_count
    reason = f"{count} {'sight' if count == 1 else 'sights'} of a new address in {span.days} days"
    if count < SIGHTS_TO_MOVE or span < DAYS_TO_MOVE:
        return _stay(url, reason, seen)
    # A 304 is no proof that a feed stands there; a full look comes by and by.
    if outcome not in _FEED_READ:
        return _stay(url, f"{reason}, not yet read in full", seen)
    return _decide(MoveVerdict.MOVE, moved_url, reason, MoveWatch())


def _count_sight(watch: MoveWatch, target_url: str, at: datetime) -> MoveWatch:
    if watch.target_url != target_url:
        return MoveWatch(target_url=target_url, sight_count=1, first_seen_at=at, last_seen_at=at)
    return replace(watch, sight_count=watch.sight_count + 1, last_seen_at=at)


def _stay(url: str, reason: str, watch: MoveWatch) -> MoveDecision:
    return _decide(MoveVerdict.STAY, url, reason, watch)


def _decide(verdict: MoveVerdict, url: str, reason: str, watch: MoveWatch) -> MoveDecision:
    return MoveDecision(verdict=verdict, url=url, reason=reason, watch=watch)


def move_watch_to_payload(watch: MoveWatch) -> dict[str, Any]:
    """The watch as one flat JSON object."""
    return {
        "target_url": watch.target_url,
        "sight_count": watch.sight_count,
        "first_seen_at": instant_to_text(watch.first_seen_at),
        "last_seen_at": instant_to_text(watch.last_seen_at),
    }


def move_watch_from_payload(payload: Mapping[str, Any]) -> MoveWatch:
    """The watch that `move_watch_to_payload` wrote."""
    return MoveWatch(
        target_url=payload.get("target_url"),
        sight_count=payload.get("sight_count", 0),
        first_seen_at=instant_from_text(payload.get("first_seen_at")),
        last_seen_at=instant_from_text(payload.get("last_seen_at")),
    )
