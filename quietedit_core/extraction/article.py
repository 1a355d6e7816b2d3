"""What is an article, once it has been read?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from quietedit_core.extraction.facts import PageFacts, facts_from_payload, facts_to_payload
from quietedit_core.extraction.signs import PageSigns


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    QUOTATION = "quotation"
    CAPTION = "caption"
    TABLE_ROW = "table_row"
    TICKER_ENTRY = "ticker_entry"


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of an article; `time` is a ticker entry's own, verbatim.

    What is `beside` the prose (captions, pull quotes) is kept, but is no paragraph of it.
    """

    kind: BlockKind
    text: str
    time: str | None = None
    beside: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    title: str = ""
    blocks: tuple[Block, ...] = ()
    facts: PageFacts = field(default_factory=PageFacts)
    signs: PageSigns = field(default_factory=PageSigns)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text of every block that is article text, in order."""
        return tuple(block.text for block in self.blocks if not block.beside)


def article_to_payload(article: Article) -> dict[str, Any]:
    """Title and blocks as JSON-able values; the same article gives the same payload."""
    return {"title": article.title, "blocks": [_block_to_payload(b) for b in article.blocks]}


def article_from_payload(payload: Mapping[str, Any]) -> Article:
    """The article of a payload, with the page's facts where it has them; signs are never in it."""
    blocks = tuple(
        Block(
            BlockKind(block["kind"]),
            block["text"],
            block.get("time"),
            beside=block.get("beside", False),
        )
        for block in payload["blocks"]
    )
    facts = facts_from_payload(payload.get("facts", {}))
    return Article(title=payload["title"], blocks=blocks, facts=facts)


def reading_to_payload(article: Article) -> dict[str, Any]:
    """Title, blocks and page facts: all that a version keeps of its page."""
    return article_to_payload(article) | {"facts": facts_to_payload(article.facts)}


def _block_to_payload(block: Block) -> dict[str, Any]:
    payload: dict[str, Any] = {"kind": block.kind.value, "text": block.text}
    if block.time is not None:
        payload["time"] = block.time
    if block.beside:
        payload["beside"] = True
    return payload
