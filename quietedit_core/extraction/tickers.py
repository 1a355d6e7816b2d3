"""Which pieces of a page are the entries of a live ticker?

An entry is the largest box that holds one stamp; a ticker is three entries or more side by side.
Two are enough where the page says that it is live, or each has a heading: every ticker was young
once, and its first entries must not be read in another way when the third comes. Sites write them
as plain div elements, so only the shape can tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quietedit_core.extraction.meta_lines import is_meta_line
from quietedit_core.extraction.outline import Outline, Piece
from quietedit_core.extraction.placing import Choice, Place
from quietedit_core.extraction.stamps import is_stamp, split_opening_time
from quietedit_core.extraction.vocabulary import mark_bits

_FEWEST_ENTRIES = 3
_FEWEST_TOLD = 2
_SHORTEST_PROSE = 40
_HEADS = frozenset(("h2", "h3", "h4", "h5", "h6"))
_WORDLESS = 3
_NO_TEXT = mark_bits("share", "comment", "advert", "newsletter", "hidden", "related", "popular")
_LIVE = mark_bits("live")
_LIVE_KIND = "liveblogposting"


@dataclass(frozen=True, slots=True)
class TickerEntry:
    """The pieces of one entry, by number, beside its time and what stands behind an inline time."""

    pieces: tuple[int, ...]
    time: str
    text: str


def find_ticker(
    outline: Outline, choices: Sequence[Choice], kinds: Sequence[str]
) -> dict[int, TickerEntry]:
    """Every entry by the number of its first piece; empty where the page holds no ticker."""
    is_live = any(kind.lower() == _LIVE_KIND for kind in kinds)
    return _boxed_entries(outline, choices, is_live=is_live) or _opening_entries(outline, choices)


def _boxed_entries(
    outline: Outline, choices: Sequence[Choice], *, is_live: bool
) -> dict[int, TickerEntry]:
    stamps = [index for index, piece in enumerate(outline.pieces) if _is_stamp(piece)]
    if len(stamps) < _FEWEST_TOLD:
        return {}
    entries = _largest_boxes(outline, stamps)
    rows: dict[int, list[int]] = {}
    for box in entries:
        rows.setdefault(outline.boxes[box].parent, []).append(box)
    spans = _pieces_by_entry(outline, entries)
    found: dict[int, TickerEntry] = {}
    for parent, boxes in rows.items():
        live = is_live or _is_live_box(outline, parent)
        row: dict[int, TickerEntry] = {}
        for box in boxes:
            _note_entry(row, outline, spans[box], entries[box])
        is_told = live or all(_has_heading(outline, entry) for entry in row.values())
        inside = [number for box in boxes for number in spans[box]]
        if len(row) >= (_FEWEST_TOLD if is_told else _FEWEST_ENTRIES) and _is_article(
            outline, choices, inside, live=live
        ):
            found |= row
    return found


def _has_heading(outline: Outline, entry: TickerEntry) -> bool:
    """A heading of its own; one that is a link heads a teaser."""
    pieces = (outline.pieces[number] for number in entry.pieces)
    return any(outline.boxes[each.box].tag in _HEADS and not each.links for each in pieces)


def _is_article(
    outline: Outline, choices: Sequence[Choice], numbers: Sequence[int], *, live: bool
) -> bool:
    """Entries side by side share one fate: all are read if most of their prose is."""
    pieces = outline.pieces
    prose = [number for number in numbers if len(pieces[number].plain) >= _SHORTEST_PROSE]
    kept = sum(choices[number].place is Place.ARTICLE for number in prose)
    return 2 * kept > len(prose) or (live and any(pieces[n].is_prose for n in prose))


def _is_stamp(piece: Piece) -> bool:
    return len(piece.text) <= _SHORTEST_PROSE and (bool(piece.time) or is_stamp(piece.text))


def _largest_boxes(outline: Outline, stamps: Sequence[int]) -> dict[int, int]:
    """The stamp of every box that holds exactly one, for the outermost such boxes."""
    boxes = outline.boxes
    counts = [0] * len(boxes)
    for stamp in stamps:
        counts[outline.pieces[stamp].box] += 1
    for index in range(len(boxes) - 1, 0, -1):
        counts[boxes[index].parent] += counts[index]
    found: dict[int, int] = {}
    for stamp in stamps:
        box = outline.pieces[stamp].box
        while box > 0 and counts[boxes[box].parent] == 1:
            box = boxes[box].parent
        if counts[box] == 1:
            found[box] = stamp
    return found


def _pieces_by_entry(outline: Outline, entries: dict[int, int]) -> dict[int, list[int]]:
    owner = [-1] * len(outline.boxes)
    for index, box in enumerate(outline.boxes):
        owner[index] = index if index in entries else owner[box.parent] if index else -1
    spans: dict[int, list[int]] = {box: [] for box in entries}
    for number, piece in enumerate(outline.pieces):
        if owner[piece.box] >= 0:
            spans[owner[piece.box]].append(number)
    return spans


def _is_live_box(outline: Outline, box: int) -> bool:
    while box > 0:
        if outline.boxes[box].marks & _LIVE:
            return True
        box = outline.boxes[box].parent
    return False


def _note_entry(
    found: dict[int, TickerEntry], outline: Outline, numbers: Sequence[int], stamp: int
) -> None:
    """All text of an entry belongs to it, headings too; buttons, bare links and counters do not."""
    pieces = outline.pieces
    kept = tuple(number for number in numbers if number != stamp and _is_text(outline, number))
    if kept:
        text = "\n".join(pieces[number].text for number in kept)
        numbered = tuple(sorted((*kept, stamp)))
        found[numbered[0]] = TickerEntry(numbered, pieces[stamp].text, text)


def _is_text(outline: Outline, number: int) -> bool:
    piece = outline.pieces[number]
    box = outline.boxes[piece.box]
    if (piece.marks | box.marks | outline.boxes[max(box.parent, 0)].marks) & _NO_TEXT:
        return False
    if piece.links and len(piece.plain) < _WORDLESS:
        return box.tag in _HEADS
    return not is_meta_line(piece.text)


def _opening_entries(outline: Outline, choices: Sequence[Choice]) -> dict[int, TickerEntry]:
    """Entries that are one piece each and open with a clock time."""
    groups: dict[tuple[int, str], dict[int, TickerEntry]] = {}
    for number, (piece, choice) in enumerate(zip(outline.pieces, choices, strict=True)):
        if choice.place is not Place.ARTICLE or not piece.text[0].isdigit():
            continue
        time, text = split_opening_time(piece.text)
        if time and len(text) >= _SHORTEST_PROSE:
            box = outline.boxes[piece.box]
            groups.setdefault((box.parent, box.tag), {})[number] = TickerEntry(
                (number,), time, text
            )
    found: dict[int, TickerEntry] = {}
    for group in groups.values():
        if len(group) >= _FEWEST_ENTRIES:
            found |= group
    return found
