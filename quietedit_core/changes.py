"""What is told of the change between two neighbouring versions?"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from quietedit_core.classification import (
    ChangeKind,
    Disclosure,
    Evidence,
    classify_diff,
    rank_evidence,
)
from quietedit_core.diff import ArticleDiff, BlockChangeKind, WordChange, WordChangeKind
from quietedit_core.extraction import Article

_EXCERPT_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What stood there and what stands there now, of the weightiest thing that changed."""

    kind: ChangeKind
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change as it is stored and listed; `kinds` and `evidence` have the weightiest first.

    `blocks_changed` counts the blocks of either side that were not kept, linked ones once;
    words are runs between white space, of the title and of all blocks.
    """

    kinds: tuple[ChangeKind, ...]
    disclosure: Disclosure
    significance: float
    evidence: tuple[Evidence, ...]
    excerpt: Excerpt | None
    blocks_changed: int
    words_inserted: int
    words_deleted: int


def describe_change(
    diff: ArticleDiff, old: Article, new: Article, *, earlier_hashes: Collection[str] = ()
) -> Change:
    """What the diff of two versions comes to.

    `earlier_hashes`: text hashes of the versions before `old`, by which a revert is recognised.
    """
    found = classify_diff(diff, old, new, earlier_hashes=earlier_hashes)
    evidence = rank_evidence(found.evidence)
    words = _count_words(diff)
    return Change(
        kinds=tuple(dict.fromkeys(each.kind for each in evidence)),
        disclosure=found.disclosure,
        significance=found.significance,
        evidence=evidence,
        excerpt=_choose_excerpt(evidence),
        blocks_changed=sum(change.kind is not BlockChangeKind.KEEP for change in diff.blocks),
        words_inserted=words[WordChangeKind.INSERT],
        words_deleted=words[WordChangeKind.DELETE],
    )


def _choose_excerpt(evidence: Iterable[Evidence]) -> Excerpt | None:
    for each in evidence:
        if each.before or each.after:
            return Excerpt(each.kind, each.before[:_EXCERPT_LIMIT], each.after[:_EXCERPT_LIMIT])
    return None


def _count_words(diff: ArticleDiff) -> Counter[WordChangeKind]:
    counts: Counter[WordChangeKind] = Counter()
    for word in _list_words(diff):
        counts[word.kind] += len(word.text.split())
    return counts


def _list_words(diff: ArticleDiff) -> Iterable[WordChange]:
    yield from diff.title
    for change in diff.blocks:
        yield from change.words
