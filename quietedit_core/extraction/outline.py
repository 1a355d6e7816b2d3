"""Which pieces of text does a page hold, inside which boxes?

One pass over the tree. A piece is a run of inline content between two block boundaries.
What is measured of it never rests on the text of links: link lists turn over at every fetch.
"""

from dataclasses import dataclass
from functools import lru_cache

from lxml import etree

from quietedit_core.extraction.vocabulary import mark_bits, read_marks

SKIPPED = frozenset((
    "script", "style", "noscript", "template", "iframe", "svg", "object", "embed", "applet",
    "select", "option", "optgroup", "textarea", "button", "input", "video", "audio", "canvas",
    "map", "area", "head", "nav", "dialog", "track", "source", "picture", "link", "meta",
    "title", "base", "frame", "frameset", "noframes", "datalist", "progress", "meter", "param",
    "img", "rp"
))  # fmt: skip
INLINE = frozenset((
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn",
    "em", "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "rt", "ruby", "s", "samp",
    "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "math",
    "mi", "mo", "mn", "mrow", "msup", "msub"
))  # fmt: skip
# Inline elements whose class says something worth the look-up.
_NAMED_INLINE = frozenset(("span", "small", "em", "time", "label", "cite"))
_MEDIA = frozenset(("video", "iframe", "audio", "object", "embed"))
# Tags that say as much as a class does.
_TAG_MARKS = {
    "aside": "sidebar",
    "footer": "footer",
    "header": "header",
    "figure": "media",
    "figcaption": "caption",
    "caption": "caption",
    "address": "byline",
    "article": "article",
    "main": "article",
}
_TAG_BITS = {tag: mark_bits(mark) for tag, mark in _TAG_MARKS.items()}
_HIDDEN = mark_bits("hidden")
_CELLS = frozenset(("td", "th"))
# A longer cell is a column of the page's layout, not a value in a table.
_CELL_LIMIT = 250


@dataclass(slots=True)
class Box:
    """A block-level element: its tag, its marks, the box around it."""

    tag: str
    marks: int
    parent: int
    depth: int


@dataclass(slots=True)
class Piece:
    """A run of text in a box; `plain` is what of it stands outside links."""

    text: str
    plain: str
    box: int
    links: int
    marks: int
    time: str
    opens_plain: bool
    ends_plain: bool
    bold: bool
    is_prose: bool


@dataclass(slots=True)
class Outline:
    boxes: list[Box]
    pieces: list[Piece]
    media_count: int


# A page of more boxes is no article; what follows is not read.
_BOX_LIMIT = 100_000
_SKIP, _INLINE, _BREAK, _BOX = range(4)
_HANDLING = {
    **dict.fromkeys(SKIPPED, _SKIP),
    **dict.fromkeys(INLINE, _INLINE),
    "br": _BREAK,
}


def outline_page(root: etree._Element) -> Outline:
    """Walk the tree once, without recursion, so that no depth of nesting can stop it."""
    body = root.find("body")
    walk = _Walk()
    events = etree.iterwalk(root if body is None else body, events=("start", "end"))
    for event, element in events:
        tag = element.tag
        handling = _HANDLING.get(tag, _BOX)
        if event == "start":
            if handling == _SKIP:
                events.skip_subtree()
                walk.media_count += tag in _MEDIA
                continue
            if len(walk.boxes) > _BOX_LIMIT:
                break
            walk.open(element, tag, handling)
            text = element.text
        else:
            if handling == _BOX:
                walk.close_box(tag)
            elif tag == "a":
                walk.in_link -= 1
            text = element.tail
        if text and (walk.parts or not text.isspace()):
            walk.add(text)
    walk.flush()
    return Outline(walk.boxes, walk.pieces, walk.media_count)


