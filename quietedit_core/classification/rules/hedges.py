"""Was a claim softened or hardened?"""

from collections import Counter
from collections.abc import Iterator, Sequence

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.passages import Passage, Side, Spot
from quietedit_core.classification.phrases import PhraseTable, Word
from quietedit_core.classification.rules.finding import Explained, Finding, each_spot, found_at
from quietedit_core.classification.vocabulary import Vocabulary

_MANY_WORDS = 8
_INSERTED_WORDS = 4
_NO_WORDS = frozenset({ChangeKind.TYPO, ChangeKind.MOVE})


def find_hedges(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for key, passage, spot in each_spot(comparison):
        limit = _INSERTED_WORDS if spot.is_pure else _MANY_WORDS
        if spot.in_quote or spot.is_sentence or spot.size > limit:
            continue
        if explained.get(key, frozenset()) & _NO_WORDS:
            continue
        if why := _explain(passage, spot, comparison.vocabulary):
            yield found_at(ChangeKind.HEDGING, key, passage, spot, why)


def _explain(passage: Passage, spot: Spot, vocabulary: Vocabulary) -> str:
    return (
        _compare_softness(passage, spot, vocabulary)
        or _compare_hardness(passage, spot, vocabulary)
        or _conditional(spot, vocabulary)
        or _doubted(spot, vocabulary)
        or _questioned(spot)
    )


def _compare_softness(passage: Passage, spot: Spot, vocabulary: Vocabulary) -> str:
    old = _softness(passage.before, spot.old, vocabulary)
    new = _softness(passage.after, spot.new, vocabulary)
    gone, come = old - new, new - old
    if gone and come:
        shade = f"another shade: {_first(gone)} became {_first(come)}"
        return shade if spot.size <= _INSERTED_WORDS else ""
    if come:
        return f"softened: {_first(come)}"
    return f"hardened: {_first(gone)} is gone" if gone else ""


def _compare_hardness(passage: Passage, spot: Spot, vocabulary: Vocabulary) -> str:
    old = _found(vocabulary.boosters, passage.before, spot.old)
    new = _found(vocabulary.boosters, passage.after, spot.new)
    if new and not old:
        return f"hardened: {_first(new)}"
    return f"softened: {_first(old)} is gone" if old and not new else ""


def _first(counted: Counter[str]) -> str:
    return min(counted)


def _softness(side: Side, span: tuple[int, int], vocabulary: Vocabulary) -> Counter[str]:
    hedges = _found(vocabulary.hedges, side, span)
    moments = [each for each in side.moments if each.start < span[1] and span[0] < each.end]
    if any(each.value.startswith(("month", "day")) for each in moments):
        del hedges["may"]
    return hedges + _approximations(side, span, vocabulary)


def _approximations(side: Side, span: tuple[int, int], vocabulary: Vocabulary) -> Counter[str]:
    """`about 40`, but not `a book about 40 years`: a figure must follow at once."""
    starts = {each.start for each in side.figures if not each.weak}
    found: Counter[str] = Counter()
    for phrase in vocabulary.approximators.find_all(side.words):
        first, last = side.words[phrase.first], side.words[phrase.last - 1]
        is_touched = first.start < span[1] and span[0] < last.end
        follows = phrase.last < len(side.words) and side.words[phrase.last].start in starts
        if is_touched and follows:
            found[phrase.value] += 1
    return found


def _found(table: PhraseTable, side: Side, span: tuple[int, int]) -> Counter[str]:
    words = side.words
    return Counter(
        phrase.value
        for phrase in table.find_all(words)
        if words[phrase.first].start < span[1] and span[0] < words[phrase.last - 1].end
    )


def _conditional(spot: Spot, vocabulary: Vocabulary) -> str:
    old, new = _lows(spot.old_words), _lows(spot.new_words)
    for plain, doubted in vocabulary.conditional_forms:
        if plain in old and doubted in new and doubted not in old:
            return f"softened: {doubted}"
        if doubted in old and plain in new and doubted not in new:
            return f"hardened: {plain}"
    return ""


def _lows(words: Sequence[Word]) -> set[str]:
    return {word.low for word in words}


def _doubted(spot: Spot, vocabulary: Vocabulary) -> str:
    if spot.is_pure:
        return ""
    old = any(vocabulary.doubting.find_at(spot.old_words, k) for k in range(len(spot.old_words)))
    new = any(vocabulary.doubting.find_at(spot.new_words, k) for k in range(len(spot.new_words)))
    if old == new:
        return ""
    return "softened: only claimed now" if new else "hardened: no longer only claimed"


def _questioned(spot: Spot) -> str:
    has_words = bool(spot.old_words or spot.new_words)
    is_question = not has_words and "?" in spot.after and "?" not in spot.before
    return "softened: a question now" if is_question else ""
