"""How is what two texts share shown so that it reads well?

An island is a run of shared words with changes around it. The longest common selection is minimal
but can be unreadable: a lone comma that survives between two replaced halves, or an inserted
sentence that is shown from its second word to the first word of the next.
"""

from collections.abc import Sequence
from typing import NamedTuple

from quietedit_core.diff.tokens import Token

_SENTENCE_END = frozenset(".!?…。！？\n")
_SMALL_ISLAND = 3  # tokens
_SMALL_ISLAND_LETTERS = 4  # "of", "the", "und": too little to hold two changes apart
_WIDE_CHANGE = 2  # tokens; between single replaced words even a small island helps the eye


class Island(NamedTuple):
    old: int
    new: int
    size: int


def slide_islands(
    islands: Sequence[Island], x: Sequence[Token], y: Sequence[Token]
) -> list[Island]:
    """Move pure insertions and deletions to sentence ends where they may as well stand there."""
    slid = list(islands)
    for k in range(len(slid) - 1):
        before, after = slid[k], slid[k + 1]
        if before.old + before.size == after.old:
            shift = _find_shift(y, before.new, before.new + before.size, after.new, after.size)
        elif before.new + before.size == after.new:
            shift = _find_shift(x, before.old, before.old + before.size, after.old, after.size)
        else:
            continue
        slid[k] = before._replace(size=before.size + shift)
        slid[k + 1] = Island(after.old + shift, after.new + shift, after.size - shift)
    return slid


def _find_shift(tokens: Sequence[Token], floor: int, start: int, end: int, room: int) -> int:
    """By how much the change `start:end` may slide so as to end where a sentence does."""
    back = 0
    while start - back - 1 > floor and tokens[start - back - 1].text == tokens[end - back - 1].text:
        back += 1
    ahead = 0
    while ahead < room - 1 and tokens[start + ahead].text == tokens[end + ahead].text:
        ahead += 1
    return max(range(-back, ahead + 1), key=lambda shift: _rate(tokens, start + shift, end + shift))


def _rate(tokens: Sequence[Token], start: int, end: int) -> tuple[bool, bool, int]:
    starts = start == 0 or tokens[start - 1].text[-1:] in _SENTENCE_END
    return (
        starts,
        "\n" in tokens[end - 1].space or tokens[end - 1].text[-1:] in _SENTENCE_END,
        start,
    )


def join_islands(
    islands: Sequence[Island], old: Sequence[Token], new: Sequence[Token]
) -> list[Island]:
    """Drop islands that are too small to stand between the changes around them."""
    kept: list[Island] = []
    for k, island in enumerate(islands):
        i, j = (kept[-1].old + kept[-1].size, kept[-1].new + kept[-1].size) if kept else (0, 0)
        ahead = islands[k + 1] if k + 1 < len(islands) else Island(len(old), len(new), 0)
        before = min(island.old - i, island.new - j)
        after = min(ahead.old - island.old, ahead.new - island.new) - island.size
        if _holds(old[island.old : island.old + island.size], before, after):
            kept.append(island)
    return kept


def _holds(shared: Sequence[Token], before: int, after: int) -> bool:
    """Whether an island stays; `before` and `after` count tokens replaced on its two sides."""
    if before <= 0 or after <= 0 or len(shared) > _SMALL_ISLAND:
        return True
    words = [token.text for token in shared if any(map(str.isalnum, token.text))]
    if any(any(map(str.isdigit, word)) for word in words):
        return True  # a figure that stayed must not look as if it had changed
    # A single letter counts as two: in Chinese it is as much as a short word.
    letters = sum(max(len(word), 2) for word in words)
    return letters > _SMALL_ISLAND_LETTERS or (bool(words) and min(before, after) < _WIDE_CHANGE)
