"""Which days and times does a text name?

`3 pm` and `15:00` are one value. A weak moment ("morning", "before") counts beside another only.
"""

from collections.abc import Callable, Iterator, Sequence

from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.phrases import Word, read_words
from quietedit_core.classification.vocabulary import Vocabulary

_DAYS, _HOURS, _MONTHS = 31, 24, 12
_YEAR_DIGITS = 4
_LATEST_YEAR, _EARLIEST_YEAR = 2150, 1300
_DAY_SUFFIXES = (
    *("abend", "morgen", "mittag", "nacht", "nachmittag", "vormittag", "s", "früh"),
    *("avond", "ochtend", "middag", "nacht"),
)
_LINKS = frozenset({".", "th", "st", "nd", "rd", "er", "º", "of", "de", "ter"})
Read = tuple[int, str, bool]  # the word behind, the value, whether it is weak


def list_moments(words: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Mention]:
    at = 0
    while at < len(words):
        found = next((read for reader in _READERS if (read := reader(words, at, vocabulary))), None)
        if found is None:
            at += 1
            continue
        last, value, weak = found
        yield Mention(words[at].start, words[last - 1].end, value, weak)
        at = last


def list_spans_ago(text: str, vocabulary: Vocabulary) -> Iterator[Mention]:
    """Times told from now: `two days ago`, `vor zwei Tagen`."""
    for match in vocabulary.ago.finditer(text):
        amount = next((group for group in match.groups() if group), "")
        value = _number(amount, vocabulary)
        if value is not None:
            whole = match[0].lower().replace(amount.lower(), str(value), 1)
            yield Mention(match.start(), match.end(), f"ago {whole}")


def _number(text: str, vocabulary: Vocabulary) -> int | None:
    if text.isdecimal():
        return int(text)
    low = text.lower()
    if low in vocabulary.weak:
        return 1
    words = read_words(low)
    found = vocabulary.numerals.find_at(words, 0)
    return int(float(found.value)) if found and found.last == len(words) else None


def _read_figures_only(words: Sequence[Word], at: int, _: Vocabulary) -> Read | None:
    """`14.9.2024`, `14/09/2024`, `2024-09-14`."""
    for sign in "./-":
        parts = words[at].text.split(sign)
        if len(parts) == 3 and all(part.isdigit() for part in parts):  # noqa: PLR2004
            if len(parts[0]) == _YEAR_DIGITS:
                parts.reverse()
            first, second, year = map(int, parts)
            if 1 <= first <= _DAYS and 1 <= second <= _DAYS and min(first, second) <= _MONTHS:
                day, month = (first, second) if second <= _MONTHS else (second, first)
                return at + 1, f"day {month}-{day}-{year % 100}", False
    return None


