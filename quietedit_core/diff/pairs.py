"""Which block may be which, edited?"""

from collections.abc import Mapping
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from quietedit_core.diff.candidates import list_candidates
from quietedit_core.diff.likeness import (
    Side,
    is_in_place,
    is_same_time,
    measure_distance,
    measure_gain,
)
from quietedit_core.diff.matching import Link

Shared = Mapping[tuple[int, int], int]  # words in common, in order, of an old and a new block


@dataclass(frozen=True, slots=True)
class Floor:
    """The least share of common words for a link, in its place and out of it."""

    in_place: float
    moved: float
    moved_words: int  # fewer words than these move only unchanged


FLOORS: Mapping[str, Floor] = {
    "paragraph": Floor(0.40, 0.60, 6),
    "heading": Floor(0.34, 0.75, 4),
    "list_item": Floor(0.40, 0.70, 5),
    "quotation": Floor(0.40, 0.60, 6),
    "caption": Floor(0.40, 0.70, 5),
    "table_row": Floor(0.50, 0.80, 5),
    "ticker_entry": Floor(0.40, 0.70, 6),
}


def compare_blocks(old: Side, new: Side) -> Shared:
    return {
        (i, j): LCSseq.similarity(old.words[i], new.words[j])
        for i, j in list_candidates(old.words, new.words)
    }


def propose_pairs(old: Side, new: Side, shared: Shared) -> list[Link]:
    rated = [_rate_pair(old, new, i, j, common) for (i, j), common in shared.items()]
    return [link for link in rated if link is not None]


def _rate_pair(old: Side, new: Side, i: int, j: int, common: int) -> Link | None:
    both = len(old.words[i]) + len(new.words[j])
    floor = _find_floor(old, new, i, j, both)
    if not both or 2 * common < floor * both:
        return None
    return Link(measure_gain(common, both) - measure_distance(old, new, i, j), (i,), (j,))


def _find_floor(old: Side, new: Side, i: int, j: int, both: int) -> float:
    floors = FLOORS[old.marks[i].kind], FLOORS[new.marks[j].kind]
    if is_in_place(old, new, i, j) or is_same_time(old, new, i, j):
        return max(floor.in_place for floor in floors)
    if both < 2 * max(floor.moved_words for floor in floors):
        return 1.0
    return max(floor.moved for floor in floors)
