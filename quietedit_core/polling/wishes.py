"""When would a publisher like to be asked?

Feeds say it by `ttl` and `sy:updatePeriod`, by `skipHours` and `skipDays`; answers by
`Cache-Control`.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

LARGEST_AGE_SECONDS = 2**31  # https://www.rfc-editor.org/rfc/rfc9111#section-1.2.2
HOUR = timedelta(hours=1)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOURS_A_WEEK = 168

# A quoted value is swallowed whole, so that nothing inside is taken for a directive.
_DIRECTIVE = re.compile(r'([^\s,;="]+)\s*(?:=\s*("[^"]*"?|[^\s,;"]*))?')
_DIGITS = re.compile(r"[0-9]{1,300}")
_NOT_KEPT = frozenset({"no-store", "no-cache"})


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a feed says of its own rhythm; hours are 0 to 23 and days are names, both in GMT."""

    ttl_seconds: int | None = None
    skip_hours: tuple[int, ...] = ()
    skip_days: tuple[str, ...] = ()


def max_age_seconds(cache_control: str | None, *, age: str | None = None) -> int | None:
    """For how long an answer stays fresh, less the `Age` it came with; None: it does not say.

    `s-maxage` speaks to shared caches, which we are not. Of several, the first one holds.
    https://www.rfc-editor.org/rfc/rfc9111#section-4.2.1

    >>> max_age_seconds("public, max-age=900", age="300")
    600
    """
    directives: dict[str, str] = {}
    for name, value in _DIRECTIVE.findall(cache_control or ""):
        directives.setdefault(name.lower(), value.strip('"'))
    fresh = _read_seconds(directives.get("max-age"))
    if fresh is None or not _NOT_KEPT.isdisjoint(directives):
        return None
    return max(fresh - (_read_seconds(age) or 0), 0)


def put_past_skips(due_at: datetime, wishes: Wishes) -> datetime:
    """The first time from `due_at` on, in steps of an hour, that the feed does not ask to skip.

    Steps keep the minute, so that feeds that skip the same night are not all asked at once. A feed
    that skips the whole week is taken to skip nothing.
    """
    at = due_at.astimezone(UTC)
    # Netscape's hours run from 1 to 24.
    hours = {hour % 24 for hour in wishes.skip_hours if 0 <= hour <= 24}  # noqa: PLR2004  a day
    days = {day.strip().lower() for day in wishes.skip_days}
    steps = (at + HOUR * count for count in range(_HOURS_A_WEEK))
    return next(
        (step for step in steps if step.hour not in hours and _DAYS[step.weekday()] not in days), at
    )


def _read_seconds(text: str | None) -> int | None:
    digits = (text or "").strip()
    return min(int(digits), LARGEST_AGE_SECONDS) if _DIGITS.fullmatch(digits) else None
