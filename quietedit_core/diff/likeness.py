"""How much does it say that two blocks share words, and where they stand?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

# Share of words that two paragraphs of one article have in common by chance. It lies below every
# floor of `pairs`, so that no link has a loss.
_STRANGER = 0.33
_CROSSED = 0.1  # words that each gap between fixed points costs, up to
_FAR_GAPS = 8
_APART = 1e-7  # squared, so that pairs that are alike keep their order
_SAME_TIME = 2.0  # words that a ticker entry's own time is worth


class Mark(NamedTuple):
    """What a block is, apart from its text; `time` is a ticker entry's own, verbatim."""

    kind: str = "paragraph"
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The blocks of one side that have no partner yet, by index."""

    words: Mapping[int, str]  # one character a word
    gaps: Mapping[int, int]  # between which fixed points it stands
    expected: Mapping[int, tuple[int, ...]]  # where its unchanged neighbours say it should now be
    marks: Mapping[int, Mark]
    closed: frozenset[int]  # holds a line break: may be no part of a split or merge


def is_in_place(old: Side, new: Side, i: int, j: int) -> bool:
    return old.gaps[i] == new.gaps[j] or j in old.expected[i] or i in new.expected[j]


def is_same_time(old: Side, new: Side, i: int, j: int) -> bool:
    return old.marks[i].time == new.marks[j].time != ""


def measure_gain(common: int, both: int) -> float:
    """Words that need not be told anew, less what strangers share."""
    return 2 * common - _STRANGER * both


def measure_distance(old: Side, new: Side, i: int, j: int) -> float:
    """What a link costs by its places, in words; it only decides between links that are alike."""
    if is_same_time(old, new, i, j):
        return -_SAME_TIME
    beside = is_in_place(old, new, i, j)
    crossed = 0 if beside else min(abs(old.gaps[i] - new.gaps[j]), _FAR_GAPS)
    return _CROSSED * crossed + _APART * (i - j) ** 2
