"""Entries that say their article was updated: who is believed, and what came of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from quietedit_core.claims import judge_claim, makes_claim, note_claim_result
from quietedit_store.claims import (
    claim_update,
    close_claim,
    find_claim_grounds,
    keep_claim_power,
    read_claim_power,
)
from quietedit_store.database import Connection
from quietedit_store.feeds import EntryRow


@dataclass(frozen=True, slots=True)
class UpdateClaim:
    """A document that its feed says was updated, and when."""

    document_id: int
    updated_at: datetime


def find_claim(connection: Connection, row: EntryRow) -> UpdateClaim | None:
    """The claim that an entry makes, read before the entry is kept as seen now."""
    if row.document_id is None or row.updated_at is None:
        return None
    grounds = find_claim_grounds(connection, row.feed_id, row.entry_sha256, row.document_id)
    is_claim = makes_claim(
        updated_text=row.updated_text,
        known_text=grounds.known_text,
        updated_at=row.updated_at,
        checked_at=grounds.checked_at,
    )
    return UpdateClaim(row.document_id, row.updated_at) if is_claim else None


def heed_claims(
    connection: Connection, feed_id: int, claims: Iterable[UpdateClaim], *, now: datetime
) -> int:
    """Make due what a believed feed claims; returns how many that were."""
    held = power = read_claim_power(connection, feed_id)
    believed: dict[int, str] = {}
    for claim in sorted(claims, key=lambda claim: claim.updated_at, reverse=True):
        decision = judge_claim(power, now=now)
        power = decision.power
        if decision.is_believed:
            believed[claim.document_id] = f"the feed says it was updated ({decision.reason})"
    # In one order for all feeds: two that claim the same articles would wait for each other.
    for document_id in sorted(believed):
        claim_update(
            connection, document_id, feed_id=feed_id, reason=believed[document_id], now=now
        )
    if power != held:
        current = read_claim_power(connection, feed_id, lock=True)
        keep_claim_power(connection, feed_id, replace(current, tested_at=power.tested_at))
    return len(believed)


def settle_claim(
    connection: Connection, document_id: int, *, brought_revision: bool, at: datetime
) -> None:
    """The first look after a claim tells what the feed's word was worth."""
    feed_id = close_claim(connection, document_id, looked_at=at)
    if feed_id is None:
        return
    power = read_claim_power(connection, feed_id, lock=True)
    noted = note_claim_result(power, brought_revision=brought_revision, now=at)
    keep_claim_power(connection, feed_id, noted)