def _read_day_first(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    day = _day_at(words, at)
    if day is None:
        return None
    behind = at + 1
    while behind < min(len(words), at + 3) and words[behind].low in _LINKS:
        behind += 1
    month = vocabulary.months.find_at(words, behind)
    if month is None:
        return _ordinal_day(words, at, behind, day, vocabulary)
    last, year = _year_behind(words, month.last)
    return last, f"day {month.value}-{day}{year}", False


def _ordinal_day(
    words: Sequence[Word], at: int, behind: int, day: int, vocabulary: Vocabulary
) -> Read | None:
    """`on the 20th`"""
    is_ordinal = behind > at + 1 and words[at + 1].low in {"th", "st", "nd", "rd"}
    follows = words[behind].low if behind < len(words) else "."
    ends = not follows[0].isalnum() or follows in vocabulary.function
    return (at + 2, f"day ?-{day}", False) if is_ordinal and ends else None


def _read_month(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    month = vocabulary.months.find_at(words, at)
    if month is None or not _is_month(words, at, vocabulary):
        return None
    day = _day_at(words, month.last)
    if day is not None and vocabulary.language == "en":
        last = month.last + 1
        last += last < len(words) and words[last].low in {"th", "st", "nd", "rd"}
        last, year = _year_behind(words, last)
        return last, f"day {month.value}-{day}{year}", False
    last, year = _year_behind(words, month.last)
    return last, f"month {month.value}{year}", False


def _is_month(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
    if vocabulary.language not in {"en", "de"}:
        return True
    if not words[at].is_capital:
        return False
    if words[at].low not in {"may", "march", "august"} or vocabulary.language == "de":
        return True
    before = words[at - 1].low if at else ""
    behind = words[at + 1].text if at + 1 < len(words) else ""
    return before in vocabulary.year_before | {"last", "next", "this"} or behind[:1].isdigit()


def _day_at(words: Sequence[Word], at: int) -> int | None:
    if at >= len(words) or not words[at].text.isdecimal() or len(words[at].text) > 2:  # noqa: PLR2004
        return None
    day = int(words[at].text)
    return day if 1 <= day <= _DAYS else None


def _year_behind(words: Sequence[Word], at: int) -> tuple[int, str]:
    start = at + (at < len(words) and words[at].low in {",", "de", "del"})
    if start < len(words) and _is_year(words[start].text):
        return start + 1, f"-{int(words[start].text) % 100}"
    return at, ""


def _is_year(text: str) -> bool:
    is_figure = len(text) == _YEAR_DIGITS and text.isdecimal()
    return is_figure and _EARLIEST_YEAR <= int(text) <= _LATEST_YEAR


def _read_weekday(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    if found := vocabulary.weekdays.find_at(words, at):
        return found.last, f"weekday {found.value}", False
    for suffix in _DAY_SUFFIXES if words[at].low.endswith(_DAY_SUFFIXES) else ():
        stem = words[at].low.removesuffix(suffix)
        if stem != words[at].low and stem in vocabulary.weekdays:
            part = suffix.removesuffix("s")
            number = vocabulary.weekdays.find_at([words[at]._replace(low=stem)], 0)
            return at + 1, f"weekday {number.value if number else ''}{part}", False
    return None


def _read_relative(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    found = vocabulary.relative.find_at(words, at)
    return (found.last, found.value, False) if found else None


def _read_clock(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    hour, minute, last = _clock_at(words, at, vocabulary)
    if hour is None:
        return None
    word = words[at].text
    has_minutes = minute is not None
    after = vocabulary.clock_after.find_at(words, last)
    before = vocabulary.clock_before.find_before(words, at)
    if after:
        is_hour_unit = after.value in {"heures", "heure", "horas", "hours", "h"}
        if is_hour_unit and not (before or has_minutes or words[last].start == words[last - 1].end):
            return None
        half = vocabulary.halves.get(after.value, -1)
        return after.last, _clock_value(hour, minute, half), False
    if has_minutes and (":" in word or "h" in word or before):
        return last, _clock_value(hour, minute, -1), False
    if vocabulary.clock_bare.find_before(words, at) and _ends_clock(words, last, vocabulary):
        return last, _clock_value(hour, minute, -1), False
    return None


def _ends_clock(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
    if at >= len(words):
        return True
    word = words[at]
    return (
        not word.is_word
        or (word.low in vocabulary.function)
        or (vocabulary.weekdays.find_at(words, at) is not None)
    )


def _clock_at(
    words: Sequence[Word], at: int, vocabulary: Vocabulary
) -> tuple[int | None, int | None, int]:
    word = words[at]
    parts = word.text.replace(".", ":").split(":")
    if all(part.isdecimal() for part in parts):
        return _clock_of_figures(words, at, parts)
    numeral = vocabulary.numerals.find_at(words, at)
    if numeral and numeral.value.isdecimal() and 1 <= int(numeral.value) <= _HOURS:
        return int(numeral.value), None, numeral.last
    return None, None, at


def _clock_of_figures(
    words: Sequence[Word], at: int, parts: list[str]
) -> tuple[int | None, int | None, int]:
    hour, last = int(parts[0]), at + 1
    minute = int(parts[1]) if len(parts) > 1 else None
    is_h = last + 1 < len(words) and words[last].low == "h" and words[last + 1].text.isdecimal()
    if minute is None and is_h:
        minute, last = int(words[last + 1].text), last + 2
    short = len(parts[-1]) == 2 if len(parts) > 1 else len(parts[0]) <= 2  # noqa: PLR2004
    is_clock = hour <= _HOURS and (minute or 0) < 60 and short  # noqa: PLR2004
    return (hour, minute, last) if is_clock else (None, None, at)


def _clock_value(hour: int, minute: int | None, half: int) -> str:
    if half == 12 and hour < 12:  # noqa: PLR2004  the afternoon
        hour += 12
    if half == 0 and hour == 12:  # noqa: PLR2004
        hour = 0
    return f"clock {hour % _HOURS}:{minute or 0:02}"


def _read_year(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    text = words[at].text
    if not _is_year(text):
        return None
    before = words[at - 1] if at else None
    behind = words[at + 1] if at + 1 < len(words) else None
    if behind and behind.start == words[at].end and behind.low in {"s", "er", "ern"}:
        return at + 2, f"year {text}s", False
    if before is None or behind is None:
        return None
    month_before = vocabulary.months.find_before(words, at)
    bounded = before.text in "(,-" and not behind.is_word
    led = before.low in vocabulary.year_before and not _is_counted(behind, vocabulary)
    return (at + 1, f"year {text}", False) if bounded or led or month_before else None


def _is_counted(behind: Word, vocabulary: Vocabulary) -> bool:
    """A word behind the figure that it may count: `in 1964 homes`, `von 1800 Franken`."""
    if not behind.is_word or behind.low in vocabulary.function:
        return behind.text in "%€$°"
    if vocabulary.units.find_at([behind], 0) or vocabulary.scales.find_at([behind], 0):
        return True
    return behind.is_capital if vocabulary.language == "de" else behind.low.endswith("s")


def _read_daypart(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    found = vocabulary.dayparts.find_at(words, at)
    return (found.last, found.value, True) if found else None


def _read_edge(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> Read | None:
    """`before Easter`, `Ende Oktober`: what stands before a moment belongs to it."""
    found = vocabulary.edges.find_at(words, at)
    if found is None:
        return None
    for ahead in range(found.last, min(found.last + 3, len(words))):
        readers = (
            _read_day_first,
            _read_month,
            _read_weekday,
            _read_relative,
            _read_year,
            _read_daypart,
        )
        for reader in readers:
            if read := reader(words, ahead, vocabulary):
                return read[0], f"{found.value} {read[1]}", read[2]
    return None


_READERS: tuple[Callable[[Sequence[Word], int, Vocabulary], Read | None], ...] = (
    _read_edge,
    _read_figures_only,
    _read_day_first,
    _read_month,
    _read_clock,
    _read_weekday,
    _read_relative,
    _read_year,
    _read_daypart,
)
