"""Does prose stand elsewhere?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.finding import (
    Explained,
    Finding,
    SpotKey,
    each_spot,
    found_at,
    found_block,
)
from quietedit_core.extraction.vocabulary import load_data
from quietedit_core.folding import fold_text

_LEAST_WORDS = 4
_LEAST_SHIFTED = 4
_FURNITURE = tuple(
    phrase
    for name in ("invitation", "subscription", "sharing", "rights", "advert")
    for phrase in load_data("furniture_phrases.json")[name]
)


def find_moves(comparison: Comparison, _: Explained) -> Iterator[Finding]:
    # If prose has kept its order, it is the note or the caption beside it that wandered.
    is_in_order = list(comparison.order) == sorted(comparison.order)
    for change in () if is_in_order else comparison.moved:
        texts = [comparison.new.blocks[at].text for at in change.new]
        is_prose = all(comparison.new_roles[at] is Role.PROSE for at in change.new)
        if is_prose and not any(is_furniture(text) for text in texts):
            yield found_block(
                ChangeKind.MOVE, comparison, change.old, change.new, "a block stands elsewhere"
            )
    yield from _shifted_words(comparison)


def is_furniture(text: str) -> bool:
    """A short line that invites, sells or signs, as learned furniture does."""
    low = fold_text(text).lower()
    words = len(low.split())
    return words < _LEAST_WORDS or (words <= 3 * _LEAST_WORDS and low.startswith(_FURNITURE))


def _shifted_words(comparison: Comparison) -> Iterator[Finding]:
    """The same words taken out in one spot and put in at another."""
    gone: dict[str, SpotKey] = {}
    for key, _, spot in each_spot(comparison):
        if spot.before and not spot.after and len(spot.old_words) >= _LEAST_SHIFTED:
            gone.setdefault(_plain(spot.before), key)
    for key, passage, spot in each_spot(comparison):
        if not spot.before and (source := gone.get(_plain(spot.after))):
            found = found_at(
                ChangeKind.MOVE, key, passage, spot, "a stretch of text stands elsewhere"
            )
            yield Finding(found.evidence, frozenset({key, source}))


def _plain(text: str) -> str:
    return text.strip(" .,;:").lower()
