"""Did a quantity change?"""

from collections import Counter
from collections.abc import Iterator, Sequence

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.passages import Passage, Side, Spot
from quietedit_core.classification.rules.finding import Explained, Finding, each_spot, found_at
from quietedit_core.classification.vocabulary import Vocabulary

_FEW_WORDS = 3
_STEM = 4


def find_numbers(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for key, passage, spot in each_spot(comparison):
        if ChangeKind.MOVE in explained.get(key, ()):
            continue
        if why := _explain(passage, spot, comparison.vocabulary):
            yield found_at(ChangeKind.NUMBER, key, passage, spot, why)


def _explain(passage: Passage, spot: Spot, vocabulary: Vocabulary) -> str:
    old, new = passage.touched(spot, passage.before.figures, passage.after.figures)
    old, new = _without_articles(old, new, spot)
    if old and new:
        return _compare(passage, spot, old, new)
    if not old and not new:
        return _compare_vague(spot, vocabulary)
    if spot.is_pure:
        return _alone(spot, old or new)
    empty = spot.new_words if old else spot.old_words
    if not spot.is_large and any(vocabulary.vague.find_at(empty, at) for at in range(len(empty))):
        return "a vague quantity became a figure" if new else "a figure became a vague quantity"
    return ""


def _compare_vague(spot: Spot, vocabulary: Vocabulary) -> str:
    """`hundreds`, `thousands`"""
    old, new = (
        {phrase.value for phrase in vocabulary.vague.find_all(words)}
        for words in (spot.old_words, spot.new_words)
    )
    is_other = spot.size <= _FEW_WORDS and old and new and old.isdisjoint(new)
    return f"{min(old)} became {min(new)}" if is_other else ""


def _without_articles(
    old: list[Mention], new: list[Mention], spot: Spot
) -> tuple[list[Mention], list[Mention]]:
    """`one` and `a` count where the other side has a figure, in a short spot."""
    strong_old = [each for each in old if not each.weak]
    strong_new = [each for each in new if not each.weak]
    if spot.size <= _FEW_WORDS + 1 and (old and new):
        is_ordinal = old[0].value.endswith(".") and new[0].value.endswith(".")
        if strong_old or strong_new or is_ordinal:
            return strong_old or old, strong_new or new
    return strong_old, strong_new


def _compare(passage: Passage, spot: Spot, old: list[Mention], new: list[Mention]) -> str:
    gone, come = _values(old) - _values(new), _values(new) - _values(old)
    if not gone and not come:
        return ""
    first, second = next(iter(gone or come)), next(iter(come or gone))
    why = f"{first} became {second}" if gone and come else f"{first} came or went among figures"
    if not spot.is_large:
        return why if (gone and come) or spot.size <= 2 * _FEW_WORDS else ""
    pairs = [
        (a, b)
        for a in old
        for b in new
        if a.value in gone and b.value in come and _counts_same(passage, a, b)
    ]
    return f"{pairs[0][0].value} became {pairs[0][1].value}" if pairs else ""


def _counts_same(passage: Passage, old: Mention, new: Mention) -> bool:
    """In a stretch told anew, two figures are one quantity if they count the same thing."""
    return bool(_counted(passage.before, old) & _counted(passage.after, new))


def _counted(side: Side, mention: Mention) -> frozenset[str]:
    behind = [word for word in side.words if word.start >= mention.end and word.is_word][:2]
    return frozenset(word.low[:_STEM] for word in behind if len(word.low) >= _STEM)


def _values(mentions: Sequence[Mention]) -> Counter[str]:
    return Counter(each.value for each in mentions)


def _alone(spot: Spot, touched: list[Mention]) -> str:
    """A figure put in or taken out, with hardly a word beside it."""
    words = spot.old_words or spot.new_words
    own = sum(
        len([word for word in words if word.start < each.end and each.start < word.end])
        for each in touched
    )
    if len(words) - own > 1 or not own:
        return ""
    return f"{touched[0].value} was {'taken out' if spot.old_words else 'put in'}"
