"""What a check leaves behind at its document: what was learned, and when to look again."""

from datetime import datetime, timedelta
from typing import Any

from quietedit_core.recheck import (
    RecheckPolicy,
    SourceProfile,
    Watch,
    in_control_arm,
    profile_from_payload,
    profile_to_payload,
    watch_from_payload,
    watch_to_payload,
)
from quietedit_core.retries import plan_retry
from quietedit_pipeline.update_claims import settle_claim
from quietedit_store.database import Connection
from quietedit_store.documents import (
    DocumentRow,
    NextCheck,
    keep_profile,
    lock_profile,
    record_failure,
    schedule_check,
)
from quietedit_store.observations import confirm_observation, observe


def start_watch(
    url: str, *, discovered_at: datetime, published_at: datetime | None
) -> dict[str, Any]:
    """The watch of a new document; its canonical URL says whether it is of the control arm."""
    return watch_to_payload(
        Watch.started(
            discovered_at=discovered_at,
            published_at=published_at,
            is_control=in_control_arm(url),
        )
    )


def settle_check(
    connection: Connection,
    document: DocumentRow,
    *,
    at: datetime,
    changed: bool,
    policy: RecheckPolicy,
    text_seen_at: datetime | None = None,
) -> None:
    """A check saw the article: let watch and source learn from it, and decide on the next one.

    The first sight of a text is no check: nothing was known that it could differ from.
    """
    watch = watch_from_payload(document.watch)
    stored = lock_profile(connection, document.source_key)
    profile = SourceProfile() if stored is None else profile_from_payload(stored)
    if document.version_count > 0:
        profile = profile.after_check(watch, at, changed=changed)
        keep_profile(connection, document.source_key, profile_to_payload(profile), now=at)
        watch = watch.checked(at, changed=changed)
    recheck = policy.decide(watch, profile)
    schedule_check(
        connection,
        document.document_id,
        watch=watch_to_payload(watch),
        check=NextCheck(recheck.due_at, recheck.explanation, recheck.probability),
        text_seen_at=text_seen_at or at,
    )
    settle_claim(connection, document.document_id, brought_revision=changed, at=at)
    if document.availability != "there":
        observe(
            connection,
            document.document_id,
            kind="restoration",
            reason=f"back; it was {document.availability}",
            fetch_id=None,
            now=at,
        )


def fail_check(
    connection: Connection,
    document: DocumentRow,
    *,
    at: datetime,
    why: str,
    found: str | None = None,
    fetch_id: int | None = None,
    asked_pause: timedelta | None = None,
) -> None:
    """A check saw no article: try again on a growing delay.

    `found` is what stood in its place (an availability), None if nothing was learned of that.
    """
    if found is not None and document.version_count:
        _note_availability(connection, document, found, why=why, fetch_id=fetch_id, at=at)
    retry = plan_retry(
        document.failure_count + 1,
        now=at,
        failing_for=at - (document.failing_since or at),
        asked_pause=asked_pause,
    )
    record_failure(
        connection,
        document.document_id,
        at=at,
        availability=found or document.availability,
        check=NextCheck(retry.due_at, f"{why}; {retry.reason}"),
    )


_OBSERVED = {
    "gone": "removal",
    "gone_softly": "removal",
    "walled": "walled",
    "emptied": "emptied",
}


def _note_availability(
    connection: Connection,
    document: DocumentRow,
    found: str,
    *,
    why: str,
    fetch_id: int | None,
    at: datetime,
) -> None:
    """A change of what is found is observed; a second look that finds the same confirms it."""
    if found == document.availability:
        kind = _OBSERVED[found]
        confirm_observation(connection, document.document_id, kind=kind, now=at)
        return
    observe(
        connection,
        document.document_id,
        kind=_OBSERVED[found],
        reason=why,
        fetch_id=fetch_id,
        now=at,
    )
