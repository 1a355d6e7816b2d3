"""What does the new text say, given the old one and the diff?"""

from collections.abc import Sequence

from quietedit_core.diff.blocks import BLOCK_BREAK, BlockChange
from quietedit_core.diff.words import WordChange, WordChangeKind
from quietedit_core.errors import QuietEditError


def apply_diff(changes: Sequence[BlockChange], old: Sequence[str]) -> list[str]:
    """The new blocks; raises QuietEditError if the diff was not made from these old ones."""
    new: dict[int, str] = {}
    for change in changes:
        before = BLOCK_BREAK.join([old[i] for i in change.old if i < len(old)])
        if before != spell_old(change.words):
            raise QuietEditError(f"not a diff of this text: blocks {change.old}")
        after = spell_new(change.words)
        parts = [after] if len(change.new) == 1 else after.split(BLOCK_BREAK)
        new.update(zip(change.new, parts, strict=bool(change.new)))
    return [new[j] for j in range(len(new))]


def spell_old(words: Sequence[WordChange]) -> str:
    return "".join([word.text for word in words if word.kind is not WordChangeKind.INSERT])


def spell_new(words: Sequence[WordChange]) -> str:
    return "".join([word.text for word in words if word.kind is not WordChangeKind.DELETE])
