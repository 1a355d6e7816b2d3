"""What part does a block play in its article: prose, or something beside it?"""

from enum import StrEnum

from quietedit_core.classification.phrases import Word, read_words
from quietedit_core.classification.vocabulary import Vocabulary
from quietedit_core.extraction import Article, Block, BlockKind
from quietedit_core.extraction.stamps import is_relative_time, is_stamp
from quietedit_core.folding import fold_text

_BYLINE_WORDS = 18
_STAMP_WORDS = 10
_STAMP_LETTERS = 120
_INDEX_WORDS = 15
_NOTE_LETTERS = 900
_SAME_LINE = 0.6


class Role(StrEnum):
    PROSE = "prose"
    BESIDE = "beside"  # captions, pull quotes
    NOTE = "note"
    BYLINE = "byline"
    STAMP = "stamp"
    INDEX = "index"  # of a ticker
    ENTRY = "entry"


def list_roles(article: Article, vocabulary: Vocabulary) -> tuple[Role, ...]:
    entries = [
        at for at, block in enumerate(article.blocks) if block.kind is BlockKind.TICKER_ENTRY
    ]
    notes: set[str] = {fold_text(note) for note in article.facts.correction_notes}
    heads = [_content(article.blocks[at].text.partition("\n")[0]) for at in entries]
    return tuple(
        _role(block, vocabulary, notes, heads, is_ahead=bool(entries) and at < entries[0])
        for at, block in enumerate(article.blocks)
    )


def _role(
    block: Block,
    vocabulary: Vocabulary,
    notes: set[str],
    heads: list[frozenset[str]],
    *,
    is_ahead: bool,
) -> Role:
    if block.kind is BlockKind.TICKER_ENTRY:
        return Role.ENTRY
    text = _straighten(block.text)
    if (notes and fold_text(text) in notes) or is_note(text, vocabulary):
        return Role.NOTE
    if is_byline(text, vocabulary):
        return Role.BYLINE
    if _is_stamp_line(text, vocabulary):
        return Role.STAMP
    if heads and _is_index(block, text, heads, is_ahead=is_ahead):
        return Role.INDEX
    return Role.BESIDE if block.beside else Role.PROSE


def _straighten(text: str) -> str:
    """Enough of folding for the patterns here: every block is looked at, few have changed."""
    return text.replace("’", "'").replace("\u00a0", " ").replace("–", "-").strip()


def is_note(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a text owns up to a mistake: by its label, or by what it says of the article."""
    if len(text) > _NOTE_LETTERS:
        return False
    return bool(vocabulary.note_labels.search(text) or vocabulary.note_phrases.search(text))


def is_byline(text: str, vocabulary: Vocabulary) -> bool:
    """`By Anna Beck`, `Mitarbeit: Urs Gall`: a phrase of bylines, names, and little else."""
    if len(text) > 16 * _BYLINE_WORDS:
        return False
    words = read_words(text)
    if len([word for word in words if word.is_word]) > _BYLINE_WORDS:
        return False
    phrases = list(vocabulary.bylines.find_all(words))
    if not phrases or (phrases[0].first > 0 and phrases[-1].last < len(words) - 1):
        return False
    taken = {at for phrase in phrases for at in range(phrase.first, phrase.last)}
    rest = [word for at, word in enumerate(words) if at not in taken and word.is_word]
    return _are_names(rest, vocabulary) and (len(rest) > 1 or ":" in text)


def _are_names(words: list[Word], vocabulary: Vocabulary) -> bool:
    names = [word for word in words if word.is_capital and word.low not in vocabulary.function]
    calendar = (vocabulary.months, vocabulary.weekdays, vocabulary.numerals)
    if any(table.find_at([word], 0) for word in names for table in calendar):
        return False
    others = [word for word in words if word not in names]
    return bool(names) and all(
        word.low in vocabulary.function and not word.text.isdigit() for word in others
    )


def _is_stamp_line(text: str, vocabulary: Vocabulary) -> bool:
    """`3 min ago`, `Updated 14:05`, `Monday, 12 May, 14.05`: no sentence, only a time."""
    if len(text) > _STAMP_LETTERS:
        return False
    words = [word for word in read_words(text) if word.is_word]
    if is_relative_time(text):
        return True
    if len(words) > _STAMP_WORDS or not any(map(str.isdigit, text)):
        return False
    if vocabulary.stamp_labels.search(text):
        return len(words) < _STAMP_WORDS or not text.endswith(".")
    if text.endswith((".", "!")):
        return False
    tables = (vocabulary.months, vocabulary.weekdays, vocabulary.clock_after)
    return is_stamp(text) and all(
        word.text[0].isdigit() or any(table.find_at([word], 0) for table in tables)
        for word in words
    )


def _is_index(block: Block, text: str, heads: list[frozenset[str]], *, is_ahead: bool) -> bool:
    if block.kind is BlockKind.LIST_ITEM:
        return True
    words = _content(text)
    if not is_ahead or not words or len(words) > _INDEX_WORDS or text.endswith((".", "!", '"')):
        return False
    return any(len(words & head) >= _SAME_LINE * len(head) > 0 for head in heads)


def _content(text: str) -> frozenset[str]:
    return frozenset(word.low for word in read_words(text) if word.is_word)
