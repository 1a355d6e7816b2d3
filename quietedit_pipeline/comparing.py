"""Comparing a fetched page with the text its document had: a new version, or the same text."""

from dataclasses import dataclass, replace
from datetime import datetime

from quietedit_core.oscillation import Return, judge_return
from quietedit_core.recheck import RecheckPolicy
from quietedit_core.standing import Standing
from quietedit_core.versions import ChainLink, chain_hash, payload_hash
from quietedit_pipeline.checks import fail_check, settle_check
from quietedit_pipeline.extracting import UNREADABLE, read_page
from quietedit_pipeline.readers import Readers
from quietedit_store.database import Connection
from quietedit_store.documents import DocumentRow, lock_document
from quietedit_store.ledger import find_content_type
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
    find_last_reading,
    is_waiting,
    keep_extraction,
)
from quietedit_store.versions import (
    VersionRow,
    VersionText,
    append_version,
    find_latest_version,
    is_oscillating,
    list_carried,
    note_text_page,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of the comparison, in the words of the table `reading`."""

    word: str
    reason: str
    version_number: int | None = None


@dataclass(frozen=True, slots=True)
class _Held:
    """The newest version, and its text's hash under the present reader."""

    version: VersionRow
    text_hash: str


# What stands in an article's place, as the document remembers it.
_FOUND: dict[str, str] = {
    Standing.SOFT_404: "gone_softly",
    Standing.CONSENT_WALL: "walled",
    Standing.BOT_WALL: "walled",
    Standing.PAYWALL_STUB: "walled",
    Standing.VIDEO_ONLY: "emptied",
    Standing.SECTION_PAGE: "gone_softly",
    Standing.EMPTIED: "emptied",
}


def compare_page(
    connection: Connection,
    pages: PageStore,
    readers: Readers,
    unread: Unread,
    *,
    policy: RecheckPolicy,
    now: datetime,
) -> Verdict | None:
    """Compare under the document's lock, and write down what came of it.

    None: another worker was quicker.
    """
    document = lock_document(connection, unread.document_id)
    name = readers.name_for(document.host)
    extraction = find_extraction(connection, unread.page_sha256, name)
    if extraction is None or not is_waiting(connection, unread.fetch_id):
        return None
    if _holds_article(connection, document, extraction):
        held = _find_held(connection, pages, readers, document, now=now)
        verdict = _compare(connection, document, unread, extraction, held)
        _settle(connection, document, unread, verdict, policy=policy)
    else:
        verdict = _judge_no_article(extraction)
        fail_check(
            connection,
            document,
            at=unread.fetched_at,
            why=verdict.reason,
            found=_FOUND.get(extraction.standing),
            fetch_id=unread.fetch_id,
        )
    close_reading(
        connection,
        Reading(
            fetch_id=unread.fetch_id,
            document_id=unread.document_id,
            fetched_at=unread.fetched_at,
            verdict=verdict.word,
            reason=verdict.reason,
            version_number=verdict.version_number,
            extractor=name,
            standing=extraction.standing,
            text_hash=extraction.text_hash,
            read_at=now,
        ),
    )
    drop_payload(connection, unread.page_sha256, name)
    return verdict


def _holds_article(connection: Connection, document: DocumentRow, extraction: Extraction) -> bool:
    """Whether the page's text is to be believed.

    What shrank to next to nothing is believed when a second look in a row brings the very same.
    """
    if extraction.standing == Standing.ARTICLE:
        return True
    if extraction.standing != Standing.EMPTIED or not extraction.block_count:
        return False
    last = find_last_reading(connection, document.document_id)
    return last is not None and (last.standing, last.text_hash) == (
        extraction.standing,
        extraction.text_hash,
    )


def _judge_no_article(extraction: Extraction) -> Verdict:
    if extraction.standing == UNREADABLE:
        return Verdict("unreadable", extraction.standing_reason)
    return Verdict("not_article", f"{extraction.standing}: {extraction.standing_reason}")


def _compare(
    connection: Connection,
    document: DocumentRow,
    unread: Unread,
    extraction: Extraction,
    held: _Held | None,
) -> Verdict:
    if held is None:
        version = _append(connection, document, unread, extraction, None)
        return Verdict("new", "first seen", version.number)
    if extraction.text_hash == held.text_hash:
        return Verdict("same", "the text is the same", held.version.number)
    match judge_return(
        extraction.text_hash,
        list_carried(connection, document.document_id, limit=3),
        at=unread.fetched_at,
        last_held_at=document.text_seen_at or held.version.seen_at,
        is_oscillating=is_oscillating(connection, document.document_id, since=held.version.seen_at),
    ):
        case Return.OSCILLATION:
            observe(
                connection,
                document.document_id,
                kind="oscillation",
                reason="the third flip between two texts within a day",
                fetch_id=unread.fetch_id,
                now=unread.fetched_at,
            )
            return Verdict("flip", "two texts are served in turn", held.version.number)
        case Return.FLIP:
            return Verdict("flip", "two texts are served in turn", held.version.number)
        case Return.EDIT:
            version = _append(connection, document, unread, extraction, held.version)
            return Verdict("new", "the text differs", version.number)


def _settle(
    connection: Connection,
    document: DocumentRow,
    unread: Unread,
    verdict: Verdict,
    *,
    policy: RecheckPolicy,
) -> None:
    is_flip = verdict.word == "flip"
    if not is_flip:
        note_text_page(connection, document.document_id, unread.page_sha256)
    settle_check(
        connection,
        document,
        at=unread.fetched_at,
        changed=verdict.word == "new" and document.version_count > 0,
        policy=policy,
        text_seen_at=document.text_seen_at if is_flip else None,
    )


def _append(
    connection: Connection,
    document: DocumentRow,
    unread: Unread,
    extraction: Extraction,
    latest: VersionRow | None,
) -> VersionRow:
    version = _next_version(document, latest, unread, extraction)
    payload = extraction.payload or {}
    text = VersionText(
        payload_sha256=version.payload_sha256, title=payload.get("title", ""), payload=payload
    )
    append_version(connection, version, text)
    return version


def _find_held(
    connection: Connection,
    pages: PageStore,
    readers: Readers,
    document: DocumentRow,
    *,
    now: datetime,
) -> _Held | None:
    """The text we hold, its hash by the reader that read the fresh page.

    An extractor upgrade is not an edit: the newest page that held the text is read again with
    the new one. A page that is gone or unreadable leaves the old reading standing.
    """
    latest = find_latest_version(connection, document.document_id)
    if latest is None:
        return None
    name = readers.name_for(document.host)
    if latest.extractor == name or document.text_page_sha256 is None:
        return _Held(latest, latest.text_hash)
    known = find_extraction(connection, document.text_page_sha256, name)
    if known is None:
        page = UnreadPage(
            page_sha256=document.text_page_sha256,
            content_type=find_content_type(connection, document.text_page_sha256),
            document_id=document.document_id,
            document_url=document.url,
            host=document.host,
            final_url=document.url,
        )
        known = replace(read_page(pages, page, readers, now=now), payload=None)
        keep_extraction(connection, known)
    is_read = known.standing == Standing.ARTICLE
    return _Held(latest, known.text_hash if is_read else latest.text_hash)


def _next_version(
    document: DocumentRow, latest: VersionRow | None, unread: Unread, extraction: Extraction
) -> VersionRow:
    link = ChainLink(
        document_url=document.url,
        number=1 if latest is None else latest.number + 1,
        text_hash=extraction.text_hash,
        payload_sha256=payload_hash(extraction.payload or {}),
        page_sha256=unread.page_sha256,
        extractor=extraction.extractor,
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
