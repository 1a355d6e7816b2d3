"""Documents and the state of their watching."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from quietedit_store.database import Connection
from quietedit_store.workers import WORKER_LOCKS

_BIGINT_DIGITS = 19


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDocument:
    url: str
    host: str
    source_key: str
    feed_id: int
    discovered_at: datetime
    published_at: datetime | None
    watch: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """A document as a check finds it."""

    document_id: int
    url: str
    host: str
    source_key: str
    feed_id: int
    cohort: date
    discovered_at: datetime
    watch: dict[str, Any]
    next_check_at: datetime | None
    check_reason: str
    check_probability: float
    checked_at: datetime | None
    text_seen_at: datetime | None
    failure_count: int
    failing_since: datetime | None
    etag: str | None
    last_modified: str | None
    fetched_page_sha256: str | None
    text_page_sha256: str | None
    version_count: int
    availability: str


@dataclass(frozen=True, slots=True)
class NextCheck:
    """When a document is looked at again; `due_at` null: not any more."""

    due_at: datetime | None
    reason: str
    probability: float = 1.0


def add_document(connection: Connection, new: NewDocument) -> tuple[int, bool]:
    """The document of that URL, made if need be and due at once; whether it was made now."""
    url_sha256 = _url_sha256(new.url)
    row = connection.execute(
        """
        insert into document
            (url, url_sha256, host, source_key, feed_id, cohort, discovered_at, published_at,
             watch, next_check_at, check_reason)
        values (%(url)s, %(url_sha256)s, %(host)s, %(source_key)s, %(feed_id)s,
                (%(discovered_at)s at time zone 'UTC')::date, %(discovered_at)s, %(published_at)s,
                %(watch)s, %(discovered_at)s, 'new')
        on conflict (url_sha256) do nothing
        returning document_id
        """,
        asdict(new) | {"url_sha256": url_sha256, "watch": Jsonb(new.watch)},
    ).fetchone()
    if row is not None:
        return row[0], True
    row = connection.execute(
        "select document_id from document where url_sha256 = %s", [url_sha256]
    ).fetchone()
    assert row is not None  # noqa: S101  it stood in our way a moment ago
    return row[0], False


def list_documents(connection: Connection) -> list[int]:
    """The numbers of all documents."""
    return [row[0] for row in connection.execute("select document_id from document order by 1")]


def list_due_cohorts(connection: Connection, *, now: datetime) -> list[date]:
    """The days of which a document is due, or a fetched page still waits to be read."""
    rows = connection.execute(
        """
        select cohort from document
        where next_check_at <= %(now)s
          and (claimed_by is null
               -- A claim without its worker's lock is a dead one's; the run will close it.
               or not exists (
                   select from pg_locks
                   where locktype = 'advisory' and classid::bigint = %(space)s
                     and objid::bigint = claimed_by
                     and database = (
                         select oid from pg_database where datname = current_database())))
        union
        select cohort from reading_queue
        order by cohort
        """,
        {"now": now, "space": WORKER_LOCKS},
    ).fetchall()
    return [row[0] for row in rows]


def claim_due_documents(
    connection: Connection, worker_id: int, *, days: Sequence[date], now: datetime, limit: int
) -> list[DocumentRow]:
    """Take documents of the days that are due, host by host in turn, the longest due first.

    So when not all can be taken, a large outlet does not starve the small ones.
    """
    with connection.cursor(row_factory=class_row(DocumentRow)) as cursor:
        return cursor.execute(
            """
            update document set claimed_by = %(worker_id)s
            where document_id in (
                select document.document_id
                from document
                join (
                    select document_id, row_number() over (
                        partition by host order by next_check_at, document_id) as turn
                    from document
                    where cohort = any(%(days)s) and next_check_at <= %(now)s
                      and claimed_by is null
                ) as due using (document_id)
                where claimed_by is null
                order by turn, next_check_at, document_id
                limit %(limit)s
                for update of document skip locked
            )
            returning document_id, url, host, source_key, feed_id, cohort, discovered_at, watch,
                      next_check_at, check_reason, check_probability, checked_at, text_seen_at,
                      failure_count, failing_since, etag, last_modified, fetched_page_sha256,
                      text_page_sha256, version_count, availability
            """,
            {"worker_id": worker_id, "days": list(days), "now": now, "limit": limit},
        ).fetchall()


def lock_document(connection: Connection, document_id: int) -> DocumentRow:
    """The document, nobody else's until our transaction ends."""
    with connection.cursor(row_factory=class_row(DocumentRow)) as cursor:
        found = cursor.execute(
            """
            select document_id, url, host, source_key, feed_id, cohort, discovered_at, watch,
                   next_check_at, check_reason, check_probability, checked_at, text_seen_at,
                   failure_count, failing_since, etag, last_modified, fetched_page_sha256,
                   text_page_sha256, version_count, availability
            from document where document_id = %s
            for update
            """,
            [document_id],
        ).fetchone()
    if found is None:
        raise LookupError(f"no document {document_id}")
    return found


