"""What can an editor do to an article?"""

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """Ways to set a text differently without changing a word of it."""

    QUOTES = "quotes"
    SPACES = "spaces"
    HYPHENS = "hyphens"


class Presence(StrEnum):
    """What stands at the address of an article."""

    HERE = "here"
    WITHDRAWN = "withdrawn"  # 410
    VANISHED = "vanished"  # a redirect to the home page
    CONSENT = "consent"
    BOT = "bot"
    TEASER = "teaser"


@dataclass(frozen=True, slots=True, kw_only=True)
class TickerEntry:
    """One entry of a ticker; its time as words, or as a scripted minute shown as an age."""

    head: str
    text: str
    time: str = ""
    minute: int = 0


@dataclass(frozen=True, slots=True)
class Replace:
    """Put `new` in the place of the one occurrence of `old`."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Retitle:
    title: str


@dataclass(frozen=True, slots=True)
class Insert:
    """Add a paragraph behind the one that holds the words `after`."""

    after: str
    text: str


@dataclass(frozen=True, slots=True)
class Cut:
    block: str


@dataclass(frozen=True, slots=True)
class Move:
    block: str
    after: str


@dataclass(frozen=True, slots=True)
class Split:
    """Begin a new paragraph with the words `at`."""

    at: str


@dataclass(frozen=True, slots=True)
class Merge:
    """Join the paragraph to the next."""

    block: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    block: str
    text: str


@dataclass(frozen=True, slots=True)
class SetByline:
    byline: str


@dataclass(frozen=True, slots=True)
class AddNote:
    text: str


@dataclass(frozen=True, slots=True)
class AddEntry:
    entry: TickerEntry


@dataclass(frozen=True, slots=True)
class SetIndex:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Move the modified date that the page claims."""


@dataclass(frozen=True, slots=True)
class Restyle:
    style: Style


@dataclass(frozen=True, slots=True)
class Refurnish:
    """Change what stands around the article."""


@dataclass(frozen=True, slots=True)
class RepairEncoding:
    pass


@dataclass(frozen=True, slots=True)
class Revert:
    """Go back to the text before an event."""

    event: str


@dataclass(frozen=True, slots=True)
class SetPresence:
    presence: Presence


Step = (
    Replace
    | Retitle
    | Insert
    | Cut
    | Move
    | Split
    | Merge
    | Rewrite
    | SetByline
    | AddNote
    | AddEntry
    | SetIndex
    | Stamp
    | Restyle
    | Refurnish
    | RepairEncoding
    | Revert
    | SetPresence
)
