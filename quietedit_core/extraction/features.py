"""What is known of a piece of text before it is judged?

Nothing here looks at the text of links, at digits, at how much text there is in a link list, or at
how long the neighbours are: what the page turns over around a piece must not move that piece.
"""

from dataclasses import dataclass
from functools import lru_cache

from quietedit_core.extraction.layout import Layout
from quietedit_core.extraction.outline import Box, Outline, Piece
from quietedit_core.extraction.phrases import (
    NOTHING_SAID,
    PHRASE_GROUPS,
    find_phrases,
    letters,
)
from quietedit_core.extraction.survey import FOREIGN, Setting, survey_page
from quietedit_core.extraction.vocabulary import MARKS, mark_bits

_PULLQUOTE = mark_bits("pullquote")
SUSPECT = FOREIGN | mark_bits("share", "caption", "media", "byline", "hidden", "tags", "pullquote")
Row = list[float]
_KEY_LENGTH = 80
_SAME_OPENING = 40
_SHORT_KEY = 15
# Pieces further from prose than this, and links alone outside the main box, are never text.
_NEAR, _APART = 10, 4
_SHORT = 46
_LINK_BOXES = frozenset(("p", "div", "section", "article", "center", "h4", "h5", "h6"))
_WORDLESS = 2
_LEVELS = {
    "p": 0,
    "pre": 1,
    "blockquote": 2,
    "h2": 3,
    "h3": 4,
    "h4": 5,
    "h5": 6,
    "h6": 7,
    "h1": 8,
    "div": 9,
    "section": 10,
    "article": 10,
    "main": 10,
    "li": 12,
    "dd": 13,
    "dt": 14,
    "td": 15,
    "th": 16,
    "tr": 17,
    "figcaption": 18,
}
_OTHER_TAG = 11


