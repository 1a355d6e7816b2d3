"""Was a person, a place or a body called by another name?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.passages import Passage, Spot
from quietedit_core.classification.rules.finding import Explained, Finding, each_spot, found_at

_SHORT_INSERTION = 3
_NO_NAME = frozenset({ChangeKind.TYPO, ChangeKind.COSMETIC, ChangeKind.MOVE})


def find_renamings(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for key, passage, spot in each_spot(comparison):
        kinds = explained.get(key, frozenset())
        if kinds & _NO_NAME or spot.is_large:
            continue
        if why := _explain(passage, spot, is_attributed=ChangeKind.ATTRIBUTION in kinds):
            yield found_at(ChangeKind.NAME, key, passage, spot, why)


def _explain(passage: Passage, spot: Spot, *, is_attributed: bool) -> str:
    old, new = list_renamed(passage, spot)
    if old and new:
        return f"{old[0]} became {new[0]}" if set(old).isdisjoint(new) else ""
    if not (old or new) or is_attributed or spot.is_sentence:
        return ""
    words = spot.old_words or spot.new_words
    capitals = [word for word in words if word.is_capital]
    if spot.is_pure and len(words) <= _SHORT_INSERTION and len(capitals) == len(words):
        return f"{(old or new)[0]} was {'taken out' if old else 'put in'}"
    return ""


def list_renamed(passage: Passage, spot: Spot) -> tuple[list[str], list[str]]:
    """The words of names that the spot changes, on both sides.

    A capital at the start of a sentence counts if the other side of the spot is a name.
    """
    old = _name_words(passage.before.names, spot, is_old=True)
    new = _name_words(passage.after.names, spot, is_old=False)
    return old, new


def _name_words(names: tuple[Mention, ...], spot: Spot, *, is_old: bool) -> list[str]:
    words = spot.old_words if is_old else spot.new_words
    return [
        word.text
        for word in words
        if word.is_capital and any(m.start <= word.start and word.end <= m.end for m in names)
    ]
