"""Is a text that came back an edit, or one of two that are served in turn?

A return to an earlier text is an edit (a revert). The third flip between the same two texts within
a day shows that both are served in turn; from then on flips are observations, until a third text
comes or one of the two has stayed away for a day.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

DAY = timedelta(days=1)
_A_B_A = 3


class Return(StrEnum):
    EDIT = "edit"
    OSCILLATION = "oscillation"
    FLIP = "flip"


@dataclass(frozen=True, slots=True)
class SeenText:
    """A text that a document carried, by its hash, and when it was first seen."""

    text_hash: str
    seen_at: datetime


def judge_return(
    text_hash: str,
    carried: Sequence[SeenText],
    *,
    at: datetime,
    last_held_at: datetime,
    is_oscillating: bool,
) -> Return:
    """Judge a text that differs from the one we hold, the last of `carried` (oldest first).

    `last_held_at` is when the text we hold was last seen; `is_oscillating` says whether an
    oscillation was marked since it came.
    """
    if len(carried) < 2 or text_hash != carried[-2].text_hash:  # noqa: PLR2004  two in turn
        return Return.EDIT
    if is_oscillating:
        return Return.FLIP if at - last_held_at <= DAY else Return.EDIT
    is_third = len(carried) >= _A_B_A and carried[-3].text_hash == carried[-1].text_hash
    if is_third and at - carried[-2].seen_at <= DAY:
        return Return.OSCILLATION
    return Return.EDIT
