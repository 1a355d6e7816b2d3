"""Which of many possible links hold together?

A link joins old blocks to new ones and has a gain; no block is in two links. The best selection is
found exactly: connected groups of links are independent of one another, within one every choice of
splits and merges is tried, and the pairs that remain are an assignment problem. Only past the
bounds below, which count links and never time, is a choice fixed before the others are looked at.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_TRIALS = 20_000  # links looked at in trying all choices of splits in one connected group
_STEPS = 400_000  # steps of the assignment in one connected group

Node = tuple[bool, int]  # (is new, index)


class Link(NamedTuple):
    gain: float
    old: tuple[int, ...]
    new: tuple[int, ...]


def choose_links(links: Iterable[Link]) -> list[Link]:
    chosen: list[Link] = []
    for component in _split_components(sorted(links, key=_by_gain)):
        chosen += component if len(component) == 1 else _solve(component)
    return chosen


def _by_gain(link: Link) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
    return -link.gain, link.old, link.new


def _list_nodes(link: Link) -> list[Node]:
    return [(False, i) for i in link.old] + [(True, j) for j in link.new]


def _split_components(links: Sequence[Link]) -> list[list[Link]]:
    parent: dict[Node, Node] = {}

    def find(node: Node) -> Node:
        while (above := parent.setdefault(node, node)) != node:
            parent[node] = parent[above]
            node = above
        return node

    for link in links:
        first, *others = _list_nodes(link)
        for node in others:
            parent[find(node)] = find(first)
    components: dict[Node, list[Link]] = defaultdict(list)
    for link in links:
        components[find((False, link.old[0]))].append(link)
    return list(components.values())


def _solve(links: Sequence[Link]) -> list[Link]:
    groups = [link for link in links if len(link.old) + len(link.new) > 2]  # noqa: PLR2004  a pair
    pairs = [link for link in links if len(link.old) + len(link.new) == 2]  # noqa: PLR2004  a pair
    fixed: list[Link] = []
    most = (_TRIALS // len(links)).bit_length() - 1
    while len(groups) > max(most, 0):
        fixed.append(groups[0])
        groups = _list_compatible(groups, groups[0])
        pairs = _list_compatible(pairs, fixed[-1])
    return fixed + _try_groups(groups, pairs)


def _list_compatible(links: Sequence[Link], taken: Link) -> list[Link]:
    old, new = set(taken.old), set(taken.new)
    return [link for link in links if old.isdisjoint(link.old) and new.isdisjoint(link.new)]


def _try_groups(groups: Sequence[Link], pairs: Sequence[Link]) -> list[Link]:
    """The best of taking and of leaving the first split or merge."""
    if not groups:
        return assign_pairs(pairs)
    first = groups[0]
    taking = [
        first,
        *_try_groups(_list_compatible(groups, first), _list_compatible(pairs, first)),
    ]
    if _bound_gain([*groups[1:], *pairs]) <= _sum_gain(taking):
        return taking
    leaving = _try_groups(groups[1:], pairs)
    return taking if _sum_gain(taking) >= _sum_gain(leaving) else leaving


def _bound_gain(links: Sequence[Link]) -> float:
    """More than any selection can gain: each old block takes its share of its best link."""
    best: dict[int, float] = {}
    for link in links:
        share = link.gain / len(link.old)
        for i in link.old:
            best[i] = max(best.get(i, 0.0), share)
    return sum(best.values())


def _sum_gain(links: Sequence[Link]) -> float:
    return sum(link.gain for link in links)


def assign_pairs(pairs: Sequence[Link]) -> list[Link]:
    """The selection of pairs with the highest gain, by shortest augmenting paths."""
    if len(pairs) <= 1:
        return list(pairs)
    return _Assignment(pairs).solve()


class _Assignment:
    """Sparse Jonker-Volgenant; every old block has a column of its own for staying alone."""

    def __init__(self, pairs: Sequence[Link]) -> None:
        self._links = {(link.old[0], link.new[0]): link for link in pairs}
        self._edges: dict[int, list[tuple[int, float]]] = defaultdict(list)
        for link in pairs:
            self._edges[link.old[0]].append((link.new[0], -link.gain))
        for old, edges in self._edges.items():
            edges.append((-1 - old, 0.0))
        self._row_price: dict[int, float] = {}
        self._price: dict[int, float] = defaultdict(float)
        self._row_of: dict[int, int] = {}
        self._column_of: dict[int, int] = {}
        self._steps = 0

    def solve(self) -> list[Link]:
        for old in sorted(self._edges):
            if self._steps <= _STEPS:
                self._augment(old)
            else:
                self._take_free(old)
        taken = sorted((old, new) for new, old in self._row_of.items() if new >= 0)
        return [self._links[pair] for pair in taken]

    def _take_free(self, old: int) -> None:
        free = [edge for edge in self._edges[old] if edge[0] not in self._row_of]
        self._take(old, min(free, key=lambda edge: (edge[1], edge[0]))[0])

    def _take(self, row: int, column: int) -> None:
        self._row_of[column] = row
        self._column_of[row] = column

    def _augment(self, start: int) -> None:
        self._row_price[start] = min(c - self._price[new] for new, c in self._edges[start])
        distance: dict[int, float] = {}
        came_from: dict[int, int] = {}
        done: dict[int, float] = {}
        heap: list[tuple[float, int]] = []
        row, base = start, 0.0
        while True:
            for new, cost in self._edges[row]:
                far = base + cost - self._row_price[row] - self._price[new]
                if new not in done and far < distance.get(new, float("inf")):
                    distance[new], came_from[new] = far, row
                    heapq.heappush(heap, (far, new))
            self._steps += len(self._edges[row])
            base, column = heapq.heappop(heap)
            while column in done:
                base, column = heapq.heappop(heap)
            if column not in self._row_of:
                break
            done[column] = base
            row = self._row_of[column]
        self._reprice(start, base, done)
        self._flip(start, column, came_from)

    def _reprice(self, start: int, total: float, done: dict[int, float]) -> None:
        self._row_price[start] += total
        for column, far in done.items():
            self._price[column] += far - total
            self._row_price[self._row_of[column]] += total - far

    def _flip(self, start: int, column: int, came_from: dict[int, int]) -> None:
        row = came_from[column]
        while row != start:
            freed = self._column_of[row]
            self._take(row, column)
            row, column = came_from[freed], freed
        self._take(start, column)
