"""Rows that store tests plant: a feed, its documents, their fetches and versions."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from quietedit_core.versions import ChainLink, chain_hash, payload_hash
from quietedit_pipeline.classifying import CLASSIFIER
from quietedit_store.changes import ChangeRow, write_change
from quietedit_store.database import Connection
from quietedit_store.documents import NewDocument, add_document
from quietedit_store.feeds import write_feed
from quietedit_store.hosts import Request
from quietedit_store.ledger import Fetch, add_page, append_fetch, prepare_ledger
from quietedit_store.versions import VersionRow, VersionText, append_version, find_latest_version

NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)
HOST = "harbour.test"
PAGE_SHA256 = "0" * 64


def plant_feed(connection: Connection, *, key: str = "harbour", now: datetime = NOW) -> int:
    write_feed(
        connection,
        key=key,
        url=f"http://{HOST}/{key}.xml",
        name=key.title(),
        source_key=HOST,
        topics=[],
        language=None,
        spec={},
        now=now,
    )
    row = connection.execute("select feed_id from feed where feed_key = %s", [key]).fetchone()
    assert row is not None
    feed_id: int = row[0]
    return feed_id


def plant_document(connection: Connection, path: str = "/a", *, now: datetime = NOW) -> int:
    """A document due at `now`, of the one feed."""
    document_id, _ = add_document(
        connection,
        NewDocument(
            url=f"http://{HOST}{path}",
            host=HOST,
            source_key=HOST,
            feed_id=plant_feed(connection, now=now),
            discovered_at=now,
            published_at=None,
            watch={},
        ),
    )
    return document_id


def plant_fetch(connection: Connection, document_id: int | None = None, **changes: object) -> int:
    """A row of the ledger, with its page."""
    prepare_ledger(connection, NOW)
    add_page(connection, PAGE_SHA256, size=1, content_type=None, now=NOW)
    fetch = Fetch(
        fetched_at=NOW,
        slot_id=None,
        exchange_id=1,
        hop=0,
        purpose="article",
        host=HOST,
        url=f"http://{HOST}/a",
        document_id=document_id,
        feed_id=None,
        outcome="fetched",
        reason="",
        page_sha256=PAGE_SHA256,
    )
    return append_fetch(connection, replace(fetch, **changes))  # type: ignore[arg-type]


def plant_version(
    connection: Connection,
    document_id: int,
    *,
    payload: dict[str, Any] | None = None,
    **changes: object,
) -> VersionRow:
    """The next version of the document, with its fetch; `changes` make it a wrong one."""
    latest = find_latest_version(connection, document_id)
    number = 1 if latest is None else latest.number + 1
    seen_at = NOW + timedelta(hours=number)
    payload = payload or {"title": f"Title {number}", "blocks": []}
    link = ChainLink(
        document_url=f"http://{HOST}/a",
        number=number,
        text_hash=f"{number:064x}",
        payload_sha256=payload_hash(payload),
        page_sha256=PAGE_SHA256,
        extractor="e-1",
        seen_at=seen_at,
        unchanged_at=None if latest is None else seen_at - timedelta(minutes=10),
        previous_hash=None if latest is None else latest.chain_hash,
    )
    row = VersionRow(
        document_id=document_id,
        number=number,
        fetch_id=plant_fetch(connection, document_id, fetched_at=seen_at),
        page_sha256=link.page_sha256,
        extractor=link.extractor,
        text_hash=link.text_hash,
        payload_sha256=link.payload_sha256,
        seen_at=seen_at,
        unchanged_at=link.unchanged_at,
        previous_hash=link.previous_hash,
        chain_hash=chain_hash(link),
    )
    row = replace(row, **changes)  # type: ignore[arg-type]
    append_version(
        connection,
        row,
        VersionText(payload_sha256=link.payload_sha256, title=payload["title"], payload=payload),
    )
    return row


def plant_change(connection: Connection, document_id: int, number: int, **changes: object) -> None:
    """The change that led to that version; `changes` make it another one."""
    row = ChangeRow(
        document_id=document_id,
        number=number,
        classifier=CLASSIFIER,
        kinds=["number", "hedging"],
        disclosure="none",
        significance=0.7,
        evidence=[],
        old_headline=f"Title {number - 1}",
        headline=f"Title {number}",
        excerpt={"kind": "number", "before": "12", "after": "15"},
        blocks_changed=1,
        words_inserted=1,
        words_deleted=1,
        read_as="stored",
        classified_at=NOW,
    )
    write_change(connection, replace(row, **changes))  # type: ignore[arg-type]


def plant_request(worker_id: int, *, document_id: int | None = None, path: str = "/a") -> Request:
    return Request(
        host=HOST,
        url=f"http://{HOST}{path}",
        purpose="article",
        exchange_id=1,
        hop=0,
        worker_id=worker_id,
        document_id=document_id,
    )
