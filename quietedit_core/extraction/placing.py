"""Where does a piece stand, whatever it reads like?

What is settled by structure: captions, pull quotes, notes on corrections, standfirsts, and what
reads like the article's prose and is none of it all the same.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from quietedit_core.extraction.features import (
    FURNITURE,
    Knowledge,
    Page,
    Row,
)
from quietedit_core.extraction.meta_lines import is_meta_line
from quietedit_core.extraction.openings import is_correction_note, is_invitation, is_page_stamp
from quietedit_core.extraction.outline import Piece
from quietedit_core.extraction.phrases import letters
from quietedit_core.extraction.vocabulary import mark_bits

_REPEATED_LETTERS = 40
_SINGLE_COPY_LIMIT = 250
_KEY_LETTERS = 80
_STANDFIRST_LENGTH = 50
_SHORTEST_QUOTE, _PULL_QUOTE_LIMIT = 30, 300
_CAPTION = mark_bits("caption")
_MEDIA = mark_bits("media")
_PULLQUOTE = mark_bits("pullquote")
_HIDDEN = mark_bits("hidden")
_STANDFIRST = mark_bits("lead") | mark_bits("header")
_LEADING = mark_bits("related") | mark_bits("popular") | mark_bits("newsletter")
_LEAD_IN_LIMIT = 60
_TIME_LIMIT = 48
_BYLINE_LIMIT = 60
_COMMENT = mark_bits("comment")
_BYLINE = mark_bits("byline", "author")
_WORDLESS = 3
_SURE = 1.0
_PROMOTING = mark_bits("newsletter", "advert", "related", "popular", "comment", "consent")
_NOT_BESIDE = mark_bits(
    "related",
    "popular",
    "newsletter",
    "comment",
    "navigation",
    "footer",
    "consent",
    "advert",
    "hidden",
)
_NO_STANDFIRST = _NOT_BESIDE | mark_bits("byline") | mark_bits("author") | mark_bits("caption")
_STANDFIRST_LEVELS = 3
_HEADINGS = frozenset(("h2", "h3", "h4"))


class Place(StrEnum):
    ARTICLE = "article"
    STANDFIRST = "standfirst"
    CAPTION = "caption"
    PULL_QUOTE = "pull quote"
    CORRECTION = "correction note"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a piece belongs, how surely (0 is the line), and why."""

    place: Place
    weight: float
    reason: str


@dataclass(slots=True)
class _Kept:
    """A piece that reads like the article's, before objections are heard."""

    index: int
    piece: Piece
    row: Row
    marks: int
    near_marks: int
    weight: float


