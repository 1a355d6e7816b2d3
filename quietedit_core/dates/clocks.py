"""Which time of day, in which zone, does a text name?"""

import re
from dataclasses import dataclass

from quietedit_core.dates.instants import DateDoubt, Precision
from quietedit_core.dates.vocabulary import date_words, fold_word

# No place on earth is further from Greenwich (Kiribati, Baker Island).
_OFFSET_LIMIT_MINUTES = (-12 * 60, 14 * 60)

_MERIDIEM = r"\s*(?P<meridiem>[ap]\.?\s?m\b\.?)"
_SECONDS = r"(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,20}))?"
_HOUR_AND_MINUTE = r"(?<![\d:+-])(?P<hour>\d{1,2})\s?:\s?(?P<minute>\d{2})"
_CLOCKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # 08:00, 08:00:00, 08:00:00.5, 8:00 pm; a sign before it would make it an offset
        rf"{_HOUR_AND_MINUTE}(?:\s?:\s?{_SECONDS})?(?!\d)(?:{_MERIDIEM})?",
        # 080000, 0800, 08: the basic format, only after a T
        rf"(?<=t)(?P<hour>\d{{2}})(?:(?P<minute>\d{{2}})(?:{_SECONDS})?)?(?!\d)",
        # 14h05, 14 h
        r"(?<![\d.])(?P<hour>\d{1,2})\s?h\s?(?P<minute>\d{2})?(?!\w)",
        # 14 Uhr
        r"(?<![\d.:])(?P<hour>\d{1,2})(?=\s?uhr\b)",
        # 8 pm
        rf"(?<![\d.])(?P<hour>\d{{1,2}}){_MERIDIEM}",
        # 14.05, 14.05.00: only where the date cannot be meant
        r"(?<![\d.])(?P<hour>\d{1,2})\.(?P<minute>\d{2})(?:\.(?P<second>\d{2}))?(?![\d.]*\d)",
    )
)
_OFFSET = re.compile(
    r"\s*(?:utc|gmt|ut)?\s?(?P<sign>[+-])\s?(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?(?![\d:])",
    re.IGNORECASE,
)
_NAME = re.compile(r"\s*(?:uhr|h\b)?[\s(]*([^\W\d_]{1,5})(?![^\W_])[.)]?", re.IGNORECASE)
# Names of the IANA database mean nothing without it, and it differs from machine to machine.
_REGION = re.compile(r"[\s(\[]*[A-Z][A-Za-z]{2,14}/[A-Z][\w/+-]{1,30}[)\]]?")
_COMMENT = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A time of day as it was written; `is_possible` is False for 25:00 and the like."""

    hour: int = 0
    minute: int = 0
    second: int = 0
    microsecond: int = 0
    precision: Precision = Precision.DAY
    is_possible: bool = True
    is_halved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenZone:
    minutes: int = 0
    wrong_months: frozenset[int] = frozenset()
    doubts: frozenset[DateDoubt] = frozenset()


def find_clock(text: str, *, with_dots: bool) -> tuple[Clock, WrittenZone, str]:
    """The time, the zone that stands behind it, and the text without them."""
    patterns = _CLOCKS if with_dots else _CLOCKS[:-1]
    found = next((match for pattern in patterns if (match := pattern.search(text))), None)
    clock = _clock_of(found) if found else Clock()
    before, behind = (text[: found.start()], text[found.end() :]) if found else ("", text)
    zone, rest = _find_zone(behind)
    return clock, zone, f"{before} {rest}"


def _clock_of(found: re.Match[str]) -> Clock:
    parts = found.groupdict()
    hour = int(parts["hour"])
    meridiem = parts.get("meridiem") or ""
    is_possible = not meridiem or 1 <= hour <= 12  # noqa: PLR2004 the dial
    if meridiem and is_possible:
        hour = hour % 12 + (12 if meridiem.lower().startswith("p") else 0)
    minute, second = int(parts.get("minute") or 0), int(parts.get("second") or 0)
    fraction = (parts.get("fraction") or "")[:6].ljust(6, "0")
    is_midnight = hour == 24 and minute == 0 and second == 0  # noqa: PLR2004 ISO 8601:2004
    fits = (hour < 24 and minute < 60 and second <= 60) or is_midnight  # noqa: PLR2004 the dial
    return Clock(
        hour=hour,
        minute=minute,
        second=second,
        microsecond=int(fraction),
        precision=_precision_of(parts),
        is_possible=is_possible and fits,
        is_halved=bool(meridiem),
    )


def _precision_of(parts: dict[str, str | None]) -> Precision:
    if parts.get("second"):
        return Precision.SECOND
    return Precision.MINUTE if parts.get("minute") else Precision.HOUR


def _find_zone(text: str) -> tuple[WrittenZone, str]:
    if offset := _OFFSET.match(text):
        return _zone_of_offset(offset), _COMMENT.sub(" ", text[offset.end() :])
    if region := _REGION.match(text):
        return WrittenZone(doubts=frozenset({DateDoubt.UNKNOWN_ZONE})), text[region.end() :]
    named = _NAME.match(text)
    zone = date_words().zones.get(named[1].upper()) if named else None
    if named is None or (zone is None and not _looks_like_zone(named[1])):
        return WrittenZone(doubts=frozenset({DateDoubt.NO_ZONE})), text
    rest = text[named.end() :]
    if zone is None:
        return WrittenZone(doubts=frozenset({DateDoubt.UNKNOWN_ZONE})), rest
    doubts = {DateDoubt.AMBIGUOUS_ZONE} if zone.is_ambiguous else set()
    return WrittenZone(
        minutes=zone.minutes, wrong_months=zone.wrong_months, doubts=frozenset(doubts)
    ), rest


def _looks_like_zone(word: str) -> bool:
    """Capitals behind a time; RFC 2822 gives no meaning to the military letters but Z."""
    folded = fold_word(word)
    is_date_word = folded in date_words().months or folded in date_words().weekdays
    return word.isupper() and word.isascii() and not is_date_word


def _zone_of_offset(found: re.Match[str]) -> WrittenZone:
    hours, minutes = int(found["hours"]), int(found["minutes"] or 0)
    offset = (60 * hours + minutes) * (-1 if found["sign"] == "-" else 1)
    lowest, highest = _OFFSET_LIMIT_MINUTES
    if minutes >= 60 or not lowest <= offset <= highest:  # noqa: PLR2004 the dial
        return WrittenZone(doubts=frozenset({DateDoubt.UNKNOWN_ZONE}))
    return WrittenZone(minutes=offset)
