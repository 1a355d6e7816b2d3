"""Slots: the right to ask a host now, reserved before every request, exact for all processes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row

from quietedit_core.politeness import HOUR, HostState, Wait, find_wait
from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How a host wants to be treated, where feeds.yaml says so."""

    delay_seconds: float | None
    hourly_ceiling: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One hop that somebody wants to make."""

    host: str
    url: str
    purpose: str
    exchange_id: int
    hop: int
    worker_id: int
    document_id: int | None = None
    feed_id: int | None = None


def next_exchange(connection: Connection) -> int:
    row = connection.execute("select nextval('exchange_number')").fetchone()
    assert row is not None  # noqa: S101  a sequence always answers
    number: int = row[0]
    return number


def find_manners(connection: Connection, host: str) -> Manners:
    with connection.cursor(row_factory=class_row(Manners)) as cursor:
        found = cursor.execute(
            "select delay_seconds, hourly_ceiling from host where host = %s", [host]
        ).fetchone()
    return found or Manners(delay_seconds=None, hourly_ceiling=None)


def set_manners(connection: Connection, host: str, manners: Manners) -> None:
    connection.execute(
        """
        insert into host (host, delay_seconds, hourly_ceiling)
        values (%(host)s, %(delay)s, %(ceiling)s)
        on conflict (host) do update
        set delay_seconds = excluded.delay_seconds, hourly_ceiling = excluded.hourly_ceiling
        """,
        {"host": host, "delay": manners.delay_seconds, "ceiling": manners.hourly_ceiling},
    )


def reserve_slot(
    connection: Connection, request: Request, *, now: datetime, hourly_ceiling: int
) -> int | Wait:
    """Take the host's slot, or learn what to wait for. The host's row lock makes it exact."""
    state = _lock_host(connection, request.host, now=now)
    wait = find_wait(state, now=now, hourly_ceiling=hourly_ceiling)
    if wait is not None:
        return wait
    row = connection.execute(
        """
        with slot as (
            insert into slot_reservation
                (host, exchange_id, hop, purpose, url, document_id, feed_id, worker_id, reserved_at)
            values (%(host)s, %(exchange_id)s, %(hop)s, %(purpose)s, %(url)s, %(document_id)s,
                    %(feed_id)s, %(worker_id)s, %(now)s)
            returning slot_id, host
        )
        update host set open_slot_id = slot.slot_id
        from slot where host.host = slot.host
        returning slot.slot_id
        """,
        {
            "host": request.host,
            "exchange_id": request.exchange_id,
            "hop": request.hop,
            "purpose": request.purpose,
            "url": request.url,
            "document_id": request.document_id,
            "feed_id": request.feed_id,
            "worker_id": request.worker_id,
            "now": now,
        },
    ).fetchone()
    assert row is not None  # noqa: S101  the host's row is ours
    slot_id: int = row[0]
    return slot_id


def _lock_host(connection: Connection, host: str, *, now: datetime) -> HostState:
    connection.execute("insert into host (host) values (%s) on conflict do nothing", [host])
    # The lock comes first: the count of a statement that waits for it would be of before.
    connection.execute("select from host where host = %s for update", [host])
    with connection.cursor(row_factory=class_row(HostState)) as cursor:
        found = cursor.execute(
            """
            select next_slot_at, put_off_until, put_off_reason, open_slot_id is not null as is_busy,
                   recent.recent_count, recent.oldest_recent_at
            from host, lateral (
                select count(*)::integer as recent_count, min(reserved_at) as oldest_recent_at
                from slot_reservation
                where slot_reservation.host = host.host and reserved_at > %(hour_ago)s
            ) as recent
            where host.host = %(host)s
            """,
            {"host": host, "hour_ago": now - HOUR},
        ).fetchone()
    assert found is not None  # noqa: S101  inserted above
    return found


def close_slot(connection: Connection, slot_id: int, *, now: datetime, pause: timedelta) -> None:
    """The answer is there: the host rests for the pause."""
    connection.execute(
        """
        with slot as (
            update slot_reservation set closed_at = %(now)s where slot_id = %(slot_id)s
            returning host
        )
        update host set open_slot_id = null, next_slot_at = greatest(next_slot_at, %(next)s)
        from slot where host.host = slot.host and host.open_slot_id = %(slot_id)s
        """,
        {"slot_id": slot_id, "now": now, "next": now + pause},
    )


def put_off_host(connection: Connection, host: str, *, until: datetime, reason: str) -> None:
    """Leave the host alone until then (429, Retry-After)."""
    connection.execute(
        """
        update host set put_off_until = %(until)s, put_off_reason = %(reason)s
        where host = %(host)s and put_off_until < %(until)s
        """,
        {"host": host, "until": until, "reason": reason},
    )
