"""Which spots has no rule of facts explained, and are they more text, less, or other words?"""

from collections.abc import Iterator
from dataclasses import dataclass

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.passages import Passage, Spot
from quietedit_core.classification.rules.finding import Explained, SpotKey
from quietedit_core.classification.vocabulary import Vocabulary

_LEAST_ADDED = 3
_BALANCE = 0.34
_FEW_WORDS = 3
_SAME_START = 3


@dataclass(frozen=True, slots=True)
class Rest:
    """The unexplained spots of one passage, in words gone and come."""

    passage: Passage
    keys: frozenset[SpotKey]
    spots: tuple[Spot, ...]
    gone: int
    come: int

    @property
    def is_told_anew(self) -> bool:
        return self.passage.is_told_anew and bool(self.gone and self.come)

    @property
    def is_more(self) -> bool:
        return self.come >= _LEAST_ADDED and self.gone <= _BALANCE * self.come

    @property
    def is_less(self) -> bool:
        return self.gone >= _LEAST_ADDED and self.come <= _BALANCE * self.gone


def list_rests(comparison: Comparison, explained: Explained) -> Iterator[Rest]:
    for number, passage in enumerate(comparison.passages):
        if passage.is_title:
            continue
        rest = [
            ((number, place), spot)
            for place, spot in enumerate(passage.spots)
            if not _is_explained(spot, explained.get((number, place), frozenset()))
        ]
        if len(rest) < len(passage.spots) and all(
            _follows(spot, passage, comparison.vocabulary) for _, spot in rest
        ):
            continue
        spots = tuple(spot for _, spot in rest)
        gone = sum(len(spot.old_words) for spot in spots)
        come = sum(len(spot.new_words) for spot in spots)
        if gone or come:
            yield Rest(passage, frozenset(key for key, _ in rest), spots, gone, come)


def _follows(spot: Spot, passage: Passage, vocabulary: Vocabulary) -> bool:
    """What grammar asks for once another word has changed: `is`, `does`; `savait`, `savaient`."""
    moved_from = {word.low for each in passage.spots for word in each.old_words}
    moved_to = {word.low for each in passage.spots for word in each.new_words}
    words = [
        *(word.low for word in spot.old_words if word.low not in moved_to),
        *(word.low for word in spot.new_words if word.low not in moved_from),
    ]
    if any(word in vocabulary.negations for word in words):
        return False
    small = vocabulary.function | vocabulary.articles
    others = [word for word in words if word not in small]
    is_inflected = len(spot.old_words) == len(spot.new_words) and all(
        a.low[:_SAME_START] == b.low[:_SAME_START]
        for a, b in zip(spot.old_words, spot.new_words, strict=True)
    )
    return len(words) <= 2 * _FEW_WORDS and (
        not others or (is_inflected and spot.size <= _FEW_WORDS)
    )


def _is_explained(spot: Spot, kinds: frozenset[ChangeKind]) -> bool:
    """A fact explains a short spot; of a long one it is only a part."""
    facts = kinds - {ChangeKind.NUMBER, ChangeKind.DATE_OR_TIME, ChangeKind.NAME}
    return bool(facts) or (bool(kinds) and not spot.is_large)
