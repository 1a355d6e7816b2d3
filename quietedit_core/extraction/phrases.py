"""Which stock phrases of furniture does a text use?"""

import re
from collections.abc import Sequence

from quietedit_core.extraction.vocabulary import load_data


def _phrases_by_first_word() -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    phrases: dict[str, list[str]] = load_data("furniture_phrases.json")
    for index, words in enumerate(phrases.values()):
        for phrase in dict.fromkeys(words):
            first = _PHRASE_WORD.findall(phrase)[0]
            found.setdefault(first, []).append((phrase, index))
    return found


_PHRASE_WORD = re.compile(r"[^\W\d_]+|©")
PHRASE_GROUPS: tuple[str, ...] = tuple(load_data("furniture_phrases.json"))
_PHRASES_BY_FIRST_WORD = _phrases_by_first_word()
_FIRST_WORDS = frozenset(_PHRASES_BY_FIRST_WORD)
# Furniture says what it is at once.
_REACH = 240
_OPENING = 3
OPENS, HOLDS = 2, 1
NOTHING_SAID: Sequence[float] = (0,) * len(PHRASE_GROUPS)
_NO_LETTER = re.compile(r"[\W\d_]+")


def find_phrases(plain: str) -> Sequence[float]:
    """For every group: OPENS where the text begins with a phrase of it, HOLDS where it has one."""
    lowered = plain[:_REACH].lower()
    firsts = _FIRST_WORDS.intersection(_PHRASE_WORD.findall(lowered))
    if not firsts:
        return NOTHING_SAID
    said = list(NOTHING_SAID)
    for first in firsts:
        for phrase, index in _PHRASES_BY_FIRST_WORD[first]:
            place = lowered.find(phrase)
            if place >= 0:
                said[index] = max(said[index], OPENS if place < _OPENING else HOLDS)
    return said


def letters(text: str) -> str:
    return _NO_LETTER.sub("", text).lower()
