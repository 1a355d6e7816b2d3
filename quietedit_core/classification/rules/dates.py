"""Did a day or a time change?"""

from collections import Counter
from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.passages import Passage, Spot
from quietedit_core.classification.rules.finding import Explained, Finding, each_spot, found_at

_FEW_WORDS = 6
_WORDS_BESIDE = 2


def find_dates(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for key, passage, spot in each_spot(comparison):
        if ChangeKind.MOVE in explained.get(key, ()):
            continue
        if why := _explain(passage, spot):
            yield found_at(ChangeKind.DATE_OR_TIME, key, passage, spot, why)


def _explain(passage: Passage, spot: Spot) -> str:
    old, new = passage.touched(spot, passage.before.moments, passage.after.moments)
    strong = [each for each in (*old, *new) if not each.weak]
    if old and new:
        return _compare(spot, old, new)
    if not strong or spot.is_sentence:
        return ""
    if spot.is_pure:
        return _alone(passage, spot, strong)
    if spot.size > _FEW_WORDS:
        return ""
    value = strong[0].value
    return f"{value} was put in its place" if new else f"{value} gave way"


def _compare(spot: Spot, old: list[Mention], new: list[Mention]) -> str:
    strong = [each for each in (*old, *new) if not each.weak]
    gone, come = _values(old) - _values(new), _values(new) - _values(old)
    is_short = spot.size <= _FEW_WORDS
    if gone and come and not spot.is_large and (strong or is_short):
        return f"{next(iter(gone))} became {next(iter(come))}"
    if (gone or come) and strong and is_short:
        return f"{next(iter(gone or come))} came or went"
    return ""


def _alone(passage: Passage, spot: Spot, strong: list[Mention]) -> str:
    if is_only_turned(passage, spot, strong):
        return ""
    words = spot.old_words or spot.new_words
    beside = [
        word for word in words if not any(m.start < word.end and word.start < m.end for m in strong)
    ]
    if len(beside) > _WORDS_BESIDE:
        return ""
    return f"{strong[0].value} was {'taken out' if spot.old_words else 'put in'}"


def is_only_turned(passage: Passage, spot: Spot, moments: list[Mention]) -> bool:
    """`5 May`, `May 5`: the value of what came or went stands on the other side as well."""
    other = passage.after.moments if spot.old_words else passage.before.moments
    own = passage.before.moments if spot.old_words else passage.after.moments
    values = {each.value for each in moments}
    return values <= {each.value for each in other} and len(own) == len(other)


def _values(mentions: list[Mention]) -> Counter[str]:
    return Counter(each.value for each in mentions)
