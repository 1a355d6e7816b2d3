"""Which box of a page holds the article?"""

from collections.abc import Sequence
from dataclasses import dataclass

from quietedit_core.extraction.outline import Box, Outline
from quietedit_core.extraction.phrases import letters
from quietedit_core.extraction.vocabulary import mark_bits

_MAIN_SHARE = 0.7
# Longer pieces count no more: one long legal notice is not the article.
PROSE_CAP = 1000
FOREIGN = mark_bits(
    "related",
    "popular",
    "comment",
    "navigation",
    "footer",
    "consent",
    "sidebar",
    "newsletter",
    "author",
    "advert",
)
# A box around nearly all prose that says "comments-open" speaks of the page, not of its text.
_WRAPPER_SHARE = 0.9
_ALWAYS_FOREIGN = mark_bits("comment", "consent")
_FOREIGN_WEIGHT = 0.02
_OWN = mark_bits("article", "body")
_ARTICLE_PROSE = 200
_TITLE_LETTERS = 80
_LEAF_TAGS = frozenset(("p", "li", "blockquote", "pre", "td", "th", "tr", "dd", "dt", "figcaption"))


@dataclass(slots=True)
class Setting:
    """What the page as a whole says about its boxes."""

    main: int
    gathered: list[int]
    outward: list[int]
    prose: list[int]
    links: list[int]
    counts: list[int]
    total: int


def survey_page(outline: Outline, title: str = "") -> Setting:
    """Sum up prose and links over the boxes, and find the one that holds the article."""
    boxes, pieces = outline.boxes, outline.pieces
    size = len(boxes)
    prose, weighted, links, counts = [0] * size, [0.0] * size, [0] * size, [0] * size
    for piece in pieces:
        index = piece.box
        counts[index] += 1
        links[index] += piece.links
        if piece.is_prose:
            prose[index] += min(len(piece.plain), PROSE_CAP)
    own = list(prose)
    for index in range(size - 1, 0, -1):
        parent = boxes[index].parent
        prose[parent] += prose[index]
        links[parent] += links[index]
        counts[parent] += counts[index]
    marks = _marks_from_root(boxes, prose)
    others = _other_articles(outline, prose, letters(title)[:_TITLE_LETTERS])
    for index in range(size - 1, -1, -1):
        foreign = marks[index] & FOREIGN or others[index]
        weighted[index] += own[index] * (_FOREIGN_WEIGHT if foreign else 1.0)
        if index:
            weighted[boxes[index].parent] += weighted[index]
    main = _find_main(boxes, weighted)
    gathered, outward = _from_main(boxes, main)
    return Setting(main, gathered, outward, prose, links, counts, max(1, prose[0] if size else 1))


def _other_articles(outline: Outline, prose: Sequence[int], title: str) -> list[bool]:
    """Which boxes lie in article elements beside the one whose heading is the page's title."""
    boxes = outline.boxes
    owner = [-1] * len(boxes)
    for index in range(1, len(boxes)):
        owner[index] = index if boxes[index].tag == "article" else owner[boxes[index].parent]
    mine = -1
    for piece in outline.pieces:
        headed = title and boxes[piece.box].tag in ("h1", "h2")
        if headed and letters(piece.text)[:_TITLE_LETTERS] == title:
            mine = owner[piece.box]
            break
    if mine < 0 or prose[mine] < _ARTICLE_PROSE:
        return [False] * len(boxes)
    around = {mine}
    index = mine
    while index > 0:
        index = boxes[index].parent
        around.add(index)
    foreign = [False] * len(boxes)
    for index in range(1, len(boxes)):
        is_other = boxes[index].tag == "article" and index not in around
        inside = owner[boxes[index].parent] == mine
        foreign[index] = foreign[boxes[index].parent] or (is_other and not inside)
    return foreign


def _marks_from_root(boxes: Sequence[Box], prose: Sequence[int]) -> list[int]:
    """Marks of a box and all around it, but for those of wrappers and of the article's own."""
    marks = [0] * len(boxes)
    wrapper = _WRAPPER_SHARE * prose[0] if boxes else 0
    for index in range(1, len(boxes)):
        box = boxes[index]
        own = box.marks & _ALWAYS_FOREIGN if box.marks & _OWN else box.marks
        marks[index] = marks[box.parent] | (0 if prose[index] >= wrapper else own)
    return marks


def _find_main(boxes: Sequence[Box], weighted: Sequence[float]) -> int:
    """From the root inwards, while one box holds most of what its parent holds."""
    main = 0
    for index in range(1, len(boxes)):
        box = boxes[index]
        if box.parent == main and box.tag not in _LEAF_TAGS:
            main = index if weighted[index] >= _MAIN_SHARE * weighted[main] > 0 else main
    return main


def _from_main(boxes: Sequence[Box], main: int) -> tuple[list[int], list[int]]:
    """Marks between the main box's line of ancestors and each box; levels up to that line."""
    line = {main: 0}
    index = main
    while index > 0:
        index = boxes[index].parent
        line[index] = len(line)
    gathered, outward = [0] * len(boxes), [0] * len(boxes)
    for index, box in enumerate(boxes):
        if index in line:
            outward[index] = line[index]
        else:
            gathered[index] = gathered[box.parent] | box.marks
            outward[index] = outward[box.parent]
    return gathered, outward
