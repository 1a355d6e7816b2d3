"""How does a page become an article?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quietedit_core.extraction.article import Article, Block, BlockKind
from quietedit_core.extraction.choosing import choose_pieces
from quietedit_core.extraction.facts import PageFacts, read_facts, read_head
from quietedit_core.extraction.features import Knowledge
from quietedit_core.extraction.headlines import declared_headlines, find_heading
from quietedit_core.extraction.outline import Outline, Piece, outline_page
from quietedit_core.extraction.placing import Choice, Place
from quietedit_core.extraction.signs import PageSigns, read_signs
from quietedit_core.extraction.structured import read_structured_data
from quietedit_core.extraction.tickers import TickerEntry, find_ticker
from quietedit_core.extraction.tree import parse_page

if TYPE_CHECKING:
    from quietedit_core.furniture import FurnitureModel

# Raised with every change of output, so that an upgrade is never taken for an edit.
EXTRACTOR_VERSION = 5

_KINDS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), BlockKind.HEADING),
    "li": BlockKind.LIST_ITEM,
    "dd": BlockKind.LIST_ITEM,
    "dt": BlockKind.LIST_ITEM,
    "blockquote": BlockKind.QUOTATION,
    "figcaption": BlockKind.CAPTION,
    "caption": BlockKind.CAPTION,
    "tr": BlockKind.TABLE_ROW,
}
_BESIDE_KINDS = {
    Place.CAPTION: BlockKind.CAPTION,
    Place.PULL_QUOTE: BlockKind.QUOTATION,
    Place.STANDFIRST: BlockKind.PARAGRAPH,
}
_KIND_REACH = 3


@dataclass(frozen=True, slots=True)
class Explanation:
    """What became of one piece of a page."""

    kept: bool
    kind: BlockKind
    text: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    title: str
    facts: PageFacts
    signs: PageSigns
    outline: Outline
    choices: list[Choice]
    ticker: dict[int, TickerEntry]


def extract_article(
    html: bytes,
    *,
    url: str = "",
    content_type: str | None = None,
    furniture: "FurnitureModel | None" = None,
) -> Article:
    """Read a page; what is no article comes back with few blocks or none, never as an error."""
    reading = _read(html, url, content_type, furniture)
    blocks = tuple(_blocks(reading))
    notes = tuple(
        piece.text
        for piece, choice in zip(reading.outline.pieces, reading.choices, strict=True)
        if choice.place is Place.CORRECTION
    )
    facts = replace(reading.facts, correction_notes=notes) if notes else reading.facts
    return Article(title=reading.title, blocks=blocks, facts=facts, signs=reading.signs)


def explain_extraction(
    html: bytes,
    *,
    url: str = "",
    content_type: str | None = None,
    furniture: "FurnitureModel | None" = None,
) -> list[Explanation]:
    """Why each piece of the page was kept or dropped, in the page's order."""
    reading = _read(html, url, content_type, furniture)
    in_ticker = {number for entry in reading.ticker.values() for number in entry.pieces}
    return [
        _explain(reading.outline, piece, choice, in_ticker=number in in_ticker)
        for number, (piece, choice) in enumerate(
            zip(reading.outline.pieces, reading.choices, strict=True)
        )
    ]


def _explain(outline: Outline, piece: Piece, choice: Choice, *, in_ticker: bool) -> Explanation:
    if in_ticker:
        return Explanation(True, BlockKind.TICKER_ENTRY, piece.text, "in an entry of a ticker")  # noqa: FBT003
    kept = choice.place is not Place.OUTSIDE
    return Explanation(kept, _block(outline, piece, choice).kind, piece.text, choice.reason)


def _read(
    html: bytes, url: str, content_type: str | None, furniture: "FurnitureModel | None"
) -> _Reading:
    root, decoded = parse_page(html, content_type)
    head, data = read_head(root), read_structured_data(root)
    outline = outline_page(root)
    h1 = find_heading(outline, declared_headlines(head, data))
    facts = read_facts(
        head, data, h1=h1, url=url, encoding=decoded.encoding, replaced=decoded.replaced
    )
    title = facts.headlines[0].value if facts.headlines else ""
    description = head.metas.get("og:description") or head.metas.get("description") or ""
    choices = choose_pieces(outline, Knowledge(title, description, data.body))
    if furniture is not None:
        choices = _without_furniture(outline, choices, furniture, url)
    signs = read_signs(
        html, outline, choices, kinds=data.kinds, metas=head.metas, page_title=head.title
    )
    return _Reading(
        title=title,
        facts=facts,
        signs=signs,
        outline=outline,
        choices=choices,
        ticker=find_ticker(outline, choices, data.kinds),
    )


def _without_furniture(
    outline: Outline, choices: list[Choice], furniture: "FurnitureModel", url: str
) -> list[Choice]:
    return [
        replace(choice, place=Place.OUTSIDE, reason="the host repeats it on its pages")
        if choice.place is not Place.OUTSIDE and furniture.is_furniture(url, piece.text)
        else choice
        for piece, choice in zip(outline.pieces, choices, strict=True)
    ]


def _blocks(reading: _Reading) -> Iterator[Block]:
    in_ticker = {number for entry in reading.ticker.values() for number in entry.pieces}
    pairs = zip(reading.outline.pieces, reading.choices, strict=True)
    for number, (piece, choice) in enumerate(pairs):
        if entry := reading.ticker.get(number):
            yield Block(BlockKind.TICKER_ENTRY, entry.text, entry.time)
        elif choice.place is not Place.OUTSIDE and number not in in_ticker:
            yield _block(reading.outline, piece, choice)


def _block(outline: Outline, piece: Piece, choice: Choice) -> Block:
    if kind := _BESIDE_KINDS.get(choice.place):
        return Block(kind, piece.text, beside=True)
    return Block(_kind(outline, piece), piece.text)


def _kind(outline: Outline, piece: Piece) -> BlockKind:
    index = piece.box
    for _ in range(_KIND_REACH):
        box = outline.boxes[index]
        if kind := _KINDS.get(box.tag):
            return kind
        index = max(box.parent, 0)
    return BlockKind.PARAGRAPH
