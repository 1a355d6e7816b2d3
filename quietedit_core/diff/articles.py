"""What changed between two versions of an article?"""

from dataclasses import dataclass

from quietedit_core.diff.blocks import BlockChange, diff_blocks, mirror_blocks
from quietedit_core.diff.likeness import Mark
from quietedit_core.diff.words import WordChange, diff_words, mirror_words
from quietedit_core.extraction import Article


@dataclass(frozen=True, slots=True)
class ArticleDiff:
    """`blocks` holds every block of both sides once; indices are those of `Article.blocks`."""

    title: tuple[WordChange, ...]
    blocks: tuple[BlockChange, ...]


def diff_articles(old: Article, new: Article) -> ArticleDiff:
    blocks = diff_blocks(
        [block.text for block in old.blocks],
        [block.text for block in new.blocks],
        _list_marks(old),
        _list_marks(new),
    )
    return ArticleDiff(diff_words(old.title, new.title), tuple(blocks))


def mirror_diff(diff: ArticleDiff) -> ArticleDiff:
    """The diff from new to old."""
    return ArticleDiff(mirror_words(diff.title), tuple(mirror_blocks(diff.blocks)))


def _list_marks(article: Article) -> list[Mark]:
    return [Mark(block.kind.value, block.time or "") for block in article.blocks]
