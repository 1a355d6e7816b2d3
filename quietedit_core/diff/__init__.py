"""What changed between two texts: which blocks, and which words in them."""

from quietedit_core.diff.articles import ArticleDiff, diff_articles
from quietedit_core.diff.blocks import BlockChange, BlockChangeKind, diff_paragraphs
from quietedit_core.diff.words import WordChange, WordChangeKind

__all__ = [
    "ArticleDiff",
    "BlockChange",
    "BlockChangeKind",
    "WordChange",
    "WordChangeKind",
    "diff_articles",
    "diff_paragraphs",
]
