"""Which block may be several on the other side?"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from quietedit_core.diff.likeness import Side, measure_distance, measure_gain
from quietedit_core.diff.matching import Link
from quietedit_core.diff.pairs import Shared

_MOST_PARTS = 4
_FOREIGN_BETWEEN = 3  # blocks that may stand between two parts
_FOREIGN = 0.5  # words that each of them costs
_GROUP_FLOOR = 0.6  # share of common words, all parts together
_PART_FLOOR = 0.5  # share of a part's words that no other part brings
_SMALL_PART = 6  # words; a few are easily found in a long text, so more of them must be
_SMALL_PART_FLOOR = 0.8


def propose_splits(old: Side, new: Side, shared: Shared) -> list[Link]:
    return [Link(gain, (whole,), parts) for gain, whole, parts in _list_groups(old, new, shared)]


def propose_merges(old: Side, new: Side, shared: Shared) -> list[Link]:
    turned = {(j, i): common for (i, j), common in shared.items()}
    return [Link(gain, parts, (whole,)) for gain, whole, parts in _list_groups(new, old, turned)]


class _Group(NamedTuple):
    gain: float
    whole: int
    parts: tuple[int, ...]


def _list_groups(whole_side: Side, part_side: Side, shared: Shared) -> list[_Group]:
    parts_of: dict[int, list[_Part]] = defaultdict(list)
    for (whole, place), common in shared.items():
        part = _Part(place, len(part_side.words[place]), common)
        if part.is_at_home() and place not in part_side.closed and whole not in whole_side.closed:
            parts_of[whole].append(part)
    groups = []
    for whole, parts in sorted(parts_of.items()):
        for run in _list_runs(sorted(parts), len(whole_side.words[whole])):
            gain = _rate_group(whole_side, part_side, whole, run)
            if gain is not None:
                groups.append(_Group(gain, whole, run))
    return groups


class _Part(NamedTuple):
    place: int
    size: int
    common: int  # words that it shares with the whole

    def is_at_home(self) -> bool:
        return self.common >= _PART_FLOOR * self.size > 0

    def leaves_room(self, other: "_Part", whole: int) -> bool:
        """Whether another part can still bring its due to a whole of that many words."""
        return self.common + _PART_FLOOR * other.size <= whole


def _list_runs(parts: Sequence[_Part], whole: int) -> Iterable[tuple[int, ...]]:
    for start, part in enumerate(parts):
        for run in _extend((part,), parts[start + 1 :], whole):
            yield tuple(part.place for part in run)


def _extend(
    run: tuple[_Part, ...], later: Sequence[_Part], whole: int
) -> Iterable[tuple[_Part, ...]]:
    for at, part in enumerate(later):
        if part.place - run[-1].place > _FOREIGN_BETWEEN + 1:
            return
        if all(a.leaves_room(part, whole) and part.leaves_room(a, whole) for a in run):
            longer = (*run, part)
            yield longer
            if len(longer) < _MOST_PARTS:
                yield from _extend(longer, later[at + 1 :], whole)


def _rate_group(
    whole_side: Side, part_side: Side, whole: int, run: tuple[int, ...]
) -> float | None:
    text = whole_side.words[whole]
    parts = [part_side.words[part] for part in run]
    together = "".join(parts)
    common = LCSseq.similarity(text, together)
    both = len(text) + len(together)
    if 2 * common < _GROUP_FLOOR * both:
        return None
    for at, part in enumerate(parts):
        without = LCSseq.similarity(text, "".join(parts[:at] + parts[at + 1 :]))
        floor = _PART_FLOOR if len(part) >= _SMALL_PART else _SMALL_PART_FLOOR
        if common - without < floor * len(part):
            return None
    foreign = run[-1] - run[0] - len(run) + 1
    return (
        measure_gain(common, both)
        - measure_distance(whole_side, part_side, whole, run[0])
        - _FOREIGN * foreign
    )
