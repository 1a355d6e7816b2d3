"""When do two texts say the same to a reader?

Folding hides what is no edit: invisible characters, the form of spaces, quotes and dashes, and
spans that a page fills anew at every fetch. It never hides a digit, a sign, a negation, punctuation
between digits, or whether something stands in quotation marks. A better rule raises
FOLDING_VERSION, which stands in every hash, so that it is never a world-wide edit.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import NewType

from quietedit_core.extraction.meta_lines import find_moving_spans

FoldedText = NewType("FoldedText", str)

FOLDING_VERSION = 4


@dataclass(frozen=True, slots=True)
class FoldingRule:
    """One thing that is no edit: `before` and `after` fold to the same text."""

    name: str
    before: str
    after: str


FOLDING_RULES = (
    FoldingRule("invisible characters", "co\u00adoper\u200bate", "cooperate"),
    FoldingRule("composed characters", "Cafe\u0301", "Café"),
    FoldingRule("forms of space", "ten\u00a0 \n per\u202fcent ", "ten per cent"),
    FoldingRule("forms of double quotes", "“yes” „ja“ «oui»", '"yes" "ja" "oui"'),
    FoldingRule("forms of single quotes", "can’t ‘so’ ‹so›", "can't 'so' 'so'"),
    FoldingRule("forms of dashes", "5–10 — so \u22123", "5-10 - so -3"),
    FoldingRule("doubled hyphens for a dash", "so -- they say", "so — they say"),
    FoldingRule("forms of ellipsis", "well… . . .", "well... ..."),
    FoldingRule("ligatures", "\ufb01nal o\ufb03ce", "final office"),
    FoldingRule("relative timestamps", "Updated 3 minutes ago", "Updated 2 hours ago"),
    FoldingRule(
        "relative timestamps behind a date",
        "Par Ada Blanc – 3.2.2026 à 13h45 Mis à jour il y a 5 minutes",
        "Par Ada Blanc – 3.2.2026 à 13h45 Mis à jour il y a 2 heures",
    ),
    FoldingRule("session identifiers", "/a;jsessionid=1F3A", "/a;jsessionid=77B0"),
    FoldingRule("advertisement identifiers", "div-gpt-ad-1463-0", "div-gpt-ad-2098-1"),
)

# Joiners (U+200C, U+200D) stay: Persian words and emoji are made of them.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\ufe0e\ufe0f"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_CONTROLS = "".join(
    char for char in map(chr, (*range(0x20), *range(0x7F, 0xA0))) if not char.isspace()
)
_FORMS = {
    '"': "“”„‟«»″〝〞〟＂",
    "'": "‘’‚‛‹›′ʼ`´＇",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d",
    "...": "…",
    "ff": "\ufb00",
    "fi": "\ufb01",
    "fl": "\ufb02",
    "ffi": "\ufb03",
    "ffl": "\ufb04",
}
_TABLE: dict[int, str | None] = {
    **dict.fromkeys(map(ord, _INVISIBLE + _CONTROLS)),
    **{ord(form): plain for plain, forms in _FORMS.items() for form in forms},
}
_LONE_HYPHENS = re.compile(r"(?<!\S)-{2,}(?!\S)")
_SPACED_DOTS = re.compile(r"(?<!\S)\.(?: \.){2,}(?!\S)")


def fold_text(text: str) -> FoldedText:
    """The form in which a text is compared; folding twice is folding once."""
    return FoldedText(_mask(_plain(text)))


def _plain(text: str) -> str:
    # Composing may bring a form back (U+1FFD is U+00B4), so both are done twice.
    is_simple = text.isascii() and text.isprintable()
    plain = text if is_simple else _compose(_compose(text))
    plain = " ".join(plain.replace("`", "'").split())
    return _SPACED_DOTS.sub("...", _LONE_HYPHENS.sub("-", plain))


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(_TABLE))


@dataclass(frozen=True, slots=True)
class MaskedSpan:
    """A span that folding hides, as it stood in the text."""

    rule: str
    text: str


def list_masked_spans(text: str) -> tuple[MaskedSpan, ...]:
    """What folding hides of a text, in order: compare two lists to find a masked change."""
    plain = _plain(text)
    found = [
        (start, MaskedSpan(rule, plain[start:end]))
        for rule, find_spans in _MASKS
        for start, end in find_spans(plain)
    ]
    return tuple(span for _, span in sorted(found, key=lambda item: item[0]))


def _mask(plain: str) -> str:
    for rule, find_spans in _MASKS:
        for start, end in reversed(find_spans(plain)):
            plain = f"{plain[:start]}⟦{rule}⟧{plain[end:]}"
    return plain


_RELATIVE = "relative time"
_IDENTIFIER = "identifier"
_IDENTIFIERS = (
    r"(?:(?<=[?&;])|(?<![\w]))(?:jsessionid|phpsessid|sessionid|session_id|sid|gclid|fbclid|"
    r"correlator|cachebuster|utm_[a-z]+)=(?P<span>[^\s&#;?]+)"
)
_AD_SLOTS = (
    r"(?<![\w-])(?:div-gpt-ad|google_ads_iframe|ad-slot|adslot|ad-unit)[-_](?P<span>\d[\w-]*)"
)


def _spans_of(pattern: str) -> Callable[[str], list[tuple[int, int]]]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda plain: [match.span("span") for match in compiled.finditer(plain)]


_MASKS: tuple[tuple[str, Callable[[str], list[tuple[int, int]]]], ...] = (
    (_RELATIVE, find_moving_spans),
    (_IDENTIFIER, _spans_of(_IDENTIFIERS)),
    (_IDENTIFIER, _spans_of(_AD_SLOTS)),
)
