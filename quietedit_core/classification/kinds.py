"""What can a change be called, and how was it disclosed?"""

from dataclasses import dataclass
from enum import StrEnum


class ChangeKind(StrEnum):
    HEADLINE = "headline"
    NUMBER = "number"
    DATE_OR_TIME = "date_or_time"
    NAME = "name"
    QUOTATION = "quotation"
    ATTRIBUTION = "attribution"
    HEDGING = "hedging"
    CORRECTION_NOTE = "correction_note"
    EXPANSION = "expansion"
    CUT = "cut"
    REWRITE = "rewrite"
    TYPO = "typo"
    BYLINE = "byline"
    TICKER_ENTRY = "ticker_entry"
    TICKER_INDEX = "ticker_index"
    ENCODING_REPAIR = "encoding_repair"
    MOVE = "move"
    REVERT = "revert"
    COSMETIC = "cosmetic"


class Disclosure(StrEnum):
    """`stamp`: only the modified date that the page claims has moved."""

    NOTE = "note"
    STAMP = "stamp"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a kind rests on. `old` and `new` are indices of blocks, both empty for the title."""

    kind: ChangeKind
    old: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    before: str = ""
    after: str = ""
    why: str
