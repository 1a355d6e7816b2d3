"""Claims of feeds that an article was updated: what they rest on, and what they were worth.

Who changes a document and a feed in one transaction changes the document first, or a poll and a
check could wait for each other.
"""

from dataclasses import dataclass
from datetime import datetime

from psycopg.types.json import Jsonb

from quietedit_core.claims import ClaimPower, claim_power_from_payload, claim_power_to_payload
from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True)
class ClaimGrounds:
    """What the entry said before, and when its document was last looked at."""

    known_text: str | None
    checked_at: datetime | None


def find_claim_grounds(
    connection: Connection, feed_id: int, entry_sha256: str, document_id: int
) -> ClaimGrounds:
    row = connection.execute(
        """
        select (select updated_text from entry
                where feed_id = %(feed_id)s and entry_sha256 = %(entry)s),
               (select checked_at from document where document_id = %(document_id)s)
        """,
        {"feed_id": feed_id, "entry": entry_sha256, "document_id": document_id},
    ).fetchone()
    assert row is not None  # noqa: S101  a select of two scalars has a row
    return ClaimGrounds(row[0], row[1])


def read_claim_power(connection: Connection, feed_id: int, *, lock: bool = False) -> ClaimPower:
    """The feed's power; locked, nobody else changes the feed until we commit."""
    query = "select claim_power from feed where feed_id = %s"
    row = connection.execute(query + " for no key update" if lock else query, [feed_id]).fetchone()
    return claim_power_from_payload(row[0] or {}) if row else ClaimPower()


def keep_claim_power(connection: Connection, feed_id: int, power: ClaimPower) -> None:
    connection.execute(
        "update feed set claim_power = %s where feed_id = %s",
        [Jsonb(claim_power_to_payload(power)), feed_id],
    )


def claim_update(
    connection: Connection, document_id: int, *, feed_id: int, reason: str, now: datetime
) -> None:
    """Have the document looked at now, retired or not, and remember whose word it was."""
    connection.execute(
        """
        update document
        set next_check_at = %(now)s, check_reason = %(reason)s, check_probability = 1,
            update_claimed_at = %(now)s, claiming_feed_id = %(feed_id)s
        where document_id = %(document_id)s
        """,
        {"document_id": document_id, "feed_id": feed_id, "reason": reason, "now": now},
    )


def close_claim(connection: Connection, document_id: int, *, looked_at: datetime) -> int | None:
    """The look has judged the claim that came before it; returns the feed that made it."""
    row = connection.execute(
        """
        with open as (
            select document_id, claiming_feed_id from document
            where document_id = %(document_id)s and update_claimed_at <= %(looked_at)s
            for update
        )
        update document set update_claimed_at = null, claiming_feed_id = null
        from open where document.document_id = open.document_id
        returning open.claiming_feed_id
        """,
        {"document_id": document_id, "looked_at": looked_at},
    ).fetchone()
    return row and row[0]
