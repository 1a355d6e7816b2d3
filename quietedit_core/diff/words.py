"""Which words differ between two texts?"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import LCSseq

from quietedit_core.diff.chains import find_heaviest_chain
from quietedit_core.diff.islands import Island, join_islands, slide_islands
from quietedit_core.diff.tokens import Alphabet, Token, split_tokens

# One bit a pair of words, so 50 MB. Beyond it the texts are cut at words that each has once.
EXACT_LIMIT = 400_000_000


class WordChangeKind(StrEnum):
    EQUAL = "equal"
    INSERT = "insert"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class WordChange:
    """A run of text; white space belongs to the run it follows.

    The runs that are not inserted, in order, are the old text to the letter; those that are not
    deleted are the new one.
    """

    kind: WordChangeKind
    text: str


_MIRRORED = {
    WordChangeKind.EQUAL: WordChangeKind.EQUAL,
    WordChangeKind.INSERT: WordChangeKind.DELETE,
    WordChangeKind.DELETE: WordChangeKind.INSERT,
}


def diff_words(old: str, new: str) -> tuple[WordChange, ...]:
    if old == new:
        return whole_text(WordChangeKind.EQUAL, new)
    # Ties are decided by one of the two directions, so that there and back are the same.
    if old > new:
        return mirror_words(_diff_in_order(new, old))
    return _diff_in_order(old, new)


def whole_text(kind: WordChangeKind, text: str) -> tuple[WordChange, ...]:
    return (WordChange(kind, text),) if text else ()


def mirror_words(words: tuple[WordChange, ...]) -> tuple[WordChange, ...]:
    """The way back: what was inserted is deleted. Deletions stand before insertions again."""
    mirrored: list[WordChange] = []
    for word in words:
        turned = WordChange(_MIRRORED[word.kind], word.text)
        at = len(mirrored)
        if turned.kind is WordChangeKind.DELETE and at and _is_insert(mirrored[-1]):
            at -= 1
        mirrored.insert(at, turned)
    return tuple(mirrored)


def _is_insert(word: WordChange) -> bool:
    return word.kind is WordChangeKind.INSERT


def _diff_in_order(old: str, new: str) -> tuple[WordChange, ...]:
    old_tokens, new_tokens = split_tokens(old), split_tokens(new)
    alphabet = Alphabet()
    x = alphabet.spell(token.text for token in old_tokens)
    y = alphabet.spell(token.text for token in new_tokens)
    islands = join_islands(
        slide_islands(find_islands(x, y), old_tokens, new_tokens), old_tokens, new_tokens
    )
    return _spell(islands, old_tokens, new_tokens)


def find_islands(x: str, y: str) -> list[Island]:
    """What both have in common, in order: the longest such selection (nearly so if huge)."""
    if len(x) * len(y) <= EXACT_LIMIT:
        blocks = LCSseq.editops(x, y).as_matching_blocks()
        return [Island(block.a, block.b, block.size) for block in blocks if block.size]
    return _find_coarse_islands(x, y)


def _find_coarse_islands(x: str, y: str) -> list[Island]:
    """Cut at the words that stand once in each text, and look for more between the cuts."""
    once_x, once_y = _list_once(x), _list_once(y)
    pairs = [(at, once_y[word]) for word, at in once_x.items() if word in once_y]
    cuts = [pairs[k] for k in find_heaviest_chain(pairs, [1] * len(pairs))]
    islands: list[Island] = []
    i = j = 0
    for a, b in [*cuts, (len(x), len(y))]:
        if (a - i) * (b - j) <= EXACT_LIMIT:
            blocks = LCSseq.editops(x[i:a], y[j:b]).as_matching_blocks()
            islands += [Island(i + k.a, j + k.b, k.size) for k in blocks if k.size]
        if a < len(x):
            islands.append(Island(a, b, 1))
        i, j = a + 1, b + 1
    return islands


def _list_once(text: str) -> dict[str, int]:
    counts = Counter(text)
    return {word: at for at, word in enumerate(text) if counts[word] == 1}


def _spell(islands: list[Island], old: list[Token], new: list[Token]) -> tuple[WordChange, ...]:
    speller = _Speller()
    i = j = 0
    for island in [*islands, Island(len(old), len(new), 0)]:
        speller.change(_join(old[i : island.old]), _join(new[j : island.new]))
        i, j = island.old + island.size, island.new + island.size
        speller.share(old[island.old : i], new[island.new : j])
    return speller.finish()


def _join(tokens: list[Token]) -> str:
    return "".join([text + space for text, space in tokens])


class _Speller:
    """Gathers runs; a change is trimmed of the white space that its two sides share at its ends."""

    def __init__(self) -> None:
        self._runs: list[WordChange] = []
        self._equal = ""
        self._deleted = ""
        self._inserted = ""

    def share(self, old: list[Token], new: list[Token]) -> None:
        """The same words on both sides, if not the same white space between them."""
        if old == new:
            self.equal(_join(old))
            return
        for before, after in zip(old, new, strict=True):
            self.equal(before.text)
            if before.space == after.space:
                self.equal(before.space)
            else:
                self.change(before.space, after.space)

    def equal(self, text: str) -> None:
        if text:
            self._close_change()
            self._equal += text

    def change(self, deleted: str, inserted: str) -> None:
        self._deleted += deleted
        self._inserted += inserted

    def finish(self) -> tuple[WordChange, ...]:
        self._close_change()
        self._close_equal()
        return tuple(self._runs)

    def _close_equal(self) -> None:
        self._runs += whole_text(WordChangeKind.EQUAL, self._equal)
        self._equal = ""

    def _close_change(self) -> None:
        deleted, inserted = self._deleted, self._inserted
        if not deleted and not inserted:
            return
        self._deleted = self._inserted = ""
        front = _count_shared_space(deleted, inserted)
        self._equal += deleted[:front]
        deleted, inserted = deleted[front:], inserted[front:]
        back = _count_shared_space(deleted[::-1], inserted[::-1])
        self._close_equal()
        self._runs += whole_text(WordChangeKind.DELETE, deleted[: len(deleted) - back])
        self._runs += whole_text(WordChangeKind.INSERT, inserted[: len(inserted) - back])
        self._equal = deleted[len(deleted) - back :]


def _count_shared_space(a: str, b: str) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y or not x.isspace():
            break
        count += 1
    return count
