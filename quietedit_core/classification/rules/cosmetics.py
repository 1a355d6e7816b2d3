"""Did only the form change: marks, case, how a figure is written, where a paragraph ends?"""

from collections import Counter
from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.passages import Passage, Side, Spot
from quietedit_core.classification.phrases import Word
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.dates import is_only_turned
from quietedit_core.classification.rules.finding import (
    Explained,
    Finding,
    each_spot,
    found_at,
    found_block,
)
from quietedit_core.classification.rules.headlines import without_outlet
from quietedit_core.classification.rules.quotations import is_title_in_marks
from quietedit_core.classification.rules.typos import is_same_but_marks, is_variant
from quietedit_core.classification.vocabulary import Vocabulary
from quietedit_core.folding import fold_text

_MARKS_THAT_TELL = frozenset('"?%€$£')


def find_cosmetics(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    yield from _reset_blocks(comparison)
    yield from _broken_letters(comparison)
    yield from _outlet_in_title(comparison)
    yield from _stamps(comparison)
    worded = {
        number
        for (number, place), passage, spot in each_spot(comparison)
        if (spot.old_words or spot.new_words)
        and not _is_same_in_form(passage, spot, comparison.vocabulary)
    }
    for key, passage, spot in each_spot(comparison):
        if explained.get(key, frozenset()) - {ChangeKind.HEADLINE}:
            continue
        if not spot.old_words and not spot.new_words:
            tells = bool((set(spot.before) ^ set(spot.after)) & _MARKS_THAT_TELL)
            tells = tells and not is_title_in_marks(passage, spot)
            if key[0] not in worded and not tells:
                yield found_at(ChangeKind.COSMETIC, key, passage, spot, "only marks changed")
        elif _is_same_in_form(passage, spot, comparison.vocabulary):
            yield found_at(ChangeKind.COSMETIC, key, passage, spot, "the same in another form")


def _reset_blocks(comparison: Comparison) -> Iterator[Finding]:
    for change in comparison.reset:
        roles = {comparison.new_roles[at] for at in change.new}
        roles |= {comparison.old_roles[at] for at in change.old}
        if roles <= {Role.PROSE, Role.BESIDE}:
            yield found_block(
                ChangeKind.COSMETIC, comparison, change.old, change.new, "paragraphs end elsewhere"
            )


def _broken_letters(comparison: Comparison) -> Iterator[Finding]:
    for damage in comparison.mended.damages:
        yield Finding(
            Evidence(
                kind=ChangeKind.COSMETIC,
                new=() if damage.place is None else (damage.place,),
                before=damage.after,
                after=damage.before,
                why="letters are broken now: a wrong encoding",
            )
        )


def _outlet_in_title(comparison: Comparison) -> Iterator[Finding]:
    title = comparison.title
    if title and without_outlet(title.before.text) == without_outlet(title.after.text):
        spots = frozenset((0, place) for place in range(len(title.spots)))
        why = "the outlet's name came or went in the title"
        evidence = Evidence(
            kind=ChangeKind.COSMETIC,
            before=comparison.old.title,
            after=comparison.new.title,
            why=why,
        )
        yield Finding(evidence, spots)


def _stamps(comparison: Comparison) -> Iterator[Finding]:
    for change in comparison.linked:
        if all(comparison.new_roles[at] is Role.STAMP for at in change.new):
            yield found_block(
                ChangeKind.COSMETIC, comparison, change.old, change.new, "a stamp moved on"
            )


def _is_same_in_form(passage: Passage, spot: Spot, vocabulary: Vocabulary) -> bool:
    """`twelve` and `12`, `3 pm` and `15:00`, `Nato` and `NATO`, `dass` and `daß`."""
    if spot.is_pure:
        return _is_turned_date(passage, spot)
    if is_same_but_marks(spot.before, spot.after) and not any(map(str.isdigit, spot.before)):
        return True
    if _is_variant(spot, vocabulary):
        return True
    old, new = _plain(passage.before, spot.old), _plain(passage.after, spot.new)
    return old == new and any(old.values())


def _is_turned_date(passage: Passage, spot: Spot) -> bool:
    touched = passage.touched(spot, passage.before.moments, passage.after.moments)
    moments = [each for side in touched for each in side if not each.weak]
    words = spot.old_words or spot.new_words
    is_covered = bool(moments) and all(_covered(word, moments) for word in words)
    return is_covered and is_only_turned(passage, spot, moments)


def _is_variant(spot: Spot, vocabulary: Vocabulary) -> bool:
    pairs = list(zip(spot.old_words, spot.new_words, strict=False))
    return len(spot.old_words) == len(spot.new_words) > 0 and all(
        a.low == b.low or is_variant(a.low, b.low, vocabulary) for a, b in pairs
    )


def _plain(side: Side, span: tuple[int, int]) -> Counter[str]:
    """Words and values in the spot, whatever their form."""
    mentions = [
        each
        for each in (*side.figures, *side.moments)
        if each.start < span[1] and span[0] < each.end and not each.weak
    ]
    words = [word for word in side.words_in(span) if word.is_word]
    loose = [word for word in words if not _covered(word, mentions)]
    return Counter([*(each.value for each in mentions), *map(_fold_word, loose)])


def _covered(word: Word, mentions: list[Mention]) -> bool:
    return any(each.start < word.end and word.start < each.end for each in mentions)


def _fold_word(word: Word) -> str:
    return fold_text(word.text).casefold().replace("-", "")
