"""Was it said in other words, and no rule of facts says why?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.rules.finding import Explained, Finding
from quietedit_core.classification.rules.remainder import Rest, list_rests
from quietedit_core.classification.vocabulary import Vocabulary


def find_rewrites(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for rest in list_rests(comparison, explained):
        if rest.is_told_anew or not (rest.is_more or rest.is_less):
            evidence = Evidence(
                kind=ChangeKind.REWRITE,
                old=rest.passage.old,
                new=rest.passage.new,
                before=" … ".join(spot.before for spot in rest.spots if spot.before),
                after=" … ".join(spot.after for spot in rest.spots if spot.after),
                why=_why(rest, comparison.vocabulary),
            )
            yield Finding(evidence, rest.keys)


def _why(rest: Rest, vocabulary: Vocabulary) -> str:
    if has_negation(rest, vocabulary):
        return "a negation came or went"
    return "told anew" if rest.is_told_anew else "other words"


def has_negation(rest: Rest, vocabulary: Vocabulary) -> bool:
    """Whether the words that changed say no on one side only."""
    old = any(word.low in vocabulary.negations for spot in rest.spots for word in spot.old_words)
    new = any(word.low in vocabulary.negations for spot in rest.spots for word in spot.new_words)
    return old != new
