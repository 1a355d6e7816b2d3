"""Where does one word end?

A token is what a reader would call a word: a figure with its separators, its sign and its unit is
one, punctuation stands apart, an elided article (`l'`, `dell'`) is a word of its own and a clitic
(`can't`, `it's`) is none. Scripts that write no spaces between words are read letter by letter.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_PUNCTUATION = (
    r"!-/:-@\[-`{-~"  # ASCII
    r"\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7"
    r"\u055a-\u055f\u0589\u05be\u05c0\u05c3\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965"
    r"\u2010-\u2027\u2030-\u206e\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f"
    r"\u3001-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20"
    r"\uff3b-\uff40\uff5b-\uff65\uffe0-\uffef\U0001f000-\U0001faff"
)
_LETTER = rf"[^\s{_PUNCTUATION}]"
_MARKS = r"[\u0300-\u036f\u0e31\u0e33-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u3099\u309a\ufe00-\ufe0f]"  # noqa: E501  one class
_UNSPACED = (
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3031-\u3035\u3041-\u3096\u309d-\u30fa"
    r"\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_EMOJI = r"[\u2600-\u27bf\U0001f000-\U0001faff][\u200d\ufe0f\U0001f000-\U0001faff\u2640\u2642]*"

_SIGN = r"[$¢£¥\u20a0-\u20cf]"
_CODE = r"(?:AUD|CAD|CHF|CNY|DKK|EUR|GBP|INR|JPY|NOK|PLN|RUB|SEK|TRY|UAH|USD)"
_SPACE = r"[ \u00a0\u202f\u2009]"
_DIGITS = r"[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]"
_UNIT = (
    rf"(?:{_SPACE}?(?:[%‰‱]|°{_SPACE}?[CF]?|{_SIGN})"
    rf"|{_SPACE}(?:{_CODE}|km/h|km²|m²|km|cm|mm|kg|kWh|MWh|GWh|TWh|kW|MW|GW|mph|Uhr)(?!{_LETTER}))"
)
_FIGURE = (
    rf"(?:(?:(?:US|A|C|HK|R)?{_SIGN}|{_CODE}){_SPACE}?)?"
    rf"(?:(?<![\w)])[-−+±])?{_DIGITS}+"
    # A thousands separator may be a space that does not break; a plain one might end a figure.
    rf"(?:[.,:'’/·٫٬\u00a0\u202f\u2009–‒-]{_DIGITS}+)*"
    rf"(?:(?!{_UNSPACED}){_LETTER})*{_UNIT}?"
)
_ELISION = (
    r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu|aujourd(?=['’]hui)"
    r"|[ads]?all|[dns]ell|coll|un|quell|quest|sant|bell|tutt|anch|gl|dov|com|cos)['’]"
)
_WORD = rf"(?:(?!{_UNSPACED}){_LETTER})+(?:['’\u2010\u2011-](?:(?!{_UNSPACED}){_LETTER})+)*"

_TOKEN = re.compile(
    rf"(?:{_FIGURE}|{_UNSPACED}{_MARKS}*|{_EMOJI}"
    rf"|(?i:{_ELISION})(?={_LETTER})|{_WORD}|\S)"
)
_SPACED = re.compile(rf"({_TOKEN.pattern})(\s*)")
_LEADING = re.compile(r"\s*")
_PLAIN_WORD = re.compile(rf"{_UNSPACED}|(?:(?!{_UNSPACED}){_LETTER})+")
_HAS_UNSPACED = re.compile(_UNSPACED)


class Token(NamedTuple):
    text: str
    space: str  # the white space behind it


def split_tokens(text: str) -> list[Token]:
    """All of the text, token by token; white space in front is behind an empty token."""
    leading = _LEADING.match(text)
    start = leading.end() if leading else 0
    tokens = [Token("", text[:start])] if start else []
    tokens += map(Token._make, _SPACED.findall(text, start))
    return tokens


def list_words(text: str) -> list[str]:
    """The words by which blocks are recognised: folded, without punctuation where there are any.

    Letters of unspaced scripts count in pairs: single ones are shared by any two texts.
    """
    folded = text.casefold()
    words = _PLAIN_WORD.findall(folded)
    if not words:
        return folded.split()
    return _pair_letters(words) if _HAS_UNSPACED.search(folded) else words


def _pair_letters(words: Sequence[str]) -> list[str]:
    single = [bool(_HAS_UNSPACED.match(word)) for word in words]
    return [
        word + words[at + 1] if single[at] and at + 1 < len(words) and single[at + 1] else word
        for at, word in enumerate(words)
    ]


class Alphabet(dict[str, str]):
    """One character for each word met, so that compiled code compares texts word by word."""

    def __missing__(self, word: str) -> str:
        # Past the last code point, words share one; no article has a million different words.
        self[word] = letter = chr(min(len(self) + 1, 0x10FFFF))
        return letter

    def spell(self, words: Iterable[str]) -> str:
        return "".join(map(self.__getitem__, words))
