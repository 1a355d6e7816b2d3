"""What differs between two articles that say the same?"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from quietedit_core.extraction import Article
from quietedit_core.fingerprint import content_hash
from quietedit_core.folding import fold_text, list_masked_spans

FORM = "form"


@dataclass(frozen=True, slots=True)
class MaskedChange:
    """A change that folding hides.

    `rule` is the mask that the words stand under, or `form`: the same words, with other
    characters; then `before` and `after` are the whole title or block.
    """

    rule: str
    before: str
    after: str


def list_masked_changes(old: Article, new: Article) -> tuple[MaskedChange, ...]:
    """What differs in title and blocks, in their order, under one and the same content hash.

    Raises ValueError where the hashes differ: then it is an edit.
    """
    if content_hash(old) != content_hash(new):
        raise ValueError("the articles do not say the same")
    pairs = zip(_list_texts(old), _list_texts(new), strict=True)
    return tuple(chain.from_iterable(_compare(before, after) for before, after in pairs))


def _list_texts(article: Article) -> Iterator[str]:
    """The texts that are hashed, each behind its time; two articles of one hash have as many."""
    yield article.title
    for block in article.blocks:
        if fold_text(block.text):
            yield block.time or ""
            yield block.text


def _compare(before: str, after: str) -> Iterator[MaskedChange]:
    if before == after:
        return
    # As many on both sides, for each leaves its mark in the folded text.
    spans = zip(list_masked_spans(before), list_masked_spans(after), strict=False)
    changed = [(old, new) for old, new in spans if old.text != new.text]
    for old, new in changed:
        yield MaskedChange(old.rule, old.text, new.text)
    if not changed:
        yield MaskedChange(FORM, before, after)
