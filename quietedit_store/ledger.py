"""The ledger of fetches: appended to, never changed."""

from dataclasses import asdict, dataclass
from datetime import datetime

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch:
    """One request and its answer, one hop, as the ledger has it."""

    fetched_at: datetime
    slot_id: int | None
    exchange_id: int
    hop: int
    purpose: str
    host: str
    url: str
    document_id: int | None
    feed_id: int | None
    outcome: str
    reason: str
    status: int | None = None
    page_sha256: str | None = None
    content_type: str | None = None
    wire_bytes: int = 0
    elapsed_seconds: float = 0.0
    location: str | None = None
    check_probability: float | None = None
    check_reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeCount:
    host: str
    outcome: str
    count: int


def prepare_ledger(connection: Connection, now: datetime) -> None:
    """Make the ledger's month, and the next, so that no row has to wait for it."""
    connection.execute(
        "select ensure_fetch_month(%(now)s), ensure_fetch_month(%(now)s + interval '28 days')",
        {"now": now},
    )


def append_fetch(connection: Connection, fetch: Fetch) -> int:
    row = connection.execute(
        """
        insert into quietedit.fetch  -- a reserved word alone
            (fetched_at, slot_id, exchange_id, hop, purpose, host, url, document_id, feed_id,
             outcome, reason, status, page_sha256, content_type, wire_bytes, elapsed_seconds,
             location, check_probability, check_reason)
        values
            (%(fetched_at)s, %(slot_id)s, %(exchange_id)s, %(hop)s, %(purpose)s, %(host)s, %(url)s,
             %(document_id)s, %(feed_id)s, %(outcome)s, %(reason)s, %(status)s, %(page_sha256)s,
             %(content_type)s, %(wire_bytes)s, %(elapsed_seconds)s, %(location)s,
             %(check_probability)s, %(check_reason)s)
        returning fetch_id
        """,
        asdict(fetch),
    ).fetchone()
    assert row is not None  # noqa: S101  an insert returns its row
    fetch_id: int = row[0]
    return fetch_id


def add_page(
    connection: Connection, page_sha256: str, *, size: int, content_type: str | None, now: datetime
) -> None:
    connection.execute(
        """
        insert into page (page_sha256, size_bytes, content_type, first_seen_at)
        values (%(page_sha256)s, %(size)s, %(content_type)s, %(now)s)
        on conflict do nothing
        """,
        {"page_sha256": page_sha256, "size": size, "content_type": content_type, "now": now},
    )


def find_content_type(connection: Connection, page_sha256: str) -> str | None:
    """The content type that the page first came with."""
    row = connection.execute(
        "select content_type from page where page_sha256 = %s", [page_sha256]
    ).fetchone()
    return row and row[0]
