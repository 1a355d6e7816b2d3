"""In which language are two versions written?"""

from collections import Counter

from quietedit_core.classification.phrases import read_words
from quietedit_core.classification.vocabulary import LANGUAGES, Vocabulary, vocabulary_for
from quietedit_core.extraction import Article

# Words looked at: enough to be sure, few enough to cost nothing.
_WORDS = 400
_LETTERS = 6000
_BLOCKS = 20
_SURE = 8


def find_language(old: Article, new: Article) -> str:
    """What the pages declare, unless the words clearly say another; else what the words say."""
    declared = _declared(new) or _declared(old)
    if declared and declared not in LANGUAGES:
        return declared
    counts = _count_known_words(old, new)
    best = max(LANGUAGES, key=lambda language: (counts[language], language == "en", language))
    if not declared:
        return best if counts[best] else "en"
    is_mistaken = counts[best] >= _SURE and counts[best] > 2 * counts[declared]
    return best if is_mistaken else declared


def _declared(article: Article) -> str:
    return article.facts.language.replace("_", "-").split("-")[0].strip().lower()


def _count_known_words(old: Article, new: Article) -> dict[str, float]:
    """Words that a language has, and half for a letter of its own."""
    blocks = (*new.blocks[:_BLOCKS], *old.blocks[:_BLOCKS])
    text = " ".join((old.title, new.title, *(block.text for block in blocks)))[:_LETTERS]
    text = text.replace("’", "'").lower()
    words = Counter([word.low for word in read_words(text)][:_WORDS])
    letters = Counter(text)
    return {language: _rate(vocabulary_for(language), words, letters) for language in LANGUAGES}


def _rate(vocabulary: Vocabulary, words: Counter[str], letters: Counter[str]) -> float:
    known = sum(count for word, count in words.items() if word in vocabulary.known)
    return known + sum(letters[letter] for letter in vocabulary.letters) / 2
