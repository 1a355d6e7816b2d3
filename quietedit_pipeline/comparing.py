"""Comparing a fetched page with the text its document had: a new version, or the same text."""

from dataclasses import dataclass
from datetime import datetime

from quietedit_core.recheck import RecheckPolicy
from quietedit_core.standing import Standing
from quietedit_core.versions import ChainLink, chain_hash, payload_hash
from quietedit_pipeline.checks import fail_check, settle_check
from quietedit_pipeline.extracting import EXTRACTOR, UNREADABLE, read_page
from quietedit_store.database import Connection
from quietedit_store.documents import DocumentRow, lock_document
from quietedit_store.observations import observe
from quietedit_store.pages import PageStore
from quietedit_store.readings import (
    Extraction,
    Reading,
    Unread,
    UnreadPage,
    close_reading,
    drop_payload,
    find_extraction,
    is_waiting,
    keep_extraction,
)
from quietedit_store.versions import (
    VersionRow,
    VersionText,
    append_version,
    find_latest_version,
    note_text_page,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of the comparison, in the words of the table `reading`."""

    word: str
    reason: str
    version_number: int | None = None


def compare_page(
    connection: Connection,
    pages: PageStore,
    unread: Unread,
    *,
    policy: RecheckPolicy,
    now: datetime,
) -> Verdict | None:
    """Compare under the document's lock, and write down what came of it.

    None: another worker was quicker.
    """
    document = lock_document(connection, unread.document_id)
    if not is_waiting(connection, unread.fetch_id):
        return None
    extraction = find_extraction(connection, unread.page_sha256, EXTRACTOR)
    if extraction is None:
        return None
    verdict = _judge(connection, pages, document, unread, extraction, now=now)
    if verdict.word in ("new", "same"):
        note_text_page(connection, document.document_id, unread.page_sha256)
        changed = verdict.word == "new" and document.version_count > 0
        settle_check(connection, document, at=unread.fetched_at, changed=changed, policy=policy)
    else:
        fail_check(connection, document, at=unread.fetched_at, why=verdict.reason)
    close_reading(
        connection,
        Reading(
            fetch_id=unread.fetch_id,
            document_id=unread.document_id,
            fetched_at=unread.fetched_at,
            verdict=verdict.word,
            reason=verdict.reason,
            version_number=verdict.version_number,
            extractor=EXTRACTOR,
            read_at=now,
        ),
    )
    drop_payload(connection, unread.page_sha256, EXTRACTOR)
    return verdict


def _judge(
    connection: Connection,
    pages: PageStore,
    document: DocumentRow,
    unread: Unread,
    extraction: Extraction,
    *,
    now: datetime,
) -> Verdict:
    if extraction.standing == UNREADABLE:
        return Verdict("unreadable", extraction.standing_reason)
    if extraction.standing != Standing.ARTICLE:
        kind = "emptied" if extraction.standing == Standing.EMPTIED else "walled"
        observe(
            connection,
            document.document_id,
            kind=kind,
            reason=f"{extraction.standing}: {extraction.standing_reason}",
            fetch_id=unread.fetch_id,
            now=unread.fetched_at,
        )
        return Verdict("not_article", f"{extraction.standing}: {extraction.standing_reason}")
    latest = find_latest_version(connection, document.document_id)
    if latest is not None and extraction.text_hash == _known_hash(
        connection, pages, document, latest, now=now
    ):
        return Verdict("same", "the text is the same", latest.number)
    version = _next_version(document, latest, unread, extraction)
    payload = extraction.payload or {}
    append_version(
        connection,
        version,
        VersionText(
            payload_sha256=version.payload_sha256, title=payload.get("title", ""), payload=payload
        ),
    )
    return Verdict("new", "first seen" if latest is None else "the text differs", version.number)


def _known_hash(
    connection: Connection,
    pages: PageStore,
    document: DocumentRow,
    latest: VersionRow,
    *,
    now: datetime,
) -> str:
    """The hash of the text we hold, read by the extractor that read the fresh page.

    An extractor upgrade is not an edit: the newest page that held the text is read again with
    the new one. A page that is gone or unreadable leaves the old reading standing.
    """
    if latest.extractor == EXTRACTOR or document.text_page_sha256 is None:
        return latest.text_hash
    known = find_extraction(connection, document.text_page_sha256, EXTRACTOR)
    if known is None:
        page = UnreadPage(
            page_sha256=document.text_page_sha256,
            content_type=None,
            document_url=document.url,
            final_url=document.url,
            size_bytes=0,
        )
        known = read_page(pages, page, now=now)
        keep_extraction(connection, known)
    return known.text_hash if known.standing == Standing.ARTICLE else latest.text_hash


def _next_version(
    document: DocumentRow, latest: VersionRow | None, unread: Unread, extraction: Extraction
) -> VersionRow:
    link = ChainLink(
        document_url=document.url,
        number=1 if latest is None else latest.number + 1,
        text_hash=extraction.text_hash,
        payload_sha256=payload_hash(extraction.payload or {}),
        page_sha256=unread.page_sha256,
        extractor=EXTRACTOR,
        seen_at=unread.fetched_at,
        unchanged_at=None if latest is None else document.text_seen_at,
        previous_hash=None if latest is None else latest.chain_hash,
    )
    return VersionRow(
        document_id=document.document_id,
        number=link.number,
        fetch_id=unread.fetch_id,
        page_sha256=link.page_sha256,
        extractor=link.extractor,
        text_hash=link.text_hash,
        payload_sha256=link.payload_sha256,
        seen_at=link.seen_at,
        unchanged_at=link.unchanged_at,
        previous_hash=link.previous_hash,
        chain_hash=chain_hash(link),
    )
