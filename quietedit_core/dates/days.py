"""Which day does a text name?"""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from quietedit_core.dates.instants import DateDoubt, Precision
from quietedit_core.dates.vocabulary import date_words, fold_word

_MONTHS = 12
# POSIX's window, moved by a year: 70 is 1970, 69 is 2069.
_CENTURY_TURN = 70
_JAVA_YEARS = range(100, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day of the calendar; the first of the month or year where no day was written."""

    day: date
    precision: Precision = Precision.DAY
    doubts: frozenset[DateDoubt] = frozenset()


@dataclass(frozen=True, slots=True)
class _Form:
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], Day | None]


def find_numeric_day(text: str) -> tuple[Day, str] | None:
    """A day written in figures alone, and the text without it."""
    for form in _FORMS:
        found = form.pattern.search(text)
        if found and (day := form.read(found)) is not None:
            return day, f"{text[: found.start()]} {text[found.end() :]}"
    return None


def find_worded_day(text: str) -> Day | None:
    """A day whose month is a word: `3 April 2025`, `Apr 3 25`, `2025. április 3.`, `April 2025`."""
    words = _list_words(text)
    word = _find_month_word(words)
    figures = [word for word in words if word.isdecimal()]
    if word is None or not 1 <= len(figures) <= 2:  # noqa: PLR2004 a day and a year
        return None
    return _day_of_figures(figures, date_words().months[word])


def list_weekdays(text: str) -> frozenset[int]:
    """Every weekday that the first word for one may name."""
    words = _list_words(text)
    taken = _find_month_word(words)
    found = [date_words().weekdays.get(word, frozenset()) for word in words if word != taken]
    return next((days for days in found if days), frozenset())


def _find_month_word(words: list[str]) -> str | None:
    """`mar` is March, unless another word is the month: then it is mardi, martes or martedì."""
    months = [word for word in words if word in date_words().months]
    sure = [word for word in months if word not in date_words().weekdays]
    return next(iter(sure or months), None)


def _list_words(text: str) -> list[str]:
    return [fold_word(word) for word in re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+", text)]


def _day_of_figures(figures: list[str], month: int) -> Day | None:
    if len(figures) == 1:
        has_century = len(figures[0]) == 4  # noqa: PLR2004 a year in full
        return _month_alone(int(figures[0]), month) if has_century else None
    first, second = figures
    day, year = (second, first) if len(first) > 2 else (first, second)  # noqa: PLR2004 no day
    return _day_of(year, month, int(day)) if len(day) <= 2 else None  # noqa: PLR2004 no day


def _day_of(
    year: str, month: int, day: int, doubts: frozenset[DateDoubt] = frozenset()
) -> Day | None:
    """A day past the end of its month is its last day, with a doubt: someone miscounted."""
    full_year, year_doubts = _full_year(year)
    if not 1 <= full_year <= 9999 or not 1 <= month <= _MONTHS or not 1 <= day <= 31:  # noqa: PLR2004 the calendar
        return None
    last = calendar.monthrange(full_year, month)[1]
    impossible = {DateDoubt.IMPOSSIBLE} if day > last else set()
    return Day(day=date(full_year, month, min(day, last)), doubts=doubts | year_doubts | impossible)


def _full_year(year: str) -> tuple[int, frozenset[DateDoubt]]:
    number = int(year)
    if len(year) == 3 and number in _JAVA_YEARS:  # noqa: PLR2004 RFC 2822, 4.3: years since 1900
        return 1900 + number, frozenset({DateDoubt.TWO_DIGIT_YEAR})
    if len(year) > 2:  # noqa: PLR2004 written in full
        return number, frozenset()
    century = 1900 if number >= _CENTURY_TURN else 2000
    return century + number, frozenset({DateDoubt.TWO_DIGIT_YEAR})


def _month_alone(year: int, month: int) -> Day | None:
    if not 1 <= year <= 9999 or not 1 <= month <= _MONTHS:  # noqa: PLR2004 the calendar
        return None
    return Day(day=date(year, month, 1), precision=Precision.MONTH)


def _read_year_first(found: re.Match[str]) -> Day | None:
    return _day_of(found["year"], int(found["month"]), int(found["day"]))


def _read_day_first(found: re.Match[str]) -> Day | None:
    """With dots the day comes first; with other signs it may be the month."""
    first, second = int(found["first"]), int(found["second"])
    if second > _MONTHS >= first:
        return _day_of(found["year"], first, second)
    is_short = len(found["year"]) == 2 and found["sign"] == "-"  # noqa: PLR2004 or the year is first
    is_open = found["sign"] != "." and first <= _MONTHS and first != second
    doubts = frozenset({DateDoubt.DAY_OR_MONTH}) if is_open or is_short else frozenset()
    return _day_of(found["year"], second, first, doubts)


def _read_week(found: re.Match[str]) -> Day | None:
    try:
        day = date.fromisocalendar(int(found["year"]), int(found["week"]), int(found["day"] or 1))
    except ValueError:
        return None
    return Day(day=day)


def _read_ordinal(found: re.Match[str]) -> Day | None:
    year, number = int(found["year"]), int(found["number"])
    if year < 1 or not 1 <= number <= 365 + calendar.isleap(year):
        return None
    return Day(day=date(year, 1, 1) + timedelta(days=number - 1))


def _read_month(found: re.Match[str]) -> Day | None:
    return _month_alone(int(found["year"]), int(found["month"]))


def _read_year(found: re.Match[str]) -> Day | None:
    year = int(found["year"])
    return Day(day=date(year, 1, 1), precision=Precision.YEAR) if year else None


_YEAR = r"(?<![\d.:/-])(?P<year>\d{4})"
_END = r"(?![\d/])"
_DAY_FIRST = r"(?<![\d.:/-])(?P<first>\d{1,2})(?P<sign>[-./])\s?(?P<second>\d{1,2})(?P=sign)\s?"
_YEAR_FIRST = rf"{_YEAR}(?P<sign>[-./])\s?(?P<month>\d{{1,2}})(?P=sign)\s?(?P<day>\d{{1,2}})\.?"
_FORMS = tuple(
    _Form(re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (rf"{_YEAR_FIRST}{_END}", _read_year_first),
        (rf"{_YEAR}-?W(?P<week>\d{{2}})(?:-?(?P<day>[1-7]))?{_END}", _read_week),
        (rf"{_YEAR}(?P<month>\d{{2}})(?P<day>\d{{2}}){_END}", _read_year_first),
        (rf"{_YEAR}-?(?P<number>\d{{3}}){_END}(?!:)", _read_ordinal),
        (rf"{_DAY_FIRST}(?P<year>\d{{4}}|\d{{2}}){_END}(?!:)", _read_day_first),
        (rf"^\s*{_YEAR}[-/](?P<month>\d{{2}})(?![\d:/-])", _read_month),
        (r"^\s*(?P<year>[12]\d{3})\s*$", _read_year),
    )
)
