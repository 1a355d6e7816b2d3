"""Which pieces of a page are the article, and which stand beside it?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from quietedit_core.extraction.features import (
    FURNITURE,
    Knowledge,
    Page,
    Row,
    is_correction_note,
    is_invitation,
    is_page_stamp,
    is_weighed,
    read_page,
)
from quietedit_core.extraction.judging import LEARNED_TREES, Trees
from quietedit_core.extraction.outline import Outline, Piece
from quietedit_core.extraction.phrases import letters
from quietedit_core.extraction.vocabulary import mark_bits

# A piece this close to the line goes with its neighbours.
_UNSURE = 0.7
_LAST_HOPE = -3.0
_FEW_WORDS = 15
_REPEATED_LETTERS = 40
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


_FURNITURE = Choice(Place.OUTSIDE, -9.0, "links or scraps, away from the prose")
_PROSE = Choice(Place.ARTICLE, 9.0, "prose side by side with most of the article")


def choose_pieces(outline: Outline, known: Knowledge, trees: Trees = LEARNED_TREES) -> list[Choice]:
    """Decide for every piece of a page."""
    page = read_page(outline, known)
    choices = _weigh(page, trees)
    _settle_unsure(choices)
    if not any(choice.place is Place.ARTICLE for choice in choices):
        _take_the_likeliest(page, choices)
    _Rules(page, known).apply(choices)
    return choices


def _weigh(page: Page, trees: Trees) -> list[Choice]:
    choices = []
    for row in page.rows:
        if not is_weighed(row):
            choices.append(_FURNITURE if row is FURNITURE else _PROSE)
            continue
        weight = trees.weigh(row)
        if weight > 0:
            choices.append(Choice(Place.ARTICLE, weight, "reads like the article's prose"))
        else:
            choices.append(Choice(Place.OUTSIDE, weight, "reads like furniture"))
    return choices


def _settle_unsure(choices: list[Choice]) -> None:
    """Between two pieces of the article an unsure one is of it, far from any it is not."""
    kept = [choice.place is Place.ARTICLE for choice in choices]
    if sum(kept) == 1:
        return
    for index, choice in enumerate(choices):
        before, after = kept[max(0, index - 3) : index], kept[index + 1 : index + 4]
        if -_UNSURE < choice.weight <= 0 and any(before[-1:]) and any(after[:1]):
            choices[index] = Choice(Place.ARTICLE, choice.weight, "between pieces of the article")
        elif 0 < choice.weight < _UNSURE and not any(before) and not any(after):
            choices[index] = Choice(Place.OUTSIDE, choice.weight, "alone, far from the article")


def _take_the_likeliest(page: Page, choices: list[Choice]) -> None:
    """A page of a few words is read for what it has; `standing` judges whether that is news."""
    for index, (piece, choice) in enumerate(zip(page.outline.pieces, choices, strict=True)):
        is_inside = (
            not page.setting.outward[piece.box] and page.outline.boxes[piece.box].tag != "h1"
        )
        if is_inside and choice.weight > _LAST_HOPE and len(piece.plain) >= _FEW_WORDS:
            choices[index] = Choice(Place.ARTICLE, choice.weight, "the likeliest of little text")


class _Rules:
    """What is settled by structure, whatever a piece reads like."""

    def __init__(self, page: Page, known: Knowledge) -> None:
        self.page = page
        self.boxes, self.pieces = page.outline.boxes, page.outline.pieces
        self.title = letters(known.title)[:_KEY_LETTERS]
        self.description = letters(known.description)[:_KEY_LETTERS]
        top = page.top[0]
        self.top_marks = page.setting.gathered[top] if top >= 0 else 0
        self.seen: dict[str, tuple[int, str]] = {}

    def apply(self, choices: list[Choice]) -> None:
        core_hidden = self._is_core_hidden(choices)
        self.led_to = self._led_to()
        for index, row in enumerate(self.page.rows):
            if row is FURNITURE:
                continue
            place, reason = self._place(index, row, choices[index], core_hidden=core_hidden)
            if place is not choices[index].place:
                choices[index] = Choice(place, choices[index].weight, reason)

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

    def _is_core_hidden(self, choices: Sequence[Choice]) -> bool:
        kept = [p for p, c in zip(self.pieces, choices, strict=True) if c.place is Place.ARTICLE]
        hidden = sum(bool(self._marks(piece) & _HIDDEN) for piece in kept)
        return 2 * hidden > len(kept)

    def _place(
        self, index: int, row: Row, choice: Choice, *, core_hidden: bool
    ) -> tuple[Place, str]:
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
            self.weight = choice.weight
            reason = self._objection(piece, marks, row, core_hidden=core_hidden)
            if index in self.led_to:
                reason = "leads to other pages"
            return (Place.OUTSIDE, reason) if reason else (choice.place, choice.reason)
        if self._is_standfirst(index, piece, marks):
            return Place.STANDFIRST, "a standfirst"
        return choice.place, choice.reason

    def _objection(self, piece: Piece, marks: int, row: Row, *, core_hidden: bool) -> str:
        """Why a piece that reads like the article's is none of it all the same, if so."""
        key = letters(piece.plain[:120])[:_KEY_LETTERS]
        if self.title and key == self.title:
            return "repeats the title"
        if marks & _HIDDEN and not core_hidden:
            return "hidden on the page"
        if piece.links and marks & _LEADING and len(piece.plain) < _LEAD_IN_LIMIT:
            return "leads to another page"
        if is_page_stamp(piece, row) or self._is_bare_time(piece):
            return "a stamp of the page"
        if self.weight < _SURE and self._near_marks(piece) & _PROMOTING & ~self.top_marks:
            return "in a box named as promotion"
        return "repeats what was read before" if self._is_repeat(piece, key) else ""

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
        own = piece.marks | box.marks | self.boxes[max(box.parent, 0)].marks
        told = self.description != "" and letters(piece.plain[:200])[:60] == self.description[:60]
        return told or bool(own & _STANDFIRST) or box.tag in _HEADINGS

    def _is_bare_time(self, piece: Piece) -> bool:
        return bool(piece.time) and len(piece.text) < _TIME_LIMIT

    def _near_marks(self, piece: Piece) -> int:
        """Marks of the piece, its box and the box around that, inside the main box."""
        box = self.boxes[piece.box]
        gathered = self.page.setting.gathered
        outer = self.boxes[max(box.parent, 0)].marks & gathered[max(box.parent, 0)]
        return piece.marks | (box.marks & gathered[piece.box]) | outer

    def _is_near(self, piece: Piece, marks: int) -> bool:
        return not marks & _NOT_BESIDE and self.page.setting.outward[piece.box] <= 1

    def _is_repeat(self, piece: Piece, key: str) -> bool:
        if len(key) < _REPEATED_LETTERS:
            return False
        box = self.boxes[piece.box]
        return self.seen.setdefault(key, (box.parent, box.tag)) != (box.parent, box.tag)


_STANDFIRST_LEVELS = 3
_HEADINGS = frozenset(("h2", "h3", "h4"))
