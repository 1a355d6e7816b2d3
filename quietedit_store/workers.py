"""Who claims work, and whether they still live.

A worker holds the advisory lock of its number on a connection of its own. When its process dies,
however it dies, the database lets the lock go, and the next worker sees it at once: no time-outs.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from psycopg.rows import class_row

from quietedit_store.database import Connection, Database

# Our own space among the advisory locks of the database (two-key form).
WORKER_LOCKS = 0x51E1


@dataclass(frozen=True, slots=True, kw_only=True)
class LostRequest:
    """A reservation whose worker died before its fetch was written down."""

    slot_id: int
    host: str
    exchange_id: int
    hop: int
    purpose: str
    url: str
    document_id: int | None
    feed_id: int | None
    reserved_at: datetime


@contextmanager
def enrolled_worker(database: Database, *, run_id: str, now: datetime) -> Iterator[int]:
    """Be a worker while the context lasts; yields its number.

    One that raises does not end but dies: the next closes what it left open.
    """
    with database.connect_alone() as lifeline:
        # One statement: nobody may see the row without its lock.
        row = lifeline.execute(
            """
            with enrolled as (
                insert into worker (run_id, started_at) values (%(run_id)s, %(now)s)
                returning worker_id
            )
            select worker_id, pg_advisory_lock(%(space)s, worker_id::integer) from enrolled
            """,
            {"run_id": run_id, "now": now, "space": WORKER_LOCKS},
        ).fetchone()
        assert row is not None  # noqa: S101  inserted by this very statement
        worker_id: int = row[0]
        try:
            yield worker_id
        except BaseException:
            with database.connect() as connection:
                release_claims(connection, worker_id)
            raise
        with database.connect() as connection:
            end_worker(connection, worker_id, now=now)


def find_dead_worker(connection: Connection) -> int | None:
    """A worker that is gone without having ended; it stays locked by us until we commit."""
    row = connection.execute(
        """
        select worker_id from worker
        where ended_at is null
          and pg_try_advisory_xact_lock(%s, worker_id::integer)
        order by worker_id
        limit 1
        """,
        [WORKER_LOCKS],
    ).fetchone()
    return row and row[0]


def list_lost_requests(connection: Connection, worker_id: int) -> list[LostRequest]:
    with connection.cursor(row_factory=class_row(LostRequest)) as cursor:
        return cursor.execute(
            """
            select slot_id, host, exchange_id, hop, purpose, url, document_id, feed_id, reserved_at
            from slot_reservation
            where worker_id = %s and closed_at is null
            order by slot_id
            """,
            [worker_id],
        ).fetchall()


def end_worker(connection: Connection, worker_id: int, *, now: datetime) -> None:
    release_claims(connection, worker_id)
    connection.execute("update worker set ended_at = %s where worker_id = %s", [now, worker_id])


def release_claims(connection: Connection, worker_id: int) -> None:
    """Give back what the worker claimed and did not come to."""
    connection.execute("update feed set claimed_by = null where claimed_by = %s", [worker_id])
    connection.execute("update document set claimed_by = null where claimed_by = %s", [worker_id])
