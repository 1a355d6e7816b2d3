"""What does a text give as somebody's very words?"""

import re
from collections.abc import Iterator

from quietedit_core.classification.mentions import Mention
from quietedit_core.classification.phrases import read_words

_SINGLE = re.compile(r"(?<!\w)'(?=\S)([^'\"]*(?:'\w[^'\"]*)*)(?<=\S)'(?!\w)")
# Fewer words with capitals are a title or a ship.
_SPEECH_WORDS = 8


def list_quotes(text: str, *, is_quotation: bool = False) -> Iterator[Mention]:
    """What stands between quotation marks, without them; a title is weak.

    A quotation that is not closed runs on in the next paragraph, so it is one to the end.
    """
    marks = [at for at, letter in enumerate(text) if letter == '"']
    if not marks and is_quotation:
        yield Mention(0, len(text), text)
        return
    ends = [*marks[1::2], *([len(text)] if len(marks) % 2 else [])]
    for opened, closed in zip(marks[::2], ends, strict=True):
        yield _quote(text, opened + 1, closed)
    for match in _SINGLE.finditer(text):
        if not any(opened < match.start() < closed for opened, closed in zip(marks[::2], ends)):  # noqa: B905
            yield _quote(text, match.start(1), match.end(1))


def _quote(text: str, start: int, end: int) -> Mention:
    content = text[start:end]
    words = [word for word in read_words(content) if word.is_word]
    capitals = sum(word.is_capital for word in words)
    is_title = len(words) < _SPEECH_WORDS and capitals > len(words) / 2
    return Mention(start, end, content, weak=is_title)
