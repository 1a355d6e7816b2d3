"""Which pieces of a page are the article, and which stand beside it?"""

from quietedit_core.extraction.features import (
    FURNITURE,
    SUSPECT,
    Knowledge,
    Page,
    is_weighed,
    read_page,
)
from quietedit_core.extraction.judging import LEARNED_TREES, Trees
from quietedit_core.extraction.outline import Outline
from quietedit_core.extraction.placing import Choice, Place, Placement

_LAST_HOPE = -3.0
_FEW_WORDS = 15
_MOST = 0.6
_FURNITURE = Choice(Place.OUTSIDE, -9.0, "links or scraps, away from the prose")
_PROSE = Choice(Place.ARTICLE, 9.0, "prose side by side with most of the article")


def choose_pieces(outline: Outline, known: Knowledge, trees: Trees = LEARNED_TREES) -> list[Choice]:
    """Decide for every piece of a page."""
    page = read_page(outline, known)
    choices = _weigh(page, trees)
    _settle_lists(page, choices)
    _settle_by_company(page, choices)
    if not any(choice.place is Place.ARTICLE for choice in choices):
        _take_the_likeliest(page, choices)
    Placement(page, known, choices).place()
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


def _settle_lists(page: Page, choices: list[Choice]) -> None:
    """Items without links in one list share one fate: no item comes or goes on its own."""
    lists: dict[int, list[int]] = {}
    for index, (piece, row) in enumerate(zip(page.outline.pieces, page.rows, strict=True)):
        box = page.outline.boxes[piece.box]
        if box.tag == "li" and not piece.links and is_weighed(row):
            lists.setdefault(box.parent, []).append(index)
    for items in lists.values():
        _share_fate(choices, items)


def _share_fate(choices: list[Choice], items: list[int]) -> None:
    shared = sum(choices[index].weight for index in items)
    place = Place.ARTICLE if shared > 0 else Place.OUTSIDE
    for index in items:
        if choices[index].place is not place:
            choices[index] = Choice(place, choices[index].weight, "as the rest of its list")


def _settle_by_company(page: Page, choices: list[Choice]) -> None:
    """A plain piece amid the article's paragraphs is of it, and so is a list most of which is."""
    groups = _kept_shares(page, choices)
    boxes, gathered = page.outline.boxes, page.setting.gathered
    top_marks = gathered[page.top[0]] if page.top[0] >= 0 else 0
    for index, (piece, choice) in enumerate(zip(page.outline.pieces, choices, strict=True)):
        is_plain = (
            not piece.links and not (piece.marks | gathered[piece.box]) & SUSPECT & ~top_marks
        )
        if choice.place is Place.ARTICLE or choice.weight <= _LAST_HOPE or not is_plain:
            continue
        box = boxes[piece.box]
        amid = page.top_first < index < page.top_last and _is_within(page, piece.box)
        if amid or groups[box.parent, box.tag] > _MOST:
            choices[index] = Choice(Place.ARTICLE, choice.weight, "in the company of the article")


def _kept_shares(page: Page, choices: list[Choice]) -> dict[tuple[int, str], float]:
    boxes = page.outline.boxes
    counts: dict[tuple[int, str], list[int]] = {}
    for piece, choice in zip(page.outline.pieces, choices, strict=True):
        box = boxes[piece.box]
        count = counts.setdefault((box.parent, box.tag), [0, 0])
        count[0] += choice.place is Place.ARTICLE
        count[1] += 1
    return {group: kept / size for group, (kept, size) in counts.items()}


def _is_within(page: Page, box: int) -> bool:
    """Whether a box lies in the one that holds most of the article's paragraphs."""
    top = page.top[0]
    while box > top >= 0:
        box = page.outline.boxes[box].parent
    return box == top


def _take_the_likeliest(page: Page, choices: list[Choice]) -> None:
    """A page of a few words is read for what it has; `standing` judges whether that is news."""
    for index, (piece, choice) in enumerate(zip(page.outline.pieces, choices, strict=True)):
        is_inside = (
            not page.setting.outward[piece.box] and page.outline.boxes[piece.box].tag != "h1"
        )
        if is_inside and choice.weight > _LAST_HOPE and len(piece.plain) >= _FEW_WORDS:
            choices[index] = Choice(Place.ARTICLE, choice.weight, "the likeliest of little text")
