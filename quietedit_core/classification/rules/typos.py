"""Was a slip of the pen mended, or made?

Without a dictionary: one word stands for another that is nearly the same, neither is a figure, a
name or a negation, and the difference is what slips are made of: letters doubled, dropped, swapped.
"""

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import OSA

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.passages import Passage, Spot
from quietedit_core.classification.phrases import Word
from quietedit_core.classification.rules.finding import (
    Explained,
    Finding,
    each_spot,
    found_at,
)
from quietedit_core.classification.rules.renamings import list_renamed
from quietedit_core.classification.vocabulary import Vocabulary
from quietedit_core.dates.vocabulary import fold_word

_LONG_WORD, _MIDDLE_WORD = 8, 5
_MOST_WORDS = 3
_FACTS = frozenset({ChangeKind.NUMBER, ChangeKind.DATE_OR_TIME, ChangeKind.MOVE})
_PREFIXES = (
    "un",
    "in",
    "im",
    "il",
    "ir",
    "dis",
    "mis",
    "miss",
    "non",
    "des",
    "s",
    "on",
    "niet",
    "re",
)
_OTHER_WORDS = (
    *(
        "he she",
        "his her",
        "him her",
        "er es",
        "er sie",
        "ihr ihm",
        "il elle",
        "lui lei",
        "han hon",
    ),
    *("el ella", "hij zij", "ele ela", "on ona", "in on", "now not", "not now", "if in", "to do"),
    *("has was", "seit weit", "war was", "wird wirt", "they the", "our your", "ils elles"),
)
_SWAPS = frozenset(
    pair for words in _OTHER_WORDS for a, b in [words.split()] for pair in ((a, b), (b, a))
)


def find_typos(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for key, passage, spot in each_spot(comparison):
        if explained.get(key, frozenset()) & _FACTS:
            continue
        if why := _explain(comparison, passage, spot):
            yield found_at(ChangeKind.TYPO, key, passage, spot, why)


def _explain(comparison: Comparison, passage: Passage, spot: Spot) -> str:
    if spot.is_pure:
        return _small_word(passage, spot, comparison.vocabulary)
    old, new = spot.old_words, spot.new_words
    is_short = old and new and max(len(old), len(new)) <= _MOST_WORDS
    if not is_short or is_same_but_marks(spot.before, spot.after):
        return ""
    if _is_respaced(old, new):
        return f"one word or two: {spot.before} became {spot.after}"
    return _slipped(comparison, passage, spot) if len(old) == len(new) else ""


def _slipped(comparison: Comparison, passage: Passage, spot: Spot) -> str:
    """Word for word, a slip each."""
    words = zip(spot.old_words, spot.new_words, strict=True)
    pairs = [(a, b) for a, b in words if a.text != b.text]
    if not pairs or not all(is_slip(a, b, comparison.vocabulary) for a, b in pairs):
        return ""
    if _is_renaming(comparison, passage, spot, pairs):
        return ""
    return f"{pairs[0][0].text} became {pairs[0][1].text}"


def _is_respaced(old: Sequence[Word], new: Sequence[Word]) -> bool:
    same = "".join(word.low for word in old) == "".join(word.low for word in new)
    return same and len(old) != len(new)


def _small_word(passage: Passage, spot: Spot, vocabulary: Vocabulary) -> str:
    """A word that stood twice, or a little one that was missing."""
    words = spot.old_words or spot.new_words
    if len(words) != 1 or len(passage.spots) > 1:
        return ""
    word = words[0]
    side = passage.before if spot.old_words else passage.after
    at = side.words.index(word)
    neighbours = {side.words[k].low for k in (at - 1, at + 1) if 0 <= k < len(side.words)}
    if word.low in neighbours:
        return f"{word.text} stood twice"
    is_little = word.low in vocabulary.articles and word.low not in vocabulary.negations
    return f"a missing {word.text}" if is_little else ""


def is_slip(old: Word, new: Word, vocabulary: Vocabulary) -> bool:
    a, b = old.low, new.low
    if a == b:
        return old.text[:1].islower() and new.text[:1].isupper()
    if _bare(a) == _bare(b) or is_variant(a, b, vocabulary):
        return False  # a hyphen, an ss, another country's spelling: form
    if fold_word(a) == fold_word(b):
        return True  # an accent
    if _are_other_words(old, new, vocabulary):
        return False
    if a in vocabulary.articles and b in vocabulary.articles:
        return a[0] == b[0] or OSA.distance(a, b) <= 1
    return _is_near(a, b)


def _are_other_words(old: Word, new: Word, vocabulary: Vocabulary) -> bool:
    """Near in letters, far in meaning: `he`, `she`; `legal`, `illegal`; `sixteen`, `sixty`."""
    a, b = old.low, new.low
    if (a, b) in _SWAPS or {a, b} & vocabulary.negations or any(map(str.isdigit, a + b)):
        return True
    if vocabulary.numerals.find_at([old], 0) and vocabulary.numerals.find_at([new], 0):
        return True
    return any(a == prefix + b or b == prefix + a for prefix in _PREFIXES)


def _bare(word: str) -> str:
    return word.casefold().replace("-", "")


def is_variant(a: str, b: str, vocabulary: Vocabulary) -> bool:
    """`colour`, `color`"""
    return any(a.replace(x, y) == b or b.replace(x, y) == a for x, y in vocabulary.variants)


def is_same_but_marks(before: str, after: str) -> bool:
    """`USA`, `U.S.A.`; `8pm`, `8 p.m.`"""
    old = "".join(filter(str.isalnum, before)).casefold()
    return old == "".join(filter(str.isalnum, after)).casefold() and any(
        mark in before + after for mark in ".-"
    )


def _is_near(a: str, b: str) -> bool:
    distance, longest, shortest = OSA.distance(a, b), max(len(a), len(b)), min(len(a), len(b))
    if distance == 0:
        return False
    if shortest < 3:  # noqa: PLR2004  `on`, `ont`; but `in`, `on` are two words
        return distance == 1 and len(a) != len(b) and a[0] == b[0] and shortest > 1
    if sorted(a) == sorted(b):
        return distance <= 2  # noqa: PLR2004  letters swapped
    if distance == 1:
        return _is_near_by_one(a, b, longest)
    is_ending = a[: shortest - 1] == b[: shortest - 1] or a.startswith(b) or b.startswith(a)
    return distance == 2 and longest >= _LONG_WORD and not is_ending  # noqa: PLR2004


def _is_near_by_one(a: str, b: str, longest: int) -> bool:
    if len(a) != len(b):
        return a[0] == b[0] or longest > _MIDDLE_WORD
    place = next(k for k in range(len(a)) if a[k] != b[k])
    if place == 0:
        return longest >= _LONG_WORD
    return longest > _MIDDLE_WORD or not (a.isascii() and b.isascii())


def _is_renaming(
    comparison: Comparison, passage: Passage, spot: Spot, pairs: Sequence[tuple[Word, Word]]
) -> bool:
    """A name spelled another way is a name, unless the article has it right elsewhere."""
    old, new = list_renamed(passage, spot)
    if not old or not new:
        return False
    if all(a.low == b.low for a, b in pairs):
        return False
    return not any(_is_usual(comparison, b.text, a.text) for a, b in pairs)


def _is_usual(comparison: Comparison, right: str, wrong: str) -> bool:
    texts = [block.text for block in comparison.old.blocks]
    rights = sum(text.count(right) for text in (*texts, comparison.old.title))
    return rights > 0 and sum(text.count(wrong) for text in texts) <= rights
