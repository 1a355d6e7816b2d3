from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.diff import matching
from quietedit_core.diff.chains import find_heaviest_chain
from quietedit_core.diff.matching import Link, choose_links

INDEX = st.integers(0, 4)
PAIR = st.tuples(st.tuples(INDEX), st.tuples(INDEX))
PARTS = INDEX.map(lambda first: (first, first + 1))
SPLIT = st.tuples(st.tuples(INDEX), PARTS)
MERGE = st.tuples(PARTS, st.tuples(INDEX))
LINKS = st.dictionaries(PAIR | PAIR | SPLIT | MERGE, st.integers(1, 20), max_size=9).map(
    lambda gains: [Link(float(gain), old, new) for (old, new), gain in gains.items()]
)


def is_consistent(links: list[Link]) -> bool:
    old = [i for link in links for i in link.old]
    new = [j for link in links for j in link.new]
    return len(old) == len(set(old)) and len(new) == len(set(new))


def best_gain(links: list[Link]) -> float:
    """By trying every selection."""
    return max(
        sum(link.gain for link in chosen)
        for size in range(len(links) + 1)
        for chosen in combinations(links, size)
        if is_consistent(list(chosen))
    )


@given(LINKS)
def test_no_selection_gains_more(links: list[Link]) -> None:
    chosen = choose_links(links)
    assert is_consistent(chosen)
    assert sum(link.gain for link in chosen) == pytest.approx(best_gain(links))


@given(LINKS)
def test_past_the_bounds_a_selection_is_still_consistent(links: list[Link]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "_STEPS", 3)
        patch.setattr(matching, "_TRIALS", 1)
        assert is_consistent(choose_links(links))


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 9)), max_size=8))
def test_no_chain_is_heavier(rows: list[tuple[int, int, int]]) -> None:
    pairs, weights = [(a, b) for a, b, _ in rows], [weight for *_, weight in rows]
    chain = find_heaviest_chain(pairs, weights)
    assert rises([pairs[k] for k in chain])
    assert sum(weights[k] for k in chain) == max(
        sum(weights[k] for k in chosen)
        for size in range(len(rows) + 1)
        for chosen in combinations(range(len(rows)), size)
        if rises(sorted(pairs[k] for k in chosen))
    )


def rises(pairs: list[tuple[int, int]]) -> bool:
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
