"""What does a piece open as: a note on a correction, an invitation, a stamp of the page?"""

from quietedit_core.extraction.features import NAMES, Row, is_weighed
from quietedit_core.extraction.outline import Piece
from quietedit_core.extraction.phrases import OPENS

_SAYS_CORRECTION = NAMES.index("says_correction")
_SAYS_INVITATION = NAMES.index("says_invitation")
_INVITATION_LIMIT = 40
_SAYS_STAMP = NAMES.index("says_stamp")
_NOTE_LIMIT = 1500
_STAMP_LIMIT = 60


def is_correction_note(piece: Piece, row: Row) -> bool:
    """Whether a piece opens as a note on a correction does, or speaks of an earlier version."""
    return is_weighed(row) and row[_SAYS_CORRECTION] > 0 and len(piece.plain) <= _NOTE_LIMIT


def is_invitation(piece: Piece, row: Row) -> bool:
    """Whether a piece is but a few words that invite to read something else."""
    return (
        is_weighed(row) and row[_SAYS_INVITATION] == OPENS and len(piece.plain) <= _INVITATION_LIMIT
    )


def is_page_stamp(piece: Piece, row: Row) -> bool:
    """Whether a short text opens as a page's own stamps do ("Published", "Reading time")."""
    plain = piece.plain
    if (
        not is_weighed(row)
        or row[_SAYS_STAMP] != OPENS
        or len(plain) > _STAMP_LIMIT
        or plain.endswith(".")
    ):
        return False
    return any(map(str.isdigit, plain))
