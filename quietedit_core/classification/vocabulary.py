"""Which words of a language does a rule need to know?

One file a language in `quietedit_core/data/change_words`; lists are parted by `|`, forms of one
word by `/`, a word from its value by `:`. A language without a file has an empty vocabulary: the
rules then see figures, quotation marks, names and blocks, but no words.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from quietedit_core.classification.phrases import PhraseTable

LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pl", "pt")
_TEENS = 20
_FULL_NAME = 5
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    language: str
    known: frozenset[str]  # by which the language is recognised
    letters: frozenset[str]
    function: frozenset[str]
    articles: frozenset[str]
    negations: frozenset[str]
    weak: frozenset[str]
    titles: frozenset[str]
    assertions: PhraseTable
    numerals: PhraseTable
    ordinals: PhraseTable
    vague: PhraseTable
    bounds: PhraseTable
    scales: PhraseTable
    units: PhraseTable
    hedges: PhraseTable
    approximators: PhraseTable
    boosters: PhraseTable
    doubting: PhraseTable
    sayings: PhraseTable
    bylines: PhraseTable
    sources: PhraseTable
    relative: PhraseTable
    dayparts: PhraseTable
    edges: PhraseTable
    months: PhraseTable
    weekdays: PhraseTable
    clock_before: PhraseTable
    clock_bare: PhraseTable
    clock_after: PhraseTable
    halves: Mapping[str, int]
    year_before: frozenset[str]
    reported_forms: frozenset[tuple[str, str]]
    conditional_forms: frozenset[tuple[str, str]]
    variants: frozenset[tuple[str, str]]  # of spelling, in two countries
    ago: re.Pattern[str]
    note_labels: re.Pattern[str]
    note_phrases: re.Pattern[str]
    stamp_labels: re.Pattern[str]


@cache
def vocabulary_for(language: str) -> Vocabulary:
    lists = _load(f"change_words/{language}.json") if language in LANGUAGES else {}
    dates = _load("date_words.json")
    return _build(language, lists, dates)


def _load(name: str) -> dict[str, str]:
    file = files("quietedit_core").joinpath("data", *name.split("/"))
    loaded: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def _build(language: str, lists: Mapping[str, str], dates: Mapping[str, object]) -> Vocabulary:
    def words(key: str) -> list[str]:
        return [word for word in lists.get(key, "").split("|") if word]

    def table(key: str) -> PhraseTable:
        return PhraseTable(
            {form: entry.split("/")[0] for entry in words(key) for form in entry.split("/")}
        )

    sets_and_tables: dict[str, Any] = {
        **{key: frozenset(words(key)) for key in _SETS},
        **{key: table(key) for key in _TABLES},
    }
    return Vocabulary(
        language=language,
        known=_known_words(lists, dates, language),
        letters=frozenset(lists.get("letters", "")),
        **sets_and_tables,
        numerals=PhraseTable(_numerals(lists)),
        ordinals=PhraseTable(
            {
                form: f"{number}."
                for number, entry in enumerate(words("ordinals"), start=1)
                for form in entry.split("/")
            }
        ),
        scales=PhraseTable(_values(words("scales"))),
        units=PhraseTable(_values(words("units"))),
        halves={phrase: int(hours) for phrase, hours in _values(words("halves")).items()},
        months=PhraseTable(_calendar(dates, "months", language, ())),
        weekdays=PhraseTable(_calendar(dates, "weekdays", language, words("more_weekdays"))),
        reported_forms=_pairs(words("reported_forms")),
        conditional_forms=_pairs(words("conditional_forms")),
        variants=_pairs(words("variants")),
        ago=_ago_pattern(lists.get("ago", "")),
        note_labels=_label_pattern(words("note_labels")),
        note_phrases=_pattern(_notes_source(lists), lists),
        stamp_labels=_pattern(rf"^\W*(?:{_one_of(words('stamp_labels'))})(?!\w)", lists),
    )


_TELLING = (
    *("function", "articles", "negations", "numerals", "tens", "units", "vague", "hedges"),
    *("sayings", "relative", "clock_after"),
)
_SETS = ("function", "articles", "negations", "weak", "titles", "year_before")
_TABLES = (
    *("assertions", "vague", "bounds", "hedges", "approximators", "boosters", "doubting"),
    *("sayings", "sources", "relative", "dayparts", "edges", "clock_before", "clock_bare"),
    "clock_after",
    "bylines",
)


def _known_words(
    lists: Mapping[str, str], dates: Mapping[str, object], language: str
) -> frozenset[str]:
    listed = {word for key in _TELLING for word in re.split(r"[|/:]", lists.get(key, ""))}
    calendar = {
        *_calendar(dates, "months", language, ()),
        *_calendar(dates, "weekdays", language, ()),
    }
    return frozenset(word for word in (*listed, *calendar) if word and " " not in word)


def _values(entries: list[str]) -> dict[str, str]:
    split = (entry.rsplit(":", 1) for entry in entries)
    return {form: value for forms, value in split for form in forms.split("/")}


def _pairs(entries: list[str]) -> frozenset[tuple[str, str]]:
    return frozenset((first, second) for first, _, second in (e.partition(":") for e in entries))


def _one_of(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def _pattern(source: str, lists: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE) if lists else _NEVER


def _notes_source(lists: Mapping[str, str]) -> str:
    """Version phrases count anywhere if they name the article, else where a block opens."""
    openings, phrases = lists.get("note_openings", ""), lists.get("note_phrases", "")
    return rf"^\W*(?:{openings})|(?<!\w)(?:{phrases})"


def _label_pattern(labels: list[str]) -> re.Pattern[str]:
    if not labels:
        return _NEVER
    return re.compile(
        rf"^\W*(?:{_one_of(labels)})\s*(?:\([^)]{{0,40}}\)|[\d./, ]*)\s*(?::|-|\||$)", re.IGNORECASE
    )


def _ago_pattern(source: str) -> re.Pattern[str]:
    if not source:
        return _NEVER
    told = source.replace("{n}", r"([\w-]+)")
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)", re.IGNORECASE)


def _calendar(
    dates: Mapping[str, object], key: str, language: str, more: tuple[str, ...] | list[str]
) -> dict[str, str]:
    """Names in full; abbreviations mean too much else ("mar", "set", "so")."""
    languages = dates[key]
    rows = languages.get(language, []) if isinstance(languages, dict) else []
    found = {
        form: str(number)
        for number, forms in enumerate(rows, start=1)
        for place, form in enumerate(forms.split())
        if (place == 0 or len(form) >= _FULL_NAME)
        and form not in {"segunda", "terça", "quarta", "quinta", "sexta"}
    }
    extra = {
        form: str(number) for number, entry in enumerate(more, start=1) for form in entry.split("/")
    }
    return found | extra


def _numerals(lists: Mapping[str, str]) -> dict[str, str]:
    ones = [entry.split("/") for entry in lists.get("numerals", "").split("|") if entry]
    tens = [entry.split("/") for entry in lists.get("tens", "").split("|") if entry]
    found = {form: str(number) for number, forms in enumerate(ones) for form in forms}
    templates = [each for each in lists.get("compound", "").split("|") if each]
    units = [(number, form) for number, forms in enumerate(ones[1:10], 1) for form in forms]
    weak_units = [
        (1, form)
        for form in ("ein", "un", "uno", "una", "one")
        if form in lists.get("weak", "").split("|")
    ]
    for place, forms in enumerate([ones[-1] if len(ones) > _TEENS else [], *tens], start=2):
        for ten in forms:
            found.setdefault(ten, str(10 * place))
            for number, unit in (*units, *weak_units):
                for template in templates:
                    for stem in {ten, ten[:-1]} if "{ten}{unit}" in template else {ten}:
                        word = template.format(ten=stem, unit=unit)
                        found.setdefault(word, str(10 * place + number))
    for template, size in _values([e for e in lists.get("multiples", "").split("|") if e]).items():
        for number, unit in units[1:]:
            found.setdefault(template.format(unit=unit), str(number * int(size)))
    return found | _values([each for each in lists.get("more_numerals", "").split("|") if each])