def record_answer(
    connection: Connection,
    document_id: int,
    *,
    at: datetime,
    etag: str | None,
    last_modified: str | None,
    page_sha256: str | None,
) -> None:
    """The host answered: keep what the next request asks with, and give the document back."""
    connection.execute(
        """
        update document set
            checked_at = %(at)s, claimed_by = null,
            etag = coalesce(%(etag)s, etag),
            last_modified = coalesce(%(last_modified)s, last_modified),
            fetched_page_sha256 = coalesce(%(page_sha256)s, fetched_page_sha256)
        where document_id = %(document_id)s
        """,
        {
            "document_id": document_id,
            "at": at,
            "etag": etag,
            "last_modified": last_modified,
            "page_sha256": page_sha256,
        },
    )


def await_reading(connection: Connection, document_id: int) -> None:
    """A fresh page waits to be read: not due until the reading sets the next check."""
    connection.execute(
        """
        update document set next_check_at = null, check_reason = 'fetched, waits to be read'
        where document_id = %s
        """,
        [document_id],
    )


def schedule_check(
    connection: Connection,
    document_id: int,
    *,
    watch: dict[str, Any],
    check: NextCheck,
    text_seen_at: datetime,
) -> None:
    """A check saw the article: failures are over, the watch has learned, the next check is set."""
    connection.execute(
        """
        update document set
            watch = %(watch)s, next_check_at = %(due_at)s, check_reason = %(reason)s,
            check_probability = %(probability)s, text_seen_at = %(text_seen_at)s,
            failure_count = 0, failing_since = null, availability = 'there'
        where document_id = %(document_id)s
        """,
        asdict(check)
        | {"document_id": document_id, "watch": Jsonb(watch), "text_seen_at": text_seen_at},
    )


def record_failure(
    connection: Connection, document_id: int, *, at: datetime, availability: str, check: NextCheck
) -> None:
    """A check saw no article: count it, set the next try, and give the document back."""
    connection.execute(
        """
        update document set
            checked_at = %(at)s, failure_count = failure_count + 1,
            failing_since = coalesce(failing_since, %(at)s), availability = %(availability)s,
            next_check_at = %(due_at)s, check_reason = %(reason)s,
            check_probability = %(probability)s, claimed_by = null
        where document_id = %(document_id)s
        """,
        asdict(check) | {"document_id": document_id, "at": at, "availability": availability},
    )


def put_off_document(
    connection: Connection, document_id: int, *, until: datetime, reason: str
) -> None:
    """Give the document back unasked, not before then, with the reason."""
    connection.execute(
        """
        update document set next_check_at = %(until)s, check_reason = %(reason)s, claimed_by = null
        where document_id = %(document_id)s
        """,
        {"document_id": document_id, "until": until, "reason": reason},
    )


def lock_profile(connection: Connection, source_key: str) -> dict[str, Any] | None:
    """What was learned about the source, nobody else's to change until our transaction ends."""
    row = connection.execute(
        "select profile from source_profile where source_key = %s for update", [source_key]
    ).fetchone()
    return row and row[0]


def keep_profile(
    connection: Connection, source_key: str, profile: dict[str, Any], *, now: datetime
) -> None:
    connection.execute(
        """
        insert into source_profile (source_key, profile, updated_at)
        values (%(source_key)s, %(profile)s, %(now)s)
        on conflict (source_key) do update
        set profile = excluded.profile, updated_at = excluded.updated_at
        """,
        {"source_key": source_key, "profile": Jsonb(profile), "now": now},
    )


def make_due(
    connection: Connection, document_ids: Sequence[int], *, now: datetime, reason: str
) -> int:
    """Have the documents looked at now; returns how many there were."""
    return connection.execute(
        """
        update document
        set next_check_at = %(now)s, check_reason = %(reason)s, check_probability = 1
        where document_id = any(%(ids)s)
        """,
        {"ids": list(document_ids), "now": now, "reason": reason},
    ).rowcount


def find_document(connection: Connection, name: str) -> int | None:
    """The number of the document that is called by its number or its canonical URL."""
    row = connection.execute(
        "select document_id from document where url_sha256 = %s or document_id = %s",
        [_url_sha256(name), _number_of(name)],
    ).fetchone()
    return row and row[0]


def _number_of(name: str) -> int | None:
    return int(name) if name.isdecimal() and len(name) < _BIGINT_DIGITS else None


def _url_sha256(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()
