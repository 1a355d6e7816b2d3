"""Which words of a text are names of people, places and bodies?

Without a list of names: capitals in the middle of a sentence, capitals side by side, capitals
behind a title, before a verb of saying. German writes all nouns with capitals, so there a lone
capital is a name only behind a bare preposition or before such a verb.
"""

from collections.abc import Iterator, Sequence

from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.phrases import Word
from quietedit_core.classification.vocabulary import Vocabulary

_SENTENCE_ENDS = frozenset('.!?:"\n…-|')
_NOUN_ENDS = (
    *("ung", "ungen", "heit", "keit", "schaft", "tion", "tionen", "tät", "ismus", "nis", "tum"),
    *("ling", "ment", "keiten", "heiten", "schaften"),
)
_PARTICLES = frozenset(
    [
        *(
            "von",
            "van",
            "de",
            "di",
            "da",
            "del",
            "della",
            "dos",
            "du",
            "le",
            "la",
            "bin",
            "al",
            "el",
        ),
        *("zu", "zur", "y", "e"),
    ]
)
_BARE = frozenset(
    {"in", "nach", "aus", "bei", "von", "mit", "für", "gegen", "und", "ab", "bis", "an"}
)


def list_names(words: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Mention]:
    at = 0
    while at < len(words):
        last = _end_of_name(words, at, vocabulary)
        if last == at:
            at += 1
            continue
        if _is_name(words, at, last, vocabulary):
            name = " ".join(word.text for word in words[at:last])
            yield Mention(words[at].start, words[last - 1].end, name)
        at = last


def _end_of_name(words: Sequence[Word], first: int, vocabulary: Vocabulary) -> int:
    """A run of capitals with particles between: `Anna von Wyl`, `Rio de Janeiro`."""
    last = first
    while last < len(words):
        if _may_name(words, last, vocabulary):
            last += 1
        elif last > first and _bridges(words, last, vocabulary):
            last += 2
        else:
            break
    return last


def _bridges(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
    follows = at + 1 < len(words) and _may_name(words, at + 1, vocabulary)
    if vocabulary.language == "de":
        return follows and words[at].low in {"von", "van", "de", "di"}
    return follows and words[at].low in _PARTICLES


def _may_name(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
    word = words[at]
    if not word.is_capital or not word.is_word:
        return False
    if word.low in vocabulary.function or word.low.rstrip("'") in vocabulary.function:
        return False
    lists = (vocabulary.numerals, vocabulary.months, vocabulary.weekdays, vocabulary.relative)
    if any(table.find_at([word], 0) for table in (*lists, vocabulary.units, vocabulary.scales)):
        return False
    return word.low not in vocabulary.negations


def is_sentence_start(words: Sequence[Word], at: int) -> bool:
    return at == 0 or words[at - 1].text in _SENTENCE_ENDS


def _is_name(words: Sequence[Word], first: int, last: int, vocabulary: Vocabulary) -> bool:
    if vocabulary.language == "de":
        return _is_german_name(words, first, last, vocabulary)
    if last - first > 1 or not is_sentence_start(words, first):
        return True
    if words[first].text.isupper() and len(words[first].text) > 1:
        return True
    return last < len(words) and vocabulary.sayings.find_at(words, last) is not None


def _is_german_name(words: Sequence[Word], first: int, last: int, vocabulary: Vocabulary) -> bool:
    word, length = words[first], last - first
    if length > 1:
        return not all(word.low.endswith(_NOUN_ENDS) for word in words[first:last])
    if word.text.isupper() and len(word.text) > 1:
        return True
    if word.low.endswith(_NOUN_ENDS) or word.low in vocabulary.titles:
        return False
    says = last < len(words) and vocabulary.sayings.find_at(words, last) is not None
    if is_sentence_start(words, first):
        return says or (last < len(words) and words[last].low in vocabulary.function)
    before = words[first - 1].low
    behind_saying = any(
        found.last == first
        for start in range(max(0, first - 2), first)
        if (found := vocabulary.sayings.find_at(words, start))
    )
    return before in _BARE or before in vocabulary.titles or behind_saying
