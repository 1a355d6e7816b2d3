"""Fetching articles: what an answer means for its document."""

from collections.abc import Callable

from quietedit_core.outcomes import FetchOutcome, is_removal
from quietedit_core.politeness import Wait
from quietedit_core.recheck import RecheckPolicy
from quietedit_pipeline.checks import fail_check, settle_check
from quietedit_pipeline.rounds import PutOff
from quietedit_pipeline.session import FetchingSession
from quietedit_pipeline.tally import Tally
from quietedit_pipeline.targets import Landed, Target
from quietedit_store.database import Connection, Database
from quietedit_store.documents import (
    DocumentRow,
    await_reading,
    put_off_document,
    record_answer,
)
from quietedit_store.readings import Unread, enqueue_reading

_SEEN = (FetchOutcome.FETCHED, FetchOutcome.NOT_MODIFIED, FetchOutcome.UNCHANGED)


def fetch_documents(
    session: FetchingSession,
    database: Database,
    documents: list[DocumentRow],
    *,
    policy: RecheckPolicy,
    tally: Tally,
) -> None:
    """Fetch the claimed documents, and give back with its reason what was put off."""

    def step(document: DocumentRow) -> Wait | None:
        return session.exchanger.follow(
            _target(document), _settling(document, policy=policy, tally=tally)
        )

    put_off = session.work_through(documents, lambda document: document.host, step)
    with database.connect() as connection:
        for left in put_off:
            _give_back(connection, left, tally=tally)


def _target(document: DocumentRow) -> Target:
    return Target(
        url=document.url,
        purpose="article",
        source_key=document.source_key,
        document_id=document.document_id,
        etag=document.etag,
        last_modified=document.last_modified,
        known_sha256=document.fetched_page_sha256,
        check_probability=document.check_probability,
        check_reason=document.check_reason,
    )


def _settling(
    document: DocumentRow, *, policy: RecheckPolicy, tally: Tally
) -> Callable[[Connection, Landed], None]:
    def settle(connection: Connection, landed: Landed) -> None:
        tally.add(landed.outcome, group=document.cohort.isoformat(), where=document.host)
        if landed.outcome not in _SEEN:
            _record_failure(connection, document, landed)
            return
        _note_answer(connection, document, landed)
        is_text = document.fetched_page_sha256 == document.text_page_sha256
        if landed.outcome is not FetchOutcome.FETCHED and is_text:
            settle_check(connection, document, at=landed.fetched_at, changed=False, policy=policy)
        else:
            # What we hold may be a wall, or one of two texts in turn: seen again, it is read again.
            _enqueue(connection, document, landed)

    return settle


def _enqueue(connection: Connection, document: DocumentRow, landed: Landed) -> None:
    await_reading(connection, document.document_id)
    enqueue_reading(
        connection,
        Unread(
            fetch_id=landed.fetch_id,
            fetched_at=landed.fetched_at,
            document_id=document.document_id,
            page_sha256=landed.page_sha256 or document.fetched_page_sha256 or "",
        ),
        cohort=document.cohort,
    )


def _note_answer(connection: Connection, document: DocumentRow, landed: Landed) -> None:
    headers = landed.answer.headers if landed.answer else {}
    record_answer(
        connection,
        document.document_id,
        at=landed.fetched_at,
        etag=headers.get("etag"),
        last_modified=headers.get("last-modified"),
        page_sha256=landed.page_sha256,
    )


def _record_failure(connection: Connection, document: DocumentRow, landed: Landed) -> None:
    found = None
    if is_removal(landed.outcome):
        found = "gone"
    elif landed.outcome is FetchOutcome.BOT_WALL:
        found = "walled"
    fail_check(
        connection,
        document,
        at=landed.fetched_at,
        why=f"{landed.outcome}: {landed.reason}",
        found=found,
        fetch_id=landed.fetch_id,
        asked_pause=landed.asked_pause,
    )


def _give_back(connection: Connection, left: PutOff[DocumentRow], *, tally: Tally) -> None:
    document = left.item
    tally.add("put_off", group=document.cohort.isoformat(), where=document.host)
    put_off_document(
        connection,
        document.document_id,
        until=left.wait.until,
        reason=f"put off: {left.wait.reason}",
    )
