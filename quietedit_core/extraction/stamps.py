"""Is a text nothing but a time, told by the clock or from now?

"Held 3 days ago" in a sentence is news; "3 days ago" alone, or behind "Updated", is a clock.
"""

import re

from quietedit_core.extraction.vocabulary import load_data


def _one_of(words: list[str]) -> str:
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(map(re.escape, longest_first)) + ")"


STAMP_WORDS: dict[str, list[str]] = load_data("stamp_words.json")
GROUPS = {name: _one_of(words) for name, words in STAMP_WORDS.items()}


def _told_from_now() -> str:
    amount = rf"(?:\d+|{GROUPS['counts']}) ?{GROUPS['units']}\.?"
    amounts = rf"{amount}(?:,? (?:and |und |et |e |y |en |i )?{amount})?"
    return rf"(?:{amounts} {GROUPS['after']}|{GROUPS['before']} {amounts}|{GROUPS['now']})"


TOLD = _told_from_now()
_RELATIVE_STAMP = re.compile(rf"^(?:{GROUPS['labels']}:? ?)?{TOLD}\.?$", re.IGNORECASE)

_CLOCK = r"\d{1,2}(?:[:.h]\d{2}){1,2}(?: ?(?:uhr|h|am|pm|a\.m\.|p\.m\.))?"
_CLOCK_STAMP = re.compile(
    rf"^(?:[\w.,/ -]{{0,24}}[ ,])?{_CLOCK}(?: ?(?:[A-Z]{{2,5}}|[\w.,/ -]{{0,16}}))?$", re.IGNORECASE
)
_CLOCK_OPENING = re.compile(rf"^({_CLOCK})\s*(?:[:|–—-]\s*|\s)(?=\S)", re.IGNORECASE)
_STAMP_LIMIT = 48


def is_relative_time(text: str) -> bool:
    """Whether a text is nothing but a time told from now ("3 min ago")."""
    return len(text) <= _STAMP_LIMIT and _RELATIVE_STAMP.match(text.strip()) is not None


def is_stamp(text: str) -> bool:
    """Whether a text is nothing but a time of either sort."""
    if len(text) > _STAMP_LIMIT:
        return False
    return _CLOCK_STAMP.match(text) is not None or is_relative_time(text)


def split_opening_time(text: str) -> tuple[str, str]:
    """The clock time that a text opens with, and the text behind it."""
    found = _CLOCK_OPENING.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)
