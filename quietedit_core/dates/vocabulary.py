"""Which month, weekday or zone does a word name?

The words stand in `quietedit_core/data/date_words.json`, by language; all are compared folded,
without case and accents.
"""

import json
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """`wrong_months` are those in which its region surely keeps another time."""

    minutes: int
    wrong_months: frozenset[int] = frozenset()
    is_ambiguous: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DateWords:
    months: dict[str, int]
    weekdays: dict[str, frozenset[int]]
    zones: dict[str, Zone]


def fold_word(word: str) -> str:
    """Without case, accents and the Turkish dotless i."""
    decomposed = unicodedata.normalize("NFKD", word.casefold()).replace("ı", "i")
    return "".join(unit for unit in decomposed if not unicodedata.combining(unit))


@cache
def date_words() -> DateWords:
    file = resources.files("quietedit_core") / "data" / "date_words.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    return DateWords(
        months=_read_months(data["months"]),
        weekdays=_read_weekdays(data["weekdays"]),
        zones={
            name: _read_zone(zone, data["wrong_months"]) for name, zone in data["zones"].items()
        },
    )


def _read_months(languages: dict[str, list[str]]) -> dict[str, int]:
    return {
        fold_word(word): number
        for months in languages.values()
        for number, words in enumerate(months, start=1)
        for word in words.split()
    }


def _read_weekdays(languages: dict[str, list[str]]) -> dict[str, frozenset[int]]:
    """One short word can be two days in two languages: `so` is Sunday and Saturday."""
    found: dict[str, set[int]] = {}
    for days in languages.values():
        for number, words in enumerate(days):
            for word in words.split():
                found.setdefault(fold_word(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def _read_zone(zone: dict[str, Any], wrong_months: dict[str, list[int]]) -> Zone:
    sign = -1 if zone["offset"].startswith("-") else 1
    hours, minutes = zone["offset"].lstrip("+-").split(":")
    return Zone(
        minutes=sign * (60 * int(hours) + int(minutes)),
        wrong_months=frozenset(wrong_months.get(zone.get("season", ""), ())),
        is_ambiguous=zone.get("ambiguous", False),
    )
