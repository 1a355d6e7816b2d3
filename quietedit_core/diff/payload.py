"""How is a diff written down for other programs?

docs/diff.md describes the format. `FORMAT` rises when a reader of the last one would be misled.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from quietedit_core.diff.articles import ArticleDiff
from quietedit_core.diff.blocks import BlockChange, BlockChangeKind
from quietedit_core.diff.words import WordChange, WordChangeKind
from quietedit_core.extraction import Article, Block

FORMAT = 1


def diff_to_payload(diff: ArticleDiff, old: Article, new: Article) -> dict[str, Any]:
    """JSON-able values; the same diff gives the same payload, key by key."""
    counts = Counter(change.kind for change in diff.blocks)
    return {
        "format": FORMAT,
        "title": {
            "is_changed": is_edited(diff.title),
            "words": _words_to_payload(diff.title),
        },
        "counts": {kind.value: counts[kind] for kind in BlockChangeKind},
        "blocks": [_change_to_payload(change, old, new) for change in diff.blocks],
    }


def is_edited(words: Sequence[WordChange]) -> bool:
    return any(word.kind is not WordChangeKind.EQUAL for word in words)


def _change_to_payload(change: BlockChange, old: Article, new: Article) -> dict[str, Any]:
    before = [old.blocks[i] for i in change.old]
    after = [new.blocks[j] for j in change.new]
    return {
        "kind": change.kind.value,
        "is_edited": is_edited(change.words),
        "old": list(change.old),
        "new": list(change.new),
        "old_blocks": [_block_to_payload(block) for block in before],
        "new_blocks": [_block_to_payload(block) for block in after],
        "words": _words_to_payload(change.words),
    }


def _block_to_payload(block: Block) -> dict[str, Any]:
    return {"kind": block.kind.value, "time": block.time}


def _words_to_payload(words: Sequence[WordChange]) -> list[dict[str, str]]:
    return [{"kind": word.kind.value, "text": word.text} for word in words]
