"""What a killed run left open is closed by the next: nothing observed is lost, nothing hangs."""

from datetime import datetime, timedelta

from quietedit_core.outcomes import FetchOutcome
from quietedit_store.database import Connection, Database
from quietedit_store.hosts import close_slot
from quietedit_store.ledger import Fetch, append_fetch
from quietedit_store.workers import LostRequest, end_worker, find_dead_worker, list_lost_requests


def close_lost_work(database: Database, *, now: datetime, pause: timedelta) -> int:
    """Close what workers that died left open; returns how many requests were lost."""
    lost_count = 0
    while True:
        with database.connect() as connection:
            worker_id = find_dead_worker(connection)
            if worker_id is None:
                return lost_count
            for lost in list_lost_requests(connection, worker_id):
                _close(connection, lost, now=now, pause=pause)
                lost_count += 1
            end_worker(connection, worker_id, now=now)


def _close(connection: Connection, lost: LostRequest, *, now: datetime, pause: timedelta) -> None:
    append_fetch(
        connection,
        Fetch(
            fetched_at=now,
            slot_id=lost.slot_id,
            exchange_id=lost.exchange_id,
            hop=lost.hop,
            purpose=lost.purpose,
            host=lost.host,
            url=lost.url,
            document_id=lost.document_id,
            feed_id=lost.feed_id,
            outcome=FetchOutcome.INTERRUPTED,
            reason=f"the run ended before the answer to the request of {lost.reserved_at:%H:%M:%S}",
        ),
    )
    close_slot(connection, lost.slot_id, now=now, pause=pause)
