"""Do two articles say the same?"""

import hashlib
from collections.abc import Iterator
from typing import NewType

from quietedit_core.extraction import Article, Block
from quietedit_core.extraction.stamps import is_relative_time
from quietedit_core.folding import FOLDING_VERSION, fold_text

TextHash = NewType("TextHash", str)


def content_hash(article: Article) -> TextHash:
    """SHA-256 over the folded title and the folded text of every block, as 64 hex digits.

    The kind of a block is not in it, nor a time told from now: neither is an edit. The version of
    the folding rules is: two hashes are only ever compared under the same rules.
    """
    title = fold_text(article.title)
    lines = [f"folding {FOLDING_VERSION}", title, *_lines(article)]
    return TextHash(hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest())


def _lines(article: Article) -> Iterator[str]:
    for block in article.blocks:
        if folded := fold_text(block.text):
            yield f"{time} {folded}" if (time := _clock_time(block)) else folded


def _clock_time(block: Block) -> str:
    if block.time is None or is_relative_time(block.time):
        return ""
    return fold_text(block.time)
