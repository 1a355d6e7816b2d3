"""The hops of one exchange: where it stands, what each came to, and its row in the ledger."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http import HTTPStatus

from quietedit_core.outcomes import FetchOutcome
from quietedit_core.politeness import Wait
from quietedit_pipeline.fetcher import Answer
from quietedit_pipeline.targets import Landed, Settle, Target
from quietedit_store.ledger import Fetch

MOST_REDIRECTS = 10
_PERMANENT = (HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT)


@dataclass(slots=True)
class Trail:
    """The hops of one exchange so far."""

    target: Target
    settle: Settle
    exchange_id: int
    url: str
    moved_url: str
    hop: int = 0
    seen: set[str] = field(default_factory=set)
    is_permanent: bool = True
    asked_at: datetime | None = None
    is_trial: bool = False

    def note_redirect(self, status: int | None) -> None:
        self.is_permanent &= status in _PERMANENT

    def go_on(self, url: str) -> None:
        self.seen.add(self.url)
        self.url, self.hop = url, self.hop + 1
        if self.is_permanent:
            self.moved_url = url


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """What one hop came to.

    `next` is an address to go on to, a wait before another try, or None: no more.
    """

    answer: Answer | None
    fetched_at: datetime
    outcome: FetchOutcome
    reason: str
    next: str | Wait | None
    page_sha256: str | None = None
    asked_pause: timedelta | None = None
    host_pause: timedelta | None = None


def follow_redirect(trail: Trail, answer: Answer) -> tuple[FetchOutcome, str, str | None]:
    """The outcome of the hop, and the address to go on to if it is a redirect to follow."""
    if answer.outcome is not FetchOutcome.REDIRECTED:
        return answer.outcome, answer.reason, None
    if answer.location is None:
        return FetchOutcome.PROTOCOL, answer.reason or "a redirect to nowhere", None
    if answer.location in trail.seen | {trail.url}:
        return FetchOutcome.REDIRECT_LOOP, f"back to {answer.location[:200]}", None
    if trail.hop >= MOST_REDIRECTS:
        return FetchOutcome.TOO_MANY_REDIRECTS, f"more than {MOST_REDIRECTS} redirects", None
    return answer.outcome, answer.reason, answer.location


def ledger_row(trail: Trail, host: str, slot_id: int | None, hop: Hop) -> Fetch:
    target, answer = trail.target, hop.answer
    return Fetch(
        fetched_at=hop.fetched_at,
        slot_id=slot_id,
        exchange_id=trail.exchange_id,
        hop=trail.hop,
        purpose=target.purpose,
        host=host,
        url=trail.url,
        document_id=target.document_id,
        feed_id=target.feed_id,
        outcome=hop.outcome,
        reason=hop.reason,
        status=answer.status if answer else None,
        page_sha256=hop.page_sha256,
        content_type=answer.headers.get("content-type") if answer else None,
        wire_bytes=answer.wire_bytes if answer else 0,
        elapsed_seconds=answer.elapsed_seconds if answer else 0.0,
        location=answer.location if answer else None,
        check_probability=target.check_probability,
        check_reason=target.check_reason,
    )


def landed_at(trail: Trail, hop: Hop, fetch_id: int) -> Landed:
    return Landed(
        fetch_id=fetch_id,
        fetched_at=hop.fetched_at,
        url=trail.url,
        moved_url=trail.moved_url,
        outcome=hop.outcome,
        reason=hop.reason,
        answer=hop.answer,
        page_sha256=hop.page_sha256,
        asked_pause=hop.asked_pause,
    )
