"""Which blocks stand unchanged, and which of several identical ones is which?

A text that stands once on each side is a fixed point. Identical blocks are told apart by the fixed
points they stand between, and by their neighbours.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import LCSseq

from quietedit_core.diff.chains import find_heaviest_chain

# Identical blocks in one gap: above it the compiled alignment decides, blind to neighbours.
_WEIGHED_PAIRS = 4096
_SAME = 4
_LONG_TEXT = 60  # letters; shorter ones (a stamp, "Read more") do not move, they come and go


@dataclass(frozen=True, slots=True)
class Texts:
    """Both sides, every text as a number; equal numbers are equal texts."""

    old: Sequence[int]
    new: Sequence[int]
    sizes: Sequence[int]  # letters of each text, by its number
    repeated: frozenset[int] = field(default_factory=frozenset)  # on both sides, more than once


def number_texts(old: Sequence[str], new: Sequence[str]) -> Texts:
    numbers: dict[str, int] = {}
    x = [numbers.setdefault(text, len(numbers)) for text in old]
    y = [numbers.setdefault(text, len(numbers)) for text in new]
    count_x, count_y = Counter(x), Counter(y)
    repeated = frozenset(k for k in count_x.keys() & count_y.keys() if count_x[k] + count_y[k] > 2)  # noqa: PLR2004  once on each side
    return Texts(x, y, [len(text) for text in numbers], repeated)


def link_unique(texts: Texts) -> dict[int, int]:
    places = {text: j for j, text in enumerate(texts.new)}
    return {
        i: places[text]
        for i, text in enumerate(texts.old)
        if text in places and text not in texts.repeated
    }


def find_spine(texts: Texts, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those pairs that keep their order, by weight of text."""
    weights = [texts.sizes[texts.old[i]] + texts.sizes[texts.new[j]] + 1 for i, j in pairs]
    return [pairs[k] for k in find_heaviest_chain(pairs, weights)]


def link_repeated(
    texts: Texts,
    spine: Sequence[tuple[int, int]],
    taken_old: frozenset[int],
    taken_new: frozenset[int],
) -> dict[int, int]:
    """Identical blocks by place: within each gap of the spine, then long ones in their order."""
    if not texts.repeated:
        return {}
    old = [i for i, text in enumerate(texts.old) if text in texts.repeated and i not in taken_old]
    new = [j for j, text in enumerate(texts.new) if text in texts.repeated and j not in taken_new]
    placing = _Placing(texts, dict(spine))
    at_old = at_new = 0
    for i, j in [*spine, (len(texts.old), len(texts.new))]:
        end_old, end_new = _find_end(old, at_old, i), _find_end(new, at_new, j)
        if at_old < end_old and at_new < end_new:
            placing.link_gap(old[at_old:end_old], new[at_new:end_new])
        at_old, at_new = end_old, end_new
    placing.link_moved(old, new)
    return placing.links


def _find_end(indices: Sequence[int], start: int, limit: int) -> int:
    while start < len(indices) and indices[start] < limit:
        start += 1
    return start


class _Placing:
    def __init__(self, texts: Texts, spine: dict[int, int]) -> None:
        self._texts = texts
        self._known = spine | {-1: -1, len(texts.old): len(texts.new)}
        self.links: dict[int, int] = {}

    def link_gap(self, old: Sequence[int], new: Sequence[int]) -> None:
        if len(old) * len(new) <= _WEIGHED_PAIRS:
            pairs = self._align_weighed(old, new)
        else:
            pairs = self._align_compiled(old, new)
        self.links.update(pairs)

    def link_moved(self, old: Sequence[int], new: Sequence[int]) -> None:
        free: dict[int, list[int]] = defaultdict(list)
        taken = set(self.links.values())
        for j in reversed(new):
            if j not in taken:
                free[self._texts.new[j]].append(j)
        for i in old:
            text = self._texts.old[i]
            if i not in self.links and free[text] and self._texts.sizes[text] >= _LONG_TEXT:
                self.links[i] = free[text].pop()

    def _align_compiled(self, old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
        x, y = [self._texts.old[i] for i in old], [self._texts.new[j] for j in new]
        blocks = LCSseq.editops(x, y).as_matching_blocks()
        return [(old[b.a + k], new[b.b + k]) for b in blocks for k in range(b.size)]

    def _align_weighed(self, old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
        """Longest common selection, where a pair counts more if its neighbours match too."""
        score = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
        for a in range(len(old) - 1, -1, -1):
            row, below = score[a], score[a + 1]
            for b in range(len(new) - 1, -1, -1):
                pair = self._weigh(old[a], new[b])
                row[b] = max(below[b], row[b + 1], below[b + 1] + pair if pair else 0)
        pairs = []
        a = b = 0
        while a < len(old) and b < len(new):
            pair = self._weigh(old[a], new[b])
            if pair and score[a][b] == score[a + 1][b + 1] + pair:
                pairs.append((old[a], new[b]))
                a, b = a + 1, b + 1
            elif score[a][b] == score[a + 1][b]:
                a += 1
            else:
                b += 1
        return pairs

    def _weigh(self, i: int, j: int) -> int:
        if self._texts.old[i] != self._texts.new[j]:
            return 0
        return _SAME + self._is_neighbour(i - 1, j - 1) + self._is_neighbour(i + 1, j + 1)

    def _is_neighbour(self, i: int, j: int) -> bool:
        if self._known.get(i) == j:
            return True
        inside = 0 <= i < len(self._texts.old) and 0 <= j < len(self._texts.new)
        return inside and self._texts.old[i] == self._texts.new[j]
