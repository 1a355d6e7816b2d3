"""Where in a text do the phrases of a list stand?"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

_ELISION = (
    r"(?i:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|[ads]?all|[dns]ell|coll|un|quell|quest|sant"
    r"|bell|tutt|anch|dov|nessun)'(?=\w)"
)
_WORD = re.compile(
    rf"\d+(?:[.,:'/-]\d+)*|{_ELISION}|[^\W\d_]+(?:[-'][^\W\d_]+)*|\S",
)


class Word(NamedTuple):
    start: int
    end: int
    text: str
    low: str

    @property
    def is_capital(self) -> bool:
        return self.text[:1].isupper()

    @property
    def is_word(self) -> bool:
        return self.text[:1].isalnum()


def read_words(text: str) -> list[Word]:
    """The words of a folded text; a figure with its separators is one, an elision another."""
    return [
        Word(match.start(), match.end(), match[0], match[0].lower())
        for match in _WORD.finditer(text)
    ]


class Phrase(NamedTuple):
    """A phrase found: the words `first` to `last` (without it), and what the list says of it."""

    first: int
    last: int
    value: str


class PhraseTable:
    """Phrases of one list by their first word; where several fit, the longest is found."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase, value in values.items():
            words = tuple(word.low for word in read_words(phrase))
            if words:
                self._by_first.setdefault(words[0], []).append((words, value))
        for phrases in self._by_first.values():
            phrases.sort(key=lambda item: (-len(item[0]), item[0]))

    def find_at(self, words: Sequence[Word], first: int) -> Phrase | None:
        phrases = self._by_first.get(words[first].low) if first < len(words) else None
        for phrase, value in phrases or ():
            last = first + len(phrase)
            if last <= len(words) and all(
                words[first + k].low == phrase[k] for k in range(1, len(phrase))
            ):
                return Phrase(first, last, value)
        return None

    def find_before(self, words: Sequence[Word], end: int) -> bool:
        """Whether a phrase ends right before the word `end`."""
        for first in range(max(0, end - 4), end):
            found = self.find_at(words, first)
            if found and found.last == end:
                return True
        return False

    def find_all(self, words: Sequence[Word]) -> Iterator[Phrase]:
        at = 0
        while at < len(words):
            found = self.find_at(words, at)
            if found:
                yield found
            at = found.last if found else at + 1

    def __contains__(self, phrase: str) -> bool:
        words = read_words(phrase)
        found = self.find_at(words, 0)
        return found is not None and found.last == len(words)
