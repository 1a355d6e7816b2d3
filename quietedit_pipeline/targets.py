"""What is to be fetched, and where its exchange ended."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from quietedit_core.outcomes import FetchOutcome
from quietedit_pipeline.fetcher import Answer
from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is to be fetched, and what is already held of it."""

    url: str
    purpose: str
    source_key: str | None = None
    document_id: int | None = None
    feed_id: int | None = None
    etag: str | None = None
    last_modified: str | None = None
    known_sha256: str | None = None
    check_probability: float | None = None
    check_reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """Where an exchange ended: the last hop's answer and its row in the ledger.

    `moved_url` is the address after the redirects that were all permanent, or the one asked.
    """

    fetch_id: int
    fetched_at: datetime
    url: str
    moved_url: str
    outcome: FetchOutcome
    reason: str
    answer: Answer | None
    page_sha256: str | None
    asked_pause: timedelta | None


Settle = Callable[[Connection, Landed], None]
