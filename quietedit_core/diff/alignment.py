"""Which block became which?"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

from quietedit_core.diff.exact import Texts, find_spine, link_repeated, link_unique, number_texts
from quietedit_core.diff.likeness import Mark, Side
from quietedit_core.diff.matching import Link, choose_links
from quietedit_core.diff.pairs import compare_blocks, propose_pairs
from quietedit_core.diff.splits import propose_merges, propose_splits
from quietedit_core.diff.tokens import Alphabet, list_words

Joined = tuple[tuple[int, ...], tuple[int, ...]]  # old indices, new indices


def align_blocks(
    old: Sequence[str], new: Sequence[str], old_marks: Sequence[Mark], new_marks: Sequence[Mark]
) -> list[Joined]:
    """Links between blocks, no block in two of them, in the order of the old side."""
    texts = number_texts(_name_texts(old, old_marks), _name_texts(new, new_marks))
    unique = sorted(link_unique(texts).items())
    spine = find_spine(texts, unique)
    same = dict(unique) | link_repeated(
        texts, spine, frozenset(i for i, _ in unique), frozenset(j for _, j in unique)
    )
    joined: list[Joined] = []
    if len(same) < len(old) and len(same) < len(new):
        spine = find_spine(texts, sorted(same.items())) if texts.repeated else spine
        alphabet, back = Alphabet(), {j: i for i, j in same.items()}
        links = choose_links(
            _propose_links(
                _open_side(old, old_marks, same, [i for i, _ in spine], alphabet),
                _open_side(new, new_marks, back, [j for _, j in spine], alphabet),
            )
        )
        joined = [(link.old, link.new) for link in links]
    if texts.repeated:
        same = _place_again(texts, dict(unique), joined)
    return sorted(joined + [((i,), (j,)) for i, j in same.items()])


def _propose_links(old: Side, new: Side) -> list[Link]:
    shared = compare_blocks(old, new)
    return [
        *propose_pairs(old, new, shared),
        *propose_splits(old, new, shared),
        *propose_merges(old, new, shared),
    ]


def _name_texts(texts: Sequence[str], marks: Sequence[Mark]) -> list[str]:
    """The texts; of several identical ticker entries, each with its time."""
    if not any(mark.time for mark in marks):
        return list(texts)
    counts = Counter(texts)
    return [
        f"{mark.time}\0{text}" if mark.time and counts[text] > 1 else text
        for text, mark in zip(texts, marks, strict=True)
    ]


def _open_side(
    texts: Sequence[str],
    marks: Sequence[Mark],
    same: Mapping[int, int],
    spine: Sequence[int],
    alphabet: Alphabet,
) -> Side:
    free = [i for i in range(len(texts)) if i not in same]
    return Side(
        words={i: alphabet.spell(list_words(texts[i])) for i in free},
        gaps={i: bisect_left(spine, i) for i in free},
        expected={i: _list_expected(i, same) for i in free},
        marks={i: marks[i] for i in free},
        closed=frozenset(i for i in free if "\n" in texts[i]),
    )


def _list_expected(i: int, same: Mapping[int, int]) -> tuple[int, ...]:
    above, below = same.get(i - 1), same.get(i + 1)
    return (*(() if above is None else (above + 1,)), *(() if below is None else (below - 1,)))


def _place_again(texts: Texts, unique: dict[int, int], joined: Sequence[Joined]) -> dict[int, int]:
    """Identical blocks once more, now that edited neighbours are known too."""
    pairs = [*unique.items(), *((old[0], new[0]) for old, new in joined)]
    taken_old = frozenset(unique) | {i for old, _ in joined for i in old}
    taken_new = frozenset(unique.values()) | {j for _, new in joined for j in new}
    spine = find_spine(texts, sorted(pairs))
    return unique | link_repeated(texts, spine, taken_old, taken_new)
