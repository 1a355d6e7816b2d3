"""Is it said by somebody else, or by somebody at last, or by nobody any more?"""

from collections.abc import Iterator, Sequence

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.passages import Passage, Side, Spot
from quietedit_core.classification.phrases import Word
from quietedit_core.classification.rules.finding import Explained, Finding, each_spot, found_at
from quietedit_core.classification.vocabulary import Vocabulary
from quietedit_core.classification.voices import Voice

_MANY_WORDS = 16
_SYNONYM_WORDS = 4
_FORM = frozenset({ChangeKind.TYPO, ChangeKind.COSMETIC, ChangeKind.MOVE})


def find_attributions(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for key, passage, spot in each_spot(comparison):
        if spot.in_quote or spot.is_sentence or spot.size > _MANY_WORDS:
            continue
        kinds = explained.get(key, frozenset())
        if why := _explain(passage, spot, comparison.vocabulary, is_form=bool(kinds & _FORM)):
            yield found_at(ChangeKind.ATTRIBUTION, key, passage, spot, why)


def _explain(passage: Passage, spot: Spot, vocabulary: Vocabulary, *, is_form: bool) -> str:
    old = _touched(passage.before, spot.old, vocabulary)
    new = _touched(passage.after, spot.new, vocabulary)
    if bool(old) != bool(new):
        if not old and not new:
            return ""
        return _one_sided(spot, old, new)
    if old and new:
        if any(each.is_doubting for each in (*old, *new)) or spot.size > 2 * _SYNONYM_WORDS:
            return "" if spot.size <= _SYNONYM_WORDS else _other_source(spot)
        return "" if _are_verbs_alone(spot) else _told_by_others(old, new)
    if _has_reported_form(spot, vocabulary):
        return "what was told as a fact is reported speech now, or the other way round"
    return "" if is_form else _source_changed(passage, spot, vocabulary)


def _one_sided(spot: Spot, old: Sequence[Voice], new: Sequence[Voice]) -> str:
    voice, span = (new[0], spot.new) if new else (old[0], spot.old)
    if spot.size == 1 or (not spot.is_pure and _keeps_subject(voice, span)):
        return ""  # whoever now says so did something else before: other words
    return f"now attributed: {voice.value}" if new else f"no longer attributed: {voice.value}"


def _keeps_subject(voice: Voice, span: tuple[int, int]) -> bool:
    """A verb that changed while the one who does it stayed."""
    return any(end <= span[0] for _, end in voice.regions) and voice.end <= span[1]


def _are_verbs_alone(spot: Spot) -> bool:
    """`denies`, `admits`: other words of the same person."""
    return spot.size == 1


def _told_by_others(old: Sequence[Voice], new: Sequence[Voice]) -> str:
    same = {each.value for each in old} == {each.value for each in new}
    return "" if same else "it is told by other words, or by somebody else"


def _other_source(spot: Spot) -> str:
    names = [word for word in (*spot.old_words, *spot.new_words) if word.is_capital]
    return "" if spot.size > 2 * _SYNONYM_WORDS or not names else "it is told by somebody else"


def _touched(side: Side, span: tuple[int, int], vocabulary: Vocabulary) -> list[Voice]:
    """The voices in the spot; `is said to` is nobody's: it hedges."""
    start, end = span
    voices = [each for each in side.voices if each.start < end and start < each.end]
    if not voices:
        return []
    hedged = [
        (side.words[found.first].start, side.words[found.last - 1].end)
        for found in vocabulary.hedges.find_all(side.words)
        if found.last - found.first > 1
    ]
    return [each for each in voices if not any(a < each.end and each.start < b for a, b in hedged)]


def _has_reported_form(spot: Spot, vocabulary: Vocabulary) -> bool:
    old = {word.low for word in spot.old_words}
    new = {word.low for word in spot.new_words}
    return any(
        (plain in old and told in new and plain not in new)
        or (told in old and plain in new and told not in new)
        for plain, told in vocabulary.reported_forms
    )


def _source_changed(passage: Passage, spot: Spot, vocabulary: Vocabulary) -> str:
    if spot.is_pure or not spot.old_words or not spot.new_words:
        return ""
    old = _sources_holding(passage.before, _without_facts(passage.before, spot.old_words))
    new = _sources_holding(passage.after, _without_facts(passage.after, spot.new_words))
    if not old & new or _is_name_alone(passage, spot) or _is_small(spot, vocabulary):
        return ""
    return f"another source: {spot.after}"


def _without_facts(side: Side, words: Sequence[Word]) -> list[Word]:
    """The day it was said on is no part of who said it."""
    facts = [each for each in (*side.moments, *side.figures) if not each.weak]
    return [
        word
        for word in words
        if not any(each.start < word.end and word.start < each.end for each in facts)
    ]


def _sources_holding(side: Side, words: Sequence[Word]) -> set[str]:
    return {
        each.value
        for each in side.voices
        for start, end in each.regions
        if words and start <= words[0].start and words[-1].end <= end
    }


def _is_name_alone(passage: Passage, spot: Spot) -> bool:
    """One person by two names: that is a name, not another source."""
    capitals = [word for word in (*spot.old_words, *spot.new_words) if not word.is_capital]
    if capitals:
        return False
    names = [
        each for each in passage.after.names if each.start < spot.new[1] and spot.new[0] < each.end
    ]
    is_part = any(each.start < spot.new[0] or spot.new[1] < each.end for each in names)
    return is_part or (bool(names) and spot.size == 1)


def _is_small(spot: Spot, vocabulary: Vocabulary) -> bool:
    words = {word.low for word in (*spot.old_words, *spot.new_words)}
    return words <= vocabulary.articles
