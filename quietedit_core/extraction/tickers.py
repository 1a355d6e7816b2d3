"""Which pieces of a page are the entries of a live ticker?

An entry is the largest box that holds one stamp; a ticker is three entries or more side by side.
Sites write them as plain div elements, so only the shape can tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quietedit_core.extraction.outline import Outline, Piece
from quietedit_core.extraction.placing import Choice, Place
from quietedit_core.extraction.stamps import is_stamp, split_opening_time
from quietedit_core.extraction.vocabulary import mark_bits

_FEWEST_ENTRIES = 3
_SHORTEST_PROSE = 40
_HEADS = frozenset(("h2", "h3", "h4", "h5", "h6"))
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
    if len(stamps) < _FEWEST_ENTRIES:
        return {}
    entries = _largest_boxes(outline, stamps)
    rows: dict[int, list[int]] = {}
    for box in entries:
        rows.setdefault(outline.boxes[box].parent, []).append(box)
    spans = _pieces_by_entry(outline, entries)
    found: dict[int, TickerEntry] = {}
    for parent, boxes in rows.items():
        live = is_live or _is_live_box(outline, parent)
        if len(boxes) >= _FEWEST_ENTRIES:
            for box in boxes:
                _note_entry(found, outline, choices, spans[box], entries[box], live=live)
    return found if len(found) >= _FEWEST_ENTRIES else {}


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
    found: dict[int, TickerEntry],
    outline: Outline,
    choices: Sequence[Choice],
    numbers: Sequence[int],
    stamp: int,
    *,
    live: bool,
) -> None:
    pieces = outline.pieces
    prose = {
        number
        for number in numbers
        if number != stamp
        and (choices[number].place is Place.ARTICLE or (live and pieces[number].is_prose))
    }
    if sum(len(pieces[number].plain) for number in prose) >= _SHORTEST_PROSE:
        # An entry's heading is of it, whatever it would be taken for elsewhere.
        heads = {
            number
            for number in numbers
            if number != stamp and outline.boxes[pieces[number].box].tag in _HEADS
        }
        kept = tuple(sorted(prose | heads))
        text = "\n".join(pieces[number].text for number in kept)
        numbered = tuple(sorted((*kept, stamp)))
        found[numbered[0]] = TickerEntry(numbered, pieces[stamp].text, text)


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
