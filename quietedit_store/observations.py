"""What happened to documents without a pair of versions."""

from dataclasses import dataclass
from datetime import datetime

from psycopg.rows import class_row

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    document_id: int
    kind: str
    observed_at: datetime
    fetch_id: int | None
    reason: str
    confirmed_at: datetime | None


def observe(
    connection: Connection,
    document_id: int,
    *,
    kind: str,
    reason: str,
    fetch_id: int | None,
    now: datetime,
) -> None:
    connection.execute(
        """
        insert into observation (document_id, kind, observed_at, fetch_id, reason)
        values (%(document_id)s, %(kind)s, %(now)s, %(fetch_id)s, %(reason)s)
        """,
        {
            "document_id": document_id,
            "kind": kind,
            "now": now,
            "fetch_id": fetch_id,
            "reason": reason,
        },
    )


def confirm_observation(
    connection: Connection, document_id: int, *, kind: str, now: datetime
) -> None:
    """A second look found the same: the newest observation of the kind did not come in passing."""
    connection.execute(
        """
        update observation set confirmed_at = %(now)s
        where observation_id = (
            select max(observation_id) from observation
            where document_id = %(document_id)s and kind = %(kind)s)
          and confirmed_at is null
        """,
        {"document_id": document_id, "kind": kind, "now": now},
    )


def list_observations(connection: Connection, document_id: int) -> list[Observation]:
    """What happened to the document, oldest first."""
    with connection.cursor(row_factory=class_row(Observation)) as cursor:
        return cursor.execute(
            """
            select document_id, kind, observed_at, fetch_id, reason, confirmed_at
            from observation where document_id = %s
            order by observed_at, observation_id
            """,
            [document_id],
        ).fetchall()
