"""Which of these pairs stand in the same order on both sides?"""

from collections.abc import Sequence


def find_heaviest_chain(pairs: Sequence[tuple[int, int]], weights: Sequence[int]) -> list[int]:
    """Positions of those pairs that rise on both sides and together weigh most."""
    order = sorted(range(len(pairs)), key=lambda k: (pairs[k][0], -pairs[k][1]))
    best = _HighestBefore(1 + max((b for _, b in pairs), default=0))
    total = [0] * len(pairs)
    previous = [-1] * len(pairs)
    for k in order:
        before, previous[k] = best.find(pairs[k][1])
        total[k] = before + weights[k]
        best.raise_to(pairs[k][1], total[k], k)
    at = best.find(best.size)[1]
    chain = []
    while at >= 0:
        chain.append(at)
        at = previous[at]
    return chain[::-1]


class _HighestBefore:
    """A Fenwick tree: the highest value below a position, and who set it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._tree = [(0, -1)] * (size + 1)

    def find(self, position: int) -> tuple[int, int]:
        highest = (0, -1)
        while position > 0:
            if self._tree[position][0] > highest[0]:
                highest = self._tree[position]
            position &= position - 1
        return highest

    def raise_to(self, position: int, value: int, owner: int) -> None:
        position += 1
        while position <= self.size:
            if value > self._tree[position][0]:
                self._tree[position] = (value, owner)
            position += position & -position