class Placement:
    """The rules for one page; `place` goes over its choices in the page's order."""

    def __init__(self, page: Page, known: Knowledge, choices: list[Choice]) -> None:
        self.page, self.choices = page, choices
        self.boxes, self.pieces = page.outline.boxes, page.outline.pieces
        self.title = letters(known.title)[:_KEY_LETTERS]
        self.description = letters(known.description)[:_KEY_LETTERS]
        top = page.top[0]
        self.top_marks = page.setting.gathered[top] if top >= 0 else 0
        self.seen: dict[str, tuple[int, str]] = {}
        self.counts = Counter(map(self._key, self.pieces))
        self.core_hidden = self._is_core_hidden()
        self.led_to = self._led_to()
        self.objections: tuple[tuple[Callable[[_Kept], bool], str], ...] = (
            (self._repeats_title, "repeats the title"),
            (self._is_hidden, "hidden on the page"),
            (self._leads_away, "leads to other pages"),
            (self._is_stamp, "a stamp of the page"),
            (self._is_byline, "a byline"),
            (self._is_comment, "a comment of a reader"),
            (self._is_promotion, "in a box named as promotion"),
            (self._is_repeat, "repeats what was read before"),
        )

    def place(self) -> None:
        for index, row in enumerate(self.page.rows):
            if row is FURNITURE:
                continue
            choice = self.choices[index]
            place, reason = self._place(index, row, choice)
            if place is not choice.place:
                self.choices[index] = Choice(place, choice.weight, reason)

    def _led_to(self) -> set[int]:
        """Invitations ("Read also", "Recommended") and the bare links that follow them."""
        found: set[int] = set()
        inviting = False
        for index, (piece, row) in enumerate(zip(self.pieces, self.page.rows, strict=True)):
            wordless = piece.links > 0 and len(piece.plain) < _WORDLESS
            invites = is_invitation(piece, row)
            if invites and piece.links:
                found.add(index)
            elif wordless and inviting:
                found.update((index, index - 1))
            inviting = invites or (inviting and wordless)
        return found

    def _marks(self, piece: Piece) -> int:
        return piece.marks | self.page.setting.gathered[piece.box]

    def _is_core_hidden(self) -> bool:
        pairs = zip(self.pieces, self.choices, strict=True)
        kept = [piece for piece, choice in pairs if choice.place is Place.ARTICLE]
        hidden = sum(bool(self._marks(piece) & _HIDDEN) for piece in kept)
        return 2 * hidden > len(kept)

    def _place(self, index: int, row: Row, choice: Choice) -> tuple[Place, str]:
        piece = self.pieces[index]
        marks = self._marks(piece)
        kept = choice.place is Place.ARTICLE
        if self._is_caption(piece, marks, kept=kept):
            return Place.CAPTION, "a caption"
        if self._is_pull_quote(piece, marks):
            return Place.PULL_QUOTE, "a pull quote"
        if is_correction_note(piece, row) and (kept or self._is_near(piece, marks)):
            return Place.CORRECTION, "a note on a correction"
        if kept:
            case = _Kept(index, piece, row, marks, self._near_marks(piece), choice.weight)
            reason = next((why for objects, why in self.objections if objects(case)), "")
            return (Place.OUTSIDE, reason) if reason else (choice.place, choice.reason)
        if self._is_standfirst(index, piece, marks):
            return Place.STANDFIRST, "a standfirst"
        return choice.place, choice.reason

    def _repeats_title(self, case: _Kept) -> bool:
        return self._is_title(case.piece)

    def _is_title(self, piece: Piece) -> bool:
        return bool(self.title) and self._key(piece) == self.title

    def _is_hidden(self, case: _Kept) -> bool:
        return bool(case.marks & _HIDDEN) and not self.core_hidden

    def _leads_away(self, case: _Kept) -> bool:
        if case.index in self.led_to:
            return True
        is_short = len(case.piece.plain) < _LEAD_IN_LIMIT
        return is_short and case.piece.links > 0 and bool(case.marks & _LEADING)

    def _is_stamp(self, case: _Kept) -> bool:
        is_bare_time = bool(case.piece.time) and len(case.piece.text) < _TIME_LIMIT
        if is_bare_time or is_page_stamp(case.piece, case.row):
            return True
        is_heading = self.boxes[case.piece.box].tag in _HEADINGS
        return not is_heading and is_meta_line(case.piece.text)

    def _is_byline(self, case: _Kept) -> bool:
        named = case.near_marks & _BYLINE & ~self.top_marks
        return bool(named) and len(case.piece.plain) < _BYLINE_LIMIT

    def _is_comment(self, case: _Kept) -> bool:
        return bool(case.marks & _COMMENT & ~self.top_marks)

    def _is_promotion(self, case: _Kept) -> bool:
        return case.weight < _SURE and bool(case.near_marks & _PROMOTING & ~self.top_marks)

    def _is_repeat(self, case: _Kept) -> bool:
        """The same words in another box: a copy for phones or print. In a list they may stay.

        So may a single short one: an interviewer asks several people the same.
        """
        key = self._key(case.piece)
        box = self.boxes[case.piece.box]
        own = (box.parent, box.tag)
        if len(key) < _REPEATED_LETTERS or self.seen.setdefault(key, own) == own:
            return False
        return len(case.piece.plain) > _SINGLE_COPY_LIMIT or self._has_copied_neighbour(case.index)

    def _has_copied_neighbour(self, index: int) -> bool:
        around = self.pieces[max(0, index - 1) : index] + self.pieces[index + 1 : index + 2]
        keys = filter(lambda key: len(key) >= _REPEATED_LETTERS, map(self._key, around))
        return any(self.counts[key] > 1 for key in keys)

    @staticmethod
    def _key(piece: Piece) -> str:
        return letters(piece.plain[:120])[:_KEY_LETTERS]

    def _is_caption(self, piece: Piece, marks: int, *, kept: bool) -> bool:
        if marks & _NOT_BESIDE or not piece.plain or self.page.setting.outward[piece.box]:
            return False
        box = self.boxes[piece.box]
        in_caption = box.tag in ("figcaption", "caption") or (
            self.boxes[max(box.parent, 0)].tag == "figcaption"
        )
        return in_caption or (kept and bool(marks & _CAPTION and marks & _MEDIA))

    def _is_pull_quote(self, piece: Piece, marks: int) -> bool:
        """A quote lifted out of the prose; what is much longer has only been named like one."""
        if not marks & _PULLQUOTE or marks & _NOT_BESIDE:
            return False
        return _SHORTEST_QUOTE <= len(piece.plain) <= _PULL_QUOTE_LIMIT

    def _is_standfirst(self, index: int, piece: Piece, marks: int) -> bool:
        """What introduces the article, above its first paragraph and in a box of its own."""
        page = self.page
        box = self.boxes[piece.box]
        if index >= page.top_first or (box.parent, box.tag) == page.top:
            return False
        if len(piece.plain) < _STANDFIRST_LENGTH or piece.links or marks & _NO_STANDFIRST:
            return False
        if page.setting.outward[piece.box] > _STANDFIRST_LEVELS:
            return False
        if self._is_title(piece):
            return False
        own = piece.marks | box.marks | self.boxes[max(box.parent, 0)].marks
        told = self.description != "" and letters(piece.plain[:200])[:60] == self.description[:60]
        return told or bool(own & _STANDFIRST) or box.tag in _HEADINGS

    def _near_marks(self, piece: Piece) -> int:
        """Marks of the piece, its box and the box around that, inside the main box."""
        box = self.boxes[piece.box]
        gathered = self.page.setting.gathered
        outer = self.boxes[max(box.parent, 0)].marks & gathered[max(box.parent, 0)]
        return piece.marks | (box.marks & gathered[piece.box]) | outer

    def _is_near(self, piece: Piece, marks: int) -> bool:
        return not marks & _NOT_BESIDE and self.page.setting.outward[piece.box] <= 1
