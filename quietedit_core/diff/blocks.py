"""What happened to the blocks of a text, one by one?"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from quietedit_core.diff.alignment import Joined, align_blocks
from quietedit_core.diff.chains import find_heaviest_chain
from quietedit_core.diff.likeness import Mark
from quietedit_core.diff.words import (
    WordChange,
    WordChangeKind,
    diff_words,
    mirror_words,
    whole_text,
)

# Between the texts of several blocks that were, or became, one.
BLOCK_BREAK = "\n"


class BlockChangeKind(StrEnum):
    KEEP = "keep"
    EDIT = "edit"
    INSERT = "insert"
    DELETE = "delete"
    MOVE = "move"
    SPLIT = "split"
    MERGE = "merge"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockChange:
    """`old` and `new` are indices of blocks; a move may carry an edit in its words.

    The words of a split and a merge run over the texts of the blocks, joined by a line break.
    """

    kind: BlockChangeKind
    old: tuple[int, ...]
    new: tuple[int, ...]
    words: tuple[WordChange, ...]


def diff_paragraphs(old: Sequence[str], new: Sequence[str]) -> list[BlockChange]:
    """Every paragraph of both sides in exactly one change, in reading order."""
    return diff_blocks(old, new, [Mark()] * len(old), [Mark()] * len(new))


def diff_blocks(
    old: Sequence[str], new: Sequence[str], old_marks: Sequence[Mark], new_marks: Sequence[Mark]
) -> list[BlockChange]:
    # Ties are decided by one of the two directions, so that there and back are the same.
    if (list(old), list(old_marks)) > (list(new), list(new_marks)):
        return mirror_blocks(_diff_in_order(new, old, new_marks, old_marks))
    return _diff_in_order(old, new, old_marks, new_marks)


def _diff_in_order(
    old: Sequence[str], new: Sequence[str], old_marks: Sequence[Mark], new_marks: Sequence[Mark]
) -> list[BlockChange]:
    joined = align_blocks(old, new, old_marks, new_marks)
    weights = [1 + sum(len(old[i]) for i in a) + sum(len(new[j]) for j in b) for a, b in joined]
    chain = set(find_heaviest_chain([(a[0], b[0]) for a, b in joined], weights))
    changes = [_link(pair, old, new, is_in_place=k in chain) for k, pair in enumerate(joined)]
    gone = set(range(len(old))).difference(*(a for a, _ in joined))
    come = set(range(len(new))).difference(*(b for _, b in joined))
    changes += [_change(BlockChangeKind.DELETE, (i,), (), old[i]) for i in gone]
    changes += [_change(BlockChangeKind.INSERT, (), (j,), new[j]) for j in come]
    return _sort(changes)


def _link(
    joined: Joined, old: Sequence[str], new: Sequence[str], *, is_in_place: bool
) -> BlockChange:
    a, b = joined
    before, after = BLOCK_BREAK.join([old[i] for i in a]), BLOCK_BREAK.join([new[j] for j in b])
    kind = _name(joined, is_in_place=is_in_place, is_same=before == after)
    return BlockChange(kind=kind, old=a, new=b, words=diff_words(before, after))


def _name(joined: Joined, *, is_in_place: bool, is_same: bool) -> BlockChangeKind:
    a, b = joined
    if len(b) > 1:
        return BlockChangeKind.SPLIT
    if len(a) > 1:
        return BlockChangeKind.MERGE
    if not is_in_place:
        return BlockChangeKind.MOVE
    return BlockChangeKind.KEEP if is_same else BlockChangeKind.EDIT


def _change(
    kind: BlockChangeKind, old: tuple[int, ...], new: tuple[int, ...], text: str
) -> BlockChange:
    return BlockChange(
        kind=kind, old=old, new=new, words=whole_text(WordChangeKind(kind.value), text)
    )


_MIRRORED = {
    BlockChangeKind.INSERT: BlockChangeKind.DELETE,
    BlockChangeKind.DELETE: BlockChangeKind.INSERT,
    BlockChangeKind.SPLIT: BlockChangeKind.MERGE,
    BlockChangeKind.MERGE: BlockChangeKind.SPLIT,
}


def mirror_blocks(changes: Sequence[BlockChange]) -> list[BlockChange]:
    """The diff from new to old."""
    return _sort(
        [
            BlockChange(
                kind=_MIRRORED.get(change.kind, change.kind),
                old=change.new,
                new=change.old,
                words=mirror_words(change.words),
            )
            for change in changes
        ]
    )


def _sort(changes: Sequence[BlockChange]) -> list[BlockChange]:
    """Reading order of the new side; what is gone stands where it stood, before what came there."""
    links = [change for change in changes if change.old and change.new]
    fixed = [change for change in links if change.kind is not BlockChangeKind.MOVE]
    pairs = [(change.old[0], change.new[0]) for change in fixed]
    weights = [sum(len(word.text) for word in change.words) + 1 for change in fixed]
    chain = [pairs[k] for k in find_heaviest_chain(pairs, weights)]
    spine_old, spine_new = [i for i, _ in chain], [j for _, j in chain]
    members = set(chain)

    def place(change: BlockChange) -> tuple[int, bool, int]:
        if not change.new:
            return 2 * bisect_left(spine_old, change.old[0]), False, change.old[0]
        first = change.new[0]
        is_fixed = bool(change.old) and (change.old[0], first) in members
        return 2 * bisect_left(spine_new, first) + is_fixed, True, first

    return sorted(changes, key=place)
