"""Which quantities does a text give, and how much are they?

`12`, `twelve` and `12.0` are one value; `1.5 million` is `1,5 Mio.`; a bound ("at least") and a
unit belong to the value.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation

from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.phrases import Word
from quietedit_core.classification.vocabulary import Vocabulary

_CURRENCIES = {
    "$": "$",
    "usd": "$",
    "us$": "$",
    "€": "€",
    "eur": "€",
    "£": "£",
    "gbp": "£",
    "chf": "CHF",
    "fr": "CHF",
    "¥": "¥",
}
_SYMBOLS = {**_CURRENCIES, "%": "%", "°": "°", "‰": "‰"}
_ABBREVIATIONS = {
    "km": "km",
    "m": "m_",
    "cm": "cm",
    "mm": "mm",
    "kg": "kg",
    "g": "g",
    "ha": "ha",
    "km/h": "km/h",
    "mph": "mph",
    "kw": "kW",
    "mw": "MW",
    "pp": "pp",
}
_THOUSANDS = re.compile(r"[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*")
_GROUP = 3


def list_figures(words: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Mention]:
    at = 0
    while at < len(words):
        found = _read_figure(words, at, vocabulary)
        if found is None:
            at += 1
            continue
        last, mention = found
        yield mention
        at = last


def _read_figure(
    words: Sequence[Word], at: int, vocabulary: Vocabulary
) -> tuple[int, Mention] | None:
    amount = _read_amount(words, at, vocabulary)
    if amount is None:
        return None
    last, value, weak = amount
    if scale := _scale_at(words, last, vocabulary):
        last, value = scale[0], _multiply(value, scale[1])
    last, unit = _read_unit(words, last, vocabulary)
    first, currency = _read_currency(words, at)
    first, bound = _read_bound(words, first, vocabulary)
    sign = _read_sign(words, at)
    whole = " ".join(part for part in (bound, sign + value, unit or currency) if part)
    return last, Mention(words[first].start, words[last - 1].end, whole, weak)


def _read_amount(
    words: Sequence[Word], at: int, vocabulary: Vocabulary
) -> tuple[int, str, bool] | None:
    word = words[at]
    if word.text[0].isdigit():
        last, digits = at + 1, word.text
        while _is_spaced_group(words, last, digits):
            digits += words[last].text
            last += 1
        if last < len(words) and words[last].start == words[last - 1].end:
            last += words[last].low in {"st", "nd", "rd", "th", "er", "ème", "º"}
        return last, canonical_number(digits), False
    if ordinal := vocabulary.ordinals.find_at(words, at):
        return ordinal.last, ordinal.value, True
    numeral = vocabulary.numerals.find_at(words, at)
    if numeral and word.low not in vocabulary.weak:
        return numeral.last, numeral.value, False
    if numeral and numeral.last - numeral.first > 1:
        return numeral.last, numeral.value, False
    return (at + 1, "1", True) if word.low in vocabulary.weak else None


def _is_spaced_group(words: Sequence[Word], at: int, digits: str) -> bool:
    """`10 000` is one figure; `in 2024 300 people` is not."""
    if at >= len(words) or not digits.isdigit():
        return False
    text = words[at].text
    is_group = len(text) == _GROUP and text.isdigit() and words[at].start == words[at - 1].end + 1
    return is_group and len(words[at - 1].text) <= _GROUP and digits[0] != "0"


def canonical_number(digits: str) -> str:
    """
    >>> canonical_number("1,500"), canonical_number("1.50"), canonical_number("5-10")
    ('1500', '1.5', '5-10')
    """
    parts = re.split(r"([-/:])", digits)
    return "".join(part if part in "-/:" else _canonical_part(part) for part in parts)


def _canonical_part(digits: str) -> str:
    plain = digits.replace("'", "")
    if _THOUSANDS.fullmatch(plain):
        return re.sub(r"[.,]", "", plain)
    point = max(plain.rfind("."), plain.rfind(","))
    if point < 0 or (plain.count(plain[point]) > 1):
        return plain.lstrip("0") or "0" if plain.isdigit() and len(plain) < _GROUP else plain
    head = re.sub(r"[.,]", "", plain[:point])
    return _shortest(f"{head}.{plain[point + 1 :]}")


def _shortest(number: str) -> str:
    try:
        return f"{Decimal(number).normalize():f}"
    except InvalidOperation:
        return number


def _multiply(value: str, scale: str) -> str:
    try:
        return f"{(Decimal(value) * Decimal(scale)).normalize():f}"
    except InvalidOperation:
        return f"{value}e{scale}"


def _scale_at(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> tuple[int, str] | None:
    at += at < len(words) and words[at].text == "-" and at + 1 < len(words)
    found = vocabulary.scales.find_at(words, at)
    if found is None or (words[at].low == "m" and words[at].start != words[at - 1].end):
        return None
    last = found.last
    is_short = len(words[at].text) <= 4  # noqa: PLR2004  Mio. and its like end in a dot
    if is_short and last < len(words) and words[last].text == ".":
        last += last + 1 < len(words)
    return last, found.value


def _read_unit(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> tuple[int, str]:
    start = at + (at < len(words) and words[at].text == "-")
    if at < len(words) and words[at].low in {"de", "di", "d'"}:  # millions de francs
        start = at + 1
    if start >= len(words):
        return at, ""
    if found := vocabulary.units.find_at(words, start):
        return found.last, found.value
    low = words[start].low
    if low in _SYMBOLS or low in _ABBREVIATIONS:
        return start + 1, _SYMBOLS.get(low) or _ABBREVIATIONS[low]
    return at, ""


def _read_currency(words: Sequence[Word], at: int) -> tuple[int, str]:
    before = at - 1
    if before > 0 and words[before].text == "." and words[before - 1].low == "fr":
        before -= 1
    if before >= 0 and words[before].low in _CURRENCIES:
        return before, _CURRENCIES[words[before].low]
    return at, ""


def _read_bound(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> tuple[int, str]:
    for first in range(max(0, at - 3), at):
        found = vocabulary.bounds.find_at(words, first)
        if found and found.last == at:
            return first, found.value
    return at, ""


def _read_sign(words: Sequence[Word], at: int) -> str:
    is_sign = at > 0 and words[at - 1].text in "-+±" and words[at - 1].end == words[at].start
    is_free = at == 1 or (at > 1 and words[at - 2].end < words[at - 1].start)
    return words[at - 1].text if is_sign and is_free else ""
