"""What do the names that a page gives its boxes say about them?"""

import json
import re
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

# Names are cut at case and at everything that is no letter, so that no digit can matter.
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# A blog's article carries the names of its tags and categories: they say what it is about.
_SUBJECT = re.compile(r"\b(?:category|tag|format|status|type|topic|author|section)-[\w-]+")
# A stem shorter than this says too little inside a longer word ("ad" in "shadow").
_STEM_LENGTH = 6


def load_data(name: str) -> Any:
    """A data file of the package, read as JSON."""
    return json.loads(files("quietedit_core.data").joinpath(name).read_text(encoding="utf-8"))


_CLASS_WORDS: dict[str, list[str]] = load_data("class_words.json")
MARKS: tuple[str, ...] = tuple(_CLASS_WORDS)
MARK_BITS: dict[str, int] = {mark: 1 << index for index, mark in enumerate(MARKS)}


def mark_bits(*marks: str) -> int:
    """The set of bits for some marks."""
    return sum(MARK_BITS[mark] for mark in marks)


def _bits_by_word() -> dict[str, int]:
    bits: dict[str, int] = {}
    for mark, words in _CLASS_WORDS.items():
        for word in words:
            bits[word] = bits.get(word, 0) | MARK_BITS[mark]
    return bits


_BITS_BY_WORD = _bits_by_word()
_STEMS = {word: bits for word, bits in _BITS_BY_WORD.items() if len(word) >= _STEM_LENGTH}


@lru_cache(maxsize=32_768)
def read_marks(names: str) -> int:
    """The marks that the class and id of an element give it, as a set of bits."""
    words = [word.lower() for word in _WORD.findall(_SUBJECT.sub("", names[:600]))]
    bits = 0
    for word in words:
        bits |= _word_bits(word)
    for first, second in pairwise(words):
        bits |= _BITS_BY_WORD.get(first + second, 0)
    return bits


@lru_cache(maxsize=32_768)
def _word_bits(word: str) -> int:
    if word in _BITS_BY_WORD:
        return _BITS_BY_WORD[word]
    bits = 0
    for cut in range(_STEM_LENGTH, len(word)):
        bits |= _STEMS.get(word[:cut], 0) | _STEMS.get(word[-cut:], 0)
    return bits