NAMES: tuple[str, ...] = (
    "plain_log",
    "links",
    "plain_a_link",
    "all_plain",
    "opens_plain",
    "ends_plain",
    "ends_sentence",
    "commas",
    "starts_lower",
    "capitals",
    "bold",
    "has_time",
    "level",
    "outward",
    "depth_below",
    "links_parent",
    "core_distance",
    "prose_before",
    "after_heading",
    "prev_level",
    "prev_same",
    "next_level",
    "next_same",
    "in_body_data",
    "is_title",
    "is_description",
    "repeated",
    "list_links",
    "group_linked",
    "cousins",
    "article_place",
    "in_top_group",
    "beside_top",
    "beside_core",
    *(f"own_{mark}" for mark in MARKS),
    *(f"around_{mark}" for mark in MARKS),
    *(f"says_{name}" for name in PHRASE_GROUPS),
)
_MARK_SHIFTS = range(len(MARKS))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the head of the page says about the text to expect."""

    title: str = ""
    description: str = ""
    body: str = ""


_NO_NUMBER = -1.0
# Rows of pieces that need no weighing.
FURNITURE: Row = [_NO_NUMBER]
PROSE: Row = [_NO_NUMBER]


@dataclass(frozen=True, slots=True)
class Page:
    """A page's outline with all that was found out about its pieces.

    A row holds numbers in the order of NAMES, or is FURNITURE or PROSE itself. `top` names the box
    and tag where most prose stands side by side, `top_first` and `top_last` its outermost prose.
    """

    outline: Outline
    setting: Setting
    rows: list[Row]
    top: tuple[int, str]
    top_first: int
    top_last: int


def read_page(outline: Outline, known: Knowledge) -> Page:
    """Find out about every piece what can be known before it is judged."""
    setting = survey_page(outline, known.title)
    rows = _Rows(outline, setting, known)
    layout = rows.layout
    return Page(outline, setting, rows.list_rows(), layout.top, layout.top_first, layout.top_last)


class _Rows:
    def __init__(self, outline: Outline, setting: Setting, known: Knowledge) -> None:
        self.boxes, self.pieces = outline.boxes, outline.pieces
        self.setting, self.known = setting, known
        self.layout = Layout(outline, setting)
        self.body = letters(known.body)
        self.levels = [_LEVELS.get(self.boxes[p.box].tag, _OTHER_TAG) for p in self.pieces]
        self.lengths = self.layout.lengths
        self.seen: set[str] = set()

    def list_rows(self) -> list[Row]:
        rows: list[Row] = []
        prose_before = heading = False
        for index, piece in enumerate(self.pieces):
            if self.boxes[piece.box].tag == "h1":
                heading = True
            rows.append(
                self._shortcut(index)
                or self._row(index, prose_before=prose_before, heading=heading)
            )
            prose_before = prose_before or piece.is_prose
        return rows

    def _row(self, index: int, *, prose_before: bool, heading: bool) -> Row:
        piece, layout = self.pieces[index], self.layout
        box = self.boxes[piece.box]
        row = self._text_features(piece, index)
        row += self._box_features(piece)
        row += (
            layout.to_core[index],
            prose_before,
            heading,
        )
        row += self._neighbour_features(index)
        row += self._knowledge_features(piece)
        core = layout.core
        row += (
            (box.parent, box.tag) == layout.top,
            (index > layout.top_last) - (index < layout.top_first),
            (index > core[-1]) - (index < core[0]) if core else 0,
        )
        row += self._mark_features(piece)
        return row

    def _shortcut(self, index: int) -> Row | None:
        """What needs no weighing: most of a page is plainly furniture, most prose plainly text."""
        piece = self.pieces[index]
        length, marks = len(piece.plain), self.setting.gathered[piece.box]
        outward = self.setting.outward[piece.box]
        if outward:
            short = length < _SHORT and (
                piece.links or outward > 1 or self.layout.to_core[index] >= _APART
            )
            if short or length < _WORDLESS or self.layout.to_prose[index] >= _NEAR:
                return FURNITURE
        elif length < _WORDLESS and self.boxes[piece.box].tag in _LINK_BOXES:
            return FURNITURE
        if length < _SHORT and marks & FOREIGN and not marks & _PULLQUOTE:
            return FURNITURE
        box = self.boxes[piece.box]
        plain_prose = piece.is_prose and not piece.links and not (marks | piece.marks) & SUSPECT
        if plain_prose and (box.parent, box.tag) == self.layout.top:
            key = piece.plain[:_KEY_LENGTH]
            if key not in self.seen and find_phrases(piece.plain) is NOTHING_SAID:
                self.seen.add(key)
                return PROSE
        return None

    def _text_features(self, piece: Piece, index: int) -> list[float]:
        plain = piece.plain
        length, links = len(plain), piece.links
        last = plain[-1:] if piece.ends_plain else ""
        first = plain[:1] if piece.opens_plain else ""
        return [
            self.lengths[index],
            min(links, 10),
            min(length / links, 500) if links else 500,
            links == 0,
            piece.opens_plain,
            piece.ends_plain,
            last in _SENTENCE_ENDS if last else False,
            min(plain.count(",") + plain.count("、") + plain.count("，"), 6),
            first.islower(),
            plain.isupper(),
            piece.bold,
            piece.time != "",
            self.levels[index],
        ]

    def _box_features(self, piece: Piece) -> tuple[float, ...]:
        setting, index = self.setting, piece.box
        box = self.boxes[index]
        parent = max(box.parent, 0)
        depth = box.depth - self.boxes[setting.main].depth
        return (
            min(setting.outward[index], 6),
            max(-3, min(depth, 8)),
            min(setting.links[parent] / (1 + setting.counts[parent]), 5),
        )

    def _neighbour_features(self, index: int) -> tuple[float, ...]:
        pieces, levels = self.pieces, self.levels
        before, after = index - 1, index + 1
        box = self.boxes[pieces[index].box]
        prev = (levels[before], self._same(box, before)) if before >= 0 else (-1, 0)
        next_ = (levels[after], self._same(box, after)) if after < len(pieces) else (-1, 0)
        return (*prev, *next_)

    def _same(self, box: Box, index: int) -> bool:
        other = self.boxes[self.pieces[index].box]
        return other.parent == box.parent and other.tag == box.tag

    def _knowledge_features(self, piece: Piece) -> tuple[float, ...]:
        key = piece.plain[:_KEY_LENGTH]
        box = self.boxes[piece.box]
        size, linked = self.layout.groups[(box.parent, box.tag)]
        outer = self.boxes[max(box.parent, 0)]
        repeated = key in self.seen
        self.seen.add(key)
        in_body = -1.0
        if self.body:
            in_body = letters(piece.text)[:200] in self.body if len(key) > _SHORT_KEY else 0.5
        return (
            in_body,
            self.known.title[:_KEY_LENGTH] == key,
            self.known.description[:_SAME_OPENING] == key[:_SAME_OPENING] != "",
            repeated,
            self.setting.links[piece.box] > 0 and len(piece.plain) < 20 * piece.links,
            linked / size,
            min(self.layout.children[(outer.parent, outer.tag)], 30),
            self.layout.places[piece.box],
        )

    def _mark_features(self, piece: Piece) -> list[float]:
        boxes = self.boxes
        box = boxes[piece.box]
        gathered = self.setting.gathered
        around = gathered[piece.box]
        own = piece.marks | (box.marks if around else 0)
        if around and gathered[max(box.parent, 0)]:
            own |= boxes[box.parent].marks
        said = find_phrases(piece.plain) if piece.plain else NOTHING_SAID
        return [*_bits(own), *_bits(around), *said]


_SENTENCE_ENDS = frozenset(".!?…。！？\"”“»'’:)")


def is_weighed(row: Row) -> bool:
    """Whether a row holds numbers to weigh."""
    return row is not FURNITURE and row is not PROSE


@lru_cache(maxsize=4096)
def _bits(marks: int) -> tuple[int, ...]:
    return tuple(marks >> shift & 1 for shift in _MARK_SHIFTS)