class _Walk:
    """The state of one pass: the open box, and the text gathered since the last boundary."""

    def __init__(self) -> None:
        self.boxes: list[Box] = []
        self.pieces: list[Piece] = []
        self.row_starts: list[int] = []
        self.box = -1
        self.media_count = 0
        self.in_link = 0
        self.parts: list[str] = []
        self._start_piece()

    def _start_piece(self) -> None:
        self.parts = []
        self.plain: list[str] = []
        self.links = 1 if self.in_link else 0
        self.marks = 0
        self.time = ""
        self.broken = False
        self.break_at = 0
        self.bold = False

    def add(self, text: str) -> None:
        self.parts.append(text)
        if not self.in_link:
            self.plain.append(text)
        elif not self.plain or self.plain[-1] != _LINK:
            self.plain.append(_LINK)

    def flush(self) -> None:
        text = " ".join("".join(self.parts).split())
        if text:
            if self.links:
                plain = " ".join("".join(self.plain).split())
                opens, ends = not plain.startswith(_LINK), not plain.endswith(_LINK)
                plain = plain.replace(_LINK, "")
            else:
                plain, opens, ends = text, True, True
            self.pieces.append(
                Piece(
                    text,
                    plain,
                    self.box,
                    self.links,
                    self.marks,
                    self.time,
                    opens_plain=opens,
                    ends_plain=ends,
                    bold=self.bold,
                    is_prose=_is_prose(len(plain), self.links),
                )
            )
        self._start_piece()

    def break_line(self) -> None:
        """One break is a space, two in a row are the end of a paragraph."""
        if self.broken and not "".join(self.parts[self.break_at :]).strip():
            self.flush()
        else:
            self.parts.append("\n")
            self.broken = True
            self.break_at = len(self.parts)

    def open(self, element: etree._Element, tag: str, handling: int) -> None:
        if handling == _BOX:
            self.open_box(element, tag)
        elif handling == _INLINE:
            self.open_inline(element, tag)
        else:
            self.break_line()

    def open_inline(self, element: etree._Element, tag: str) -> None:
        if tag == "a":
            self.links += 1
            self.in_link += 1
        elif tag == "time":
            self.time = self.time or element.get("datetime") or "time"
        elif tag in ("b", "strong") and not self.parts:
            self.bold = True
        if tag in _NAMED_INLINE and (names := element.get("class")):
            self.marks |= read_marks(names)

    def open_box(self, element: etree._Element, tag: str) -> None:
        if self.parts:
            self.flush()
        parent = self.box
        depth = self.boxes[parent].depth + 1 if parent >= 0 else 0
        self.boxes.append(Box(tag, _box_marks(element, tag), parent, depth))
        self.box = len(self.boxes) - 1
        if tag == "tr":
            self.row_starts.append(len(self.pieces))

    def close_box(self, tag: str) -> None:
        if self.parts:
            self.flush()
        if tag == "tr" and self.row_starts:
            self._join_cells(self.row_starts.pop())
        self.box = self.boxes[self.box].parent

    def _join_cells(self, start: int) -> None:
        """A row of a table is one piece, if every cell holds one short piece and no more."""
        pieces = self.pieces[start:]
        cells = {self._cell_of(piece) for piece in pieces}
        if len(pieces) > 1 and len(cells) == len(pieces) and -1 not in cells:
            self.pieces[start:] = [_joined(pieces, self.box)]

    def _cell_of(self, piece: Piece) -> int:
        """The cell around a piece; -1 where it is none, or what it holds is no value."""
        if len(piece.plain) > _CELL_LIMIT:
            return -1
        box = self.boxes[piece.box]
        if box.tag in _CELLS:
            return piece.box
        return box.parent if self.boxes[box.parent].tag in _CELLS else -1


# A sentence or two, with few links for its length.
_PROSE_LENGTH = 60
_PROSE_LENGTH_A_LINK = 40


def _is_prose(length: int, links: int) -> bool:
    return length >= _PROSE_LENGTH and links * _PROSE_LENGTH_A_LINK <= length


# Stands in the plain text where a link was; a private-use character no page means anything by.
_LINK = "\ue0ff"


def _box_marks(element: etree._Element, tag: str) -> int:
    if not element.attrib:
        return _TAG_BITS.get(tag, 0)
    get = element.get
    bits = _read_box(
        tag,
        get("class"),
        get("id"),
        get("role") or get("itemprop") or get("data-component"),
        get("style"),
    )
    return bits if get("hidden") is None else bits | _HIDDEN


@lru_cache(maxsize=16_384)
def _read_box(
    tag: str, classes: str | None, name: str | None, role: str | None, style: str | None
) -> int:
    bits = _TAG_BITS.get(tag, 0)
    for names in (classes, name, role):
        if names:
            bits |= read_marks(names)
    is_hidden = style is not None and "display:none" in style.replace(" ", "")
    return bits | _HIDDEN if is_hidden else bits


def _joined(cells: list[Piece], row: int) -> Piece:
    first, last = cells[0], cells[-1]
    marks = 0
    for cell in cells:
        marks |= cell.marks
    plain = " ".join(cell.plain for cell in cells if cell.plain)
    links = sum(cell.links for cell in cells)
    return Piece(
        " | ".join(cell.text for cell in cells),
        plain,
        row,
        links,
        marks,
        first.time,
        opens_plain=first.opens_plain,
        ends_plain=last.ends_plain,
        bold=first.bold,
        is_prose=_is_prose(len(plain), links),
    )
