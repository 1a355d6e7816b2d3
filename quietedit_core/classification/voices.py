"""Who is made to say it, and where in the text does it say so?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quietedit_core.classification.phrases import Word
from quietedit_core.classification.vocabulary import Vocabulary

_REACH_BEFORE, _REACH_AFTER, _REACH_SOURCE = 5, 6, 7
_BREAKS = frozenset('.,;:!?"()-\n')
_AUXILIARIES = frozenset(
    [
        *("a", "ont", "ha", "hanno", "han", "hat", "haben", "hatte", "habe", "avait", "had", "has"),
        *("have", "aveva", "había", "tem"),
    ]
)
_SUBCLAUSE = frozenset(
    ["that", "dass", "que", "che", "qu'", "dat", "że", "ob", "whether", "if", "se", "si"]
)


@dataclass(frozen=True, slots=True)
class Voice:
    """The words that attribute (`start:end`), and where their source stands, before or behind."""

    start: int
    end: int
    value: str
    is_doubting: bool
    regions: tuple[tuple[int, int], ...]


def list_voices(words: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Voice]:
    for found in vocabulary.sources.find_all(words):
        behind = _stretch(words, found.last, _REACH_SOURCE)
        before = _before(words, found.first) if found.value in {"zufolge", "gemäss"} else ()
        yield _voice(words, found.first, found.last, found.value, False, (*behind, *before))  # noqa: FBT003
    for found in vocabulary.sayings.find_all(words):
        is_doubting = vocabulary.doubting.find_at(words, found.first) is not None
        regions = (*_subject(words, found.first, found.last, vocabulary),)
        yield _voice(words, found.first, found.last, found.value, is_doubting, regions)


def _voice(  # noqa: PLR0917
    words: Sequence[Word],
    first: int,
    last: int,
    value: str,
    is_doubting: bool,  # noqa: FBT001
    regions: tuple[tuple[int, int], ...],
) -> Voice:
    return Voice(words[first].start, words[last - 1].end, value, is_doubting, regions)


def _subject(
    words: Sequence[Word], first: int, last: int, vocabulary: Vocabulary
) -> Iterator[tuple[int, int]]:
    lead = first
    while lead > 0 and words[lead - 1].low in _AUXILIARIES:
        lead -= 1
    inverted = lead == 0 or words[lead - 1].text in _BREAKS
    if inverted or vocabulary.language in {"de", "nl", "pl"}:
        yield from _stretch(words, last, _REACH_AFTER if inverted else 4)
    if not inverted:
        yield from _before(words, lead)


def _stretch(words: Sequence[Word], first: int, reach: int) -> Iterator[tuple[int, int]]:
    last = first
    while last < min(len(words), first + reach):
        if words[last].text in _BREAKS or words[last].low in _SUBCLAUSE:
            break
        last += 1
    if last > first:
        yield words[first].start, words[last - 1].end


def _before(words: Sequence[Word], end: int) -> tuple[tuple[int, int], ...]:
    first = end
    while first > max(0, end - _REACH_BEFORE) and words[first - 1].text not in _BREAKS:
        first -= 1
    return ((words[first].start, words[end - 1].end),) if first < end else ()
