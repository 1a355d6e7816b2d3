"""Is a line about the article, not of it?

Who wrote it, when, how many have answered: parts between separators, each of which is a name, a
date or a count. A sentence is never made of such parts alone.
"""

import re
from functools import lru_cache

from quietedit_core.extraction.stamps import GROUPS, STAMP_WORDS, TOLD
from quietedit_core.extraction.vocabulary import load_data

_LABELS = GROUPS["labels"]
_LABELLED = re.compile(
    rf"(?<!\w)(?:(?P<before>{_LABELS}):? ?)?(?P<span>{TOLD})(?: (?P<after>{_LABELS}))?(?!\w)",
    re.IGNORECASE,
)
_META_LIMIT = 160
_BYLINE_WORDS, _NAME_WORDS = 7, 4
_CUT = re.compile(r"[|·•,;()\[\]]|[.:](?= |$)| [-–—] |(?<=\w)[-–—] |(?<=[^\W\d]) (?=\d)")
_BYLINE = re.compile(rf"^{GROUPS['bylines']}:? (?=\S)", re.IGNORECASE)
_COUNTED = re.compile(rf"^\d[\d.,]* ?{GROUPS['counted']}$", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.:/h-]\d*)*(?:st|nd|rd|th|er|º)?", re.IGNORECASE)
_BARE_SEPARATOR = re.compile(r"[|·•]")


# What every time told from now holds: looked for first, since most texts hold none.
_MOVES = re.compile(
    rf"{GROUPS['after']}(?!\w)|(?<!\w){GROUPS['before']}(?!\w)|{GROUPS['now']}", re.IGNORECASE
)


def find_moving_spans(text: str) -> list[tuple[int, int]]:
    """Where a line of bylines, dates and counters tells times from now; prose never does."""
    if len(text) > _META_LIMIT:
        return []
    found = list(_LABELLED.finditer(text)) if _MOVES.search(text) else []
    if not found:
        return []
    parts = _parts(_LABELLED.sub("|", text))
    if not all(map(_is_meta, parts)):
        return []
    is_labelled = all(match["before"] or match["after"] for match in found)
    is_told = is_labelled or not parts or any(map(_tells, parts))
    if is_told or _BARE_SEPARATOR.search(text):
        return [match.span("span") for match in found]
    return []


def is_meta_line(text: str) -> bool:
    """Whether a line is a byline with a date, a count of comments, or a moving time with them."""
    if len(text) > _META_LIMIT:
        return False
    if find_moving_spans(text):
        return True
    parts = _parts(text)
    if not parts or not all(map(_is_meta, parts)):
        return False
    has_date = any(map(_is_date, parts))
    return any(_COUNTED.match(part) for part in parts) or (
        has_date and any(_BYLINE.match(part) for part in parts)
    )


def _parts(text: str) -> list[str]:
    return [part.strip() for part in _CUT.split(text) if part.strip(" .")]


def _is_meta(part: str) -> bool:
    words = part.lower().split()
    is_of_date = all(word.strip(".") in _date_words() for word in words)
    return is_of_date or _tells(part) or _is_name(part) or _LABEL.fullmatch(part) is not None


def _tells(part: str) -> bool:
    """A byline, a date or a count: what a name alone is not."""
    is_byline = _BYLINE.match(part) is not None and _is_name(_BYLINE.sub("", part), _BYLINE_WORDS)
    return is_byline or _COUNTED.match(part) is not None or _is_date(part)


def _is_name(part: str, limit: int = _NAME_WORDS) -> bool:
    words = part.split()
    return len(words) <= limit and all(
        word[0].isupper() or word.lower() in _NAME_LINKS for word in words
    )


def _is_date(part: str) -> bool:
    if not any(map(str.isdigit, part)):
        return False
    label = _LABEL.match(part)
    words = _NUMBER.sub(" ", part[label.end() :] if label else part).replace(".", " ").split()
    return all(word.lower() in _date_words() for word in words)


_LABEL = re.compile(rf"{_LABELS}:?(?= |$)", re.IGNORECASE)
_NAME_LINKS = frozenset(("and", "und", "et", "e", "y", "en", "i", "von", "van", "de", "der", "di"))


@lru_cache(maxsize=1)
def _date_words() -> frozenset[str]:
    tables = load_data("date_words.json")
    named = (words for key in ("months", "weekdays") for words in tables.get(key, {}).values())
    names = (word for listed in named for words in listed for word in words.split())
    return frozenset((*names, *STAMP_WORDS["dating"]))
