"""Which instant does a text from outside mean?

Formats: RFC 822 and 2822, RFC 3339 and ISO 8601, W3C-DTF, RFC 850, asctime, what databases and
JavaScript print, and dates in words. What is missing or odd is a doubt beside the instant.
"""

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta

from quietedit_core.dates.clocks import Clock, WrittenZone, find_clock
from quietedit_core.dates.days import Day, find_numeric_day, find_worded_day, list_weekdays
from quietedit_core.dates.instants import FUTURE_TOLERANCE, DateDoubt, ParsedDate, Precision

_LENGTH_LIMIT_CHARACTERS = 120
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# What stands for "no date" in databases lies at or before the first day of the epoch.
_PLACEHOLDERS_END = _EPOCH + timedelta(days=1)
_COUNT = re.compile(r"(\d{9,10}|\d{13}|\d{16})(?:\.(\d{1,9}))?")
_COMPACT = re.compile(r"((?:19|20)\d{6})(\d{4}(?:\d{2})?)")
_SIGNS = str.maketrans("−–—‐‑.．：\u00a0\u202f\u2009", "-----..:   ")


def parse_date(text: str, *, seen_at: datetime) -> ParsedDate | None:
    """Read a date in whatever form; None where there is none. Never raises.

    `seen_at` (aware) is when the text was fetched: an instant more than an hour after it is
    doubted. An impossible day (31 February) is the last of its month with a doubt; an impossible
    time is left out with a doubt; a missing zone is UTC with a doubt.
    """
    plain = _normalise(text)
    if not plain or len(plain) > _LENGTH_LIMIT_CHARACTERS:
        return None
    parsed = _read_count(plain) or _read_calendar(_COMPACT.sub(r"\1T\2", plain))
    if parsed is None:
        return None
    doubts = set(parsed.doubts)
    if parsed.instant < _PLACEHOLDERS_END:
        doubts.add(DateDoubt.PLACEHOLDER)
    if parsed.instant > seen_at + FUTURE_TOLERANCE:
        doubts.add(DateDoubt.FUTURE)
    return ParsedDate(parsed.instant, parsed.precision, frozenset(doubts))


def _normalise(text: str) -> str:
    """Figures of every script in ASCII, signs and spaces of one kind."""
    head = text[: 4 * _LENGTH_LIMIT_CHARACTERS].translate(_SIGNS)
    figures = (_figure(character) for character in head)
    return " ".join("".join(figures).split())


def _figure(character: str) -> str:
    value = unicodedata.decimal(character, None)
    if value is not None:
        return str(value)
    return "" if unicodedata.category(character) == "Cf" else character


def _read_count(text: str) -> ParsedDate | None:
    """Seconds, milliseconds or microseconds since 1970, told apart by their length."""
    found = _COUNT.fullmatch(text)
    if found is None:
        return None
    scale = {13: 1_000, 16: 1_000_000}.get(len(found[1]), 1)
    microseconds = int(found[1]) * 1_000_000 // scale
    if scale == 1:
        microseconds += int((found[2] or "")[:6].ljust(6, "0"))
    return ParsedDate(_EPOCH + timedelta(microseconds=microseconds), Precision.SECOND, frozenset())


def _read_calendar(text: str) -> ParsedDate | None:
    if numeric := find_numeric_day(text):
        day, rest = numeric
        clock, zone, words = find_clock(rest, with_dots=True)
    else:
        clock, zone, words = find_clock(text, with_dots=False)
        worded = find_worded_day(words)
        if worded is None:
            clock, zone, words = find_clock(text, with_dots=True)
            worded = find_worded_day(words)
        if worded is None:
            return None
        day = worded
    return _combine(_month_first(day, clock), clock, zone, list_weekdays(words))


def _month_first(day: Day, clock: Clock) -> Day:
    """Who writes am and pm writes the month first."""
    is_open = DateDoubt.DAY_OR_MONTH in day.doubts and day.day.day <= 12  # noqa: PLR2004 months
    if not clock.is_halved or not is_open:
        return day
    swapped = date(day.day.year, day.day.day, day.day.month)
    return Day(day=swapped, precision=day.precision, doubts=day.doubts)


def _combine(
    day: Day, clock: Clock, zone: WrittenZone, weekdays: frozenset[int]
) -> ParsedDate | None:
    doubts = set(day.doubts | zone.doubts)
    if not clock.is_possible:
        doubts.add(DateDoubt.IMPOSSIBLE)
        clock = Clock()
    if clock.second == 60:  # noqa: PLR2004 a leap second is the start of the next minute
        doubts.add(DateDoubt.LEAP_SECOND)
    if weekdays and day.precision is Precision.DAY and day.day.weekday() not in weekdays:
        doubts.add(DateDoubt.WRONG_WEEKDAY)
    if day.day.month in zone.wrong_months:
        doubts.add(DateDoubt.ZONE_OUT_OF_SEASON)
    midnight = datetime(day.day.year, day.day.month, day.day.day, tzinfo=UTC)
    try:
        instant = midnight + _since_midnight(clock) - timedelta(minutes=zone.minutes)
    except OverflowError:
        return None
    is_finer = day.precision is Precision.DAY
    return ParsedDate(instant, clock.precision if is_finer else day.precision, frozenset(doubts))


def _since_midnight(clock: Clock) -> timedelta:
    return timedelta(
        hours=clock.hour,
        minutes=clock.minute,
        seconds=clock.second,
        microseconds=clock.microsecond,
    )
