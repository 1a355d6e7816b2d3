"""What is a date, once it has been read?"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

# Clocks of outlets run a little fast; a whole hour is a mistake or an embargo.
FUTURE_TOLERANCE = timedelta(hours=1)


class Precision(StrEnum):
    """The finest part that was written down; the instant is the start of it."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class DateDoubt(StrEnum):
    NO_ZONE = "no zone"
    UNKNOWN_ZONE = "unknown zone"
    AMBIGUOUS_ZONE = "ambiguous zone"
    ZONE_OUT_OF_SEASON = "zone out of season"
    TWO_DIGIT_YEAR = "two-digit year"
    DAY_OR_MONTH = "day or month"
    WRONG_WEEKDAY = "wrong weekday"
    LEAP_SECOND = "leap second"
    IMPOSSIBLE = "impossible"
    PLACEHOLDER = "placeholder"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class ParsedDate:
    """An aware instant in UTC, how exactly it was written, and every reason to doubt it."""

    instant: datetime
    precision: Precision
    doubts: frozenset[DateDoubt]


def usable_instant(parsed: ParsedDate | None, *, seen_at: datetime) -> datetime:
    """The instant to reckon with: the fetch's own time for what is unread or lies ahead of it."""
    if parsed is None or parsed.instant > seen_at + FUTURE_TOLERANCE:
        return seen_at
    return parsed.instant
