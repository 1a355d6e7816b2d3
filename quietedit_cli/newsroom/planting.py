"""Which words does an event plant?"""

from difflib import SequenceMatcher
from itertools import zip_longest

from quietedit_cli.newsroom.editing import ArticleState, garble
from quietedit_cli.newsroom.script import Planted


def find_planted(before: ArticleState, after: ArticleState) -> Planted:
    """Compare what two states show; a text that only moves is not planted."""
    old, new = list_texts(before), list_texts(after)
    pairs = [
        (gone if gone not in new else "", come if come not in old else "")
        for gone, come in _pair_changed(old, new)
    ]
    words = [_trim(gone, come) for gone, come in pairs]
    return Planted(
        old_texts=tuple(gone for gone, _ in pairs if gone),
        new_texts=tuple(come for _, come in pairs if come),
        old_words=tuple(gone for gone, _ in words if gone),
        new_words=tuple(come for _, come in words if come),
    )


def list_texts(state: ArticleState) -> list[str]:
    """Every piece of the article's own text, the headline first; the byline is a fact beside it."""
    texts = [
        state.title,
        *state.index,
        *(text for entry in state.entries for text in (entry.head, entry.text)),
        *(block.text for block in state.blocks),
        *state.notes,
    ]
    return [garble(text) for text in texts] if state.is_garbled else texts


def _pair_changed(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        pair
        for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes()
        if tag != "equal"
        for pair in zip_longest(old[old_from:old_to], new[new_from:new_to], fillvalue="")
    ]


def _trim(old: str, new: str) -> tuple[str, str]:
    """Take off the words that both begin and end with."""
    old_words, new_words = old.split(), new.split()
    while old_words and new_words and old_words[0] == new_words[0]:
        del old_words[0], new_words[0]
    while old_words and new_words and old_words[-1] == new_words[-1]:
        del old_words[-1], new_words[-1]
    return " ".join(old_words), " ".join(new_words)
