"""Is a feed believed when it says that an article was updated?

A claim makes the document due at once, retired or not. A feed that cries wolf at every poll loses
that power; the first claim that was true, found by a look of our own or by a test, gives it back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from quietedit_core.instants import instant_from_text, instant_to_text

CLAIMS_TO_LOSE = 20
TEST_PAUSE = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPower:
    """What a feed's claims have been worth: claims in a row that brought no revision, and in all.

    `lost_at` is None while the feed is believed; `tested_at` is the last test since.
    """

    fruitless_count: int = 0
    lost_at: datetime | None = None
    tested_at: datetime | None = None
    checked_count: int = 0
    revision_count: int = 0


@dataclass(frozen=True, slots=True)
class ClaimDecision:
    """Whether the claimed document is due at once; `power` is to be kept."""

    is_believed: bool
    reason: str
    power: ClaimPower


def makes_claim(
    *,
    updated_text: str | None,
    known_text: str | None,
    updated_at: datetime | None,
    checked_at: datetime | None,
) -> bool:
    """Whether an entry's `updated`, as written and as read, says something that we do not know.

    `known_text` is what the entry said before. The texts are compared too, as a date in the future
    is read as the time of the fetch, a new one each time. A document that was never looked at
    (`checked_at` is None) is due anyway.
    """
    if updated_at is None or checked_at is None or updated_text == known_text:
        return False
    return updated_at > checked_at


def judge_claim(power: ClaimPower, *, now: datetime) -> ClaimDecision:
    """Decide on one claim. Hand in a poll's claims with the newest first: a test takes the first.

    A test needs no article that is still watched, so a feed whose articles are all retired finds
    its way back too.
    """
    if power.lost_at is None:
        return ClaimDecision(is_believed=True, reason="the feed's claims are believed", power=power)
    last_tried_at = power.tested_at or power.lost_at
    # A time ahead of now is that of a clock that has since been set right.
    if timedelta(0) <= now - last_tried_at < TEST_PAUSE:
        reason = f"{power.fruitless_count} claims in a row brought no revision"
        return ClaimDecision(is_believed=False, reason=reason, power=power)
    tested = replace(power, tested_at=now)
    return ClaimDecision(is_believed=True, reason="tested anew", power=tested)


def note_claim_result(power: ClaimPower, *, brought_revision: bool, now: datetime) -> ClaimPower:
    """Take in the first look at a claimed document after its claim, whatever made it due.

    A look that failed is none.
    """
    checked_count = power.checked_count + 1
    if brought_revision:
        return ClaimPower(checked_count=checked_count, revision_count=power.revision_count + 1)
    fruitless_count = power.fruitless_count + 1
    is_lost = power.lost_at is not None or fruitless_count >= CLAIMS_TO_LOSE
    return replace(
        power,
        fruitless_count=fruitless_count,
        lost_at=(power.lost_at or now) if is_lost else None,
        checked_count=checked_count,
    )


def claim_power_to_payload(power: ClaimPower) -> dict[str, Any]:
    """The power as one flat JSON object."""
    return {
        "fruitless_count": power.fruitless_count,
        "lost_at": instant_to_text(power.lost_at),
        "tested_at": instant_to_text(power.tested_at),
        "checked_count": power.checked_count,
        "revision_count": power.revision_count,
    }


def claim_power_from_payload(payload: Mapping[str, Any]) -> ClaimPower:
    """The power that `claim_power_to_payload` wrote; what is missing is as in a new feed."""
    return ClaimPower(
        fruitless_count=payload.get("fruitless_count", 0),
        lost_at=instant_from_text(payload.get("lost_at")),
        tested_at=instant_from_text(payload.get("tested_at")),
        checked_count=payload.get("checked_count", 0),
        revision_count=payload.get("revision_count", 0),
    )
