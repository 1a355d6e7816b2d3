"""Which heading of a page is the article's headline?"""

from quietedit_core.extraction.facts import Head
from quietedit_core.extraction.outline import Outline
from quietedit_core.extraction.phrases import letters
from quietedit_core.extraction.structured import StructuredData

_WORDLESS = 1


def declared_headlines(head: Head, data: StructuredData) -> tuple[str, ...]:
    """What the page declares its headline to be, in several places."""
    listed = (data.headline, head.metas.get("og:title", ""), head.title)
    return tuple(headline for headline in listed if headline)


def find_heading(outline: Outline, declared: tuple[str, ...]) -> str:
    """The h1 that shares most words with what is declared; a linked one is a site's name."""
    headings = [piece for piece in outline.pieces if outline.boxes[piece.box].tag == "h1"]
    plain = [piece.text for piece in headings if len(piece.plain) >= _WORDLESS]
    if len(plain) == 1 or (plain and not declared):
        return plain[0]
    told = {word for headline in declared for word in _words(headline)}
    if plain:
        return max(plain, key=lambda text: len(told.intersection(_words(text))))
    linked = next((piece.text for piece in headings), "")
    return "" if declared else linked


def _words(text: str) -> set[str]:
    return {letters(word) for word in text.split()} - {""}
