"""Is a text nothing but a time, told by the clock or from now?

"Held 3 days ago" in a sentence is news; "3 days ago" alone, or behind "Updated", is a clock.
"""

import re

from quietedit_core.extraction.vocabulary import load_data


def _one_of(words: list[str]) -> str:
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(map(re.escape, longest_first)) + ")"


def _relative_patterns() -> tuple[str, str]:
    """For a text that is a relative time, and for one that ends a line of byline and date."""
    group = {name: _one_of(words) for name, words in load_data("stamp_words.json").items()}
    amount = rf"(?:\d+|{group['counts']}) ?{group['units']}\.?"
    amounts = rf"{amount}(?:,? (?:and |und |et |e |y |en |i )?{amount})?"
    told = rf"(?:{amounts} {group['after']}|{group['before']} {amounts}|{group['now']})"
    label = group["labels"]
    alone = rf"^(?:{label}:? ?)?(?P<span>{told})\.?$"
    # Behind a date or a full stop it needs its label, between separators it needs none; a
    # sentence ("The list was updated 3 hours ago.") has words before it.
    behind = rf"(?:(?<=\d\s)|(?<=[.,;:)]\s)){label}:? ?"
    between = rf"(?<=[|·•–—]\s)(?:{label}:? ?)?"
    closing = rf"(?:{behind}|{between})(?P<span>{told})(?: {label})?(?=\.?$|\s[|·•–—])"
    return alone, closing


_ALONE, _CLOSING = _relative_patterns()
RELATIVE_STAMP = re.compile(_ALONE, re.IGNORECASE)
CLOSING_STAMP = re.compile(_CLOSING, re.IGNORECASE)

_CLOCK = r"\d{1,2}(?:[:.h]\d{2}){1,2}(?: ?(?:uhr|h|am|pm|a\.m\.|p\.m\.))?"
_CLOCK_STAMP = re.compile(
    rf"^(?:[\w.,/ -]{{0,24}}[ ,])?{_CLOCK}(?: ?(?:[A-Z]{{2,5}}|[\w.,/ -]{{0,16}}))?$", re.IGNORECASE
)
_CLOCK_OPENING = re.compile(rf"^({_CLOCK})\s*(?:[:|–—-]\s*|\s)(?=\S)", re.IGNORECASE)
_STAMP_LIMIT = 48


def is_relative_time(text: str) -> bool:
    """Whether a text is nothing but a time told from now ("3 min ago")."""
    return len(text) <= _STAMP_LIMIT and RELATIVE_STAMP.match(text.strip()) is not None


def is_stamp(text: str) -> bool:
    """Whether a text is nothing but a time of either sort."""
    if len(text) > _STAMP_LIMIT:
        return False
    return _CLOCK_STAMP.match(text) is not None or is_relative_time(text)


def split_opening_time(text: str) -> tuple[str, str]:
    """The clock time that a text opens with, and the text behind it."""
    found = _CLOCK_OPENING.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)
