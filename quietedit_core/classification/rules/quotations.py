"""Were somebody's very words changed, or the marks that make them so?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.mentions import list_touched
from quietedit_core.classification.passages import Passage, Side, Spot
from quietedit_core.classification.rules.finding import Explained, Finding, each_spot, found_at

_WHOLE_QUOTE_WORDS = 3
_NO_WORDS = frozenset({ChangeKind.TYPO, ChangeKind.MOVE})


def find_quotations(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    yield from _list_told_anew(comparison)
    for key, passage, spot in each_spot(comparison):
        if explained.get(key, frozenset()) & _NO_WORDS:
            continue
        if why := _explain(passage, spot):
            yield found_at(ChangeKind.QUOTATION, key, passage, spot, why)


def _list_told_anew(comparison: Comparison) -> Iterator[Finding]:
    """What was somebody's very words is a report now, or the other way round."""
    for passage in comparison.passages:
        if passage.is_title or not passage.is_told_anew:
            continue
        old = [each for each in passage.before.quotes if not each.weak]
        new = [each for each in passage.after.quotes if not each.weak]
        if bool(old) != bool(new):
            evidence = Evidence(
                kind=ChangeKind.QUOTATION,
                old=passage.old,
                new=passage.new,
                before=passage.before.text,
                after=passage.after.text,
                why="a quotation became a report" if old else "a report became a quotation",
            )
            yield Finding(evidence)


def _explain(passage: Passage, spot: Spot) -> str:
    marks = _count_marks(passage.before, spot.old), _count_marks(passage.after, spot.new)
    if spot.is_pure and marks[0] + marks[1] in {2, 4, 6} and spot.size >= _WHOLE_QUOTE_WORDS:
        return ""  # a whole quotation came or went: that is more text, or less
    if marks[0] != marks[1]:
        if spot.size > _WHOLE_QUOTE_WORDS or not is_title_in_marks(passage, spot):
            return "quotation marks came or went"
        return ""
    old = [each for each in list_touched(passage.before.quotes, *spot.old) if not each.weak]
    new = [each for each in list_touched(passage.after.quotes, *spot.new) if not each.weak]
    has_words = bool(spot.old_words or spot.new_words)
    if (has_words and (old and (new or not spot.after))) or (has_words and new and not spot.before):
        return "words within quotation marks changed"
    return ""


def _count_marks(side: Side, span: tuple[int, int]) -> int:
    return sum(word.text in {'"', "'"} for word in side.words_in(span))


def is_title_in_marks(passage: Passage, spot: Spot) -> bool:
    """A ship, a book: a capital in marks is a name with or without them."""
    side, quotes, span = (
        (passage.before, passage.before.quotes, spot.old)
        if spot.before
        else (passage.after, passage.after.quotes, spot.new)
    )
    near = [each for each in quotes if each.start - 1 <= span[1] and span[0] <= each.end + 1]
    words = [word for each in near for word in side.words_in((each.start, each.end))]
    return bool(near) and all(word.is_capital for word in words) and len(words) <= 2  # noqa: PLR2004
