"""Classifying what changed between neighbouring versions, one transaction a pair."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import date

from quietedit_core.changes import describe_change
from quietedit_core.classification import CLASSIFIER_VERSION
from quietedit_core.diff import diff_articles
from quietedit_pipeline.pairs import read_pair
from quietedit_pipeline.reading import ReadingRoom
from quietedit_pipeline.tally import Tally
from quietedit_store.changes import (
    FIRST,
    ChangeKey,
    ChangeRow,
    list_queued_changes,
    list_stale_changes,
    write_change,
)
from quietedit_store.database import Connection
from quietedit_store.versions import list_revisions

CLASSIFIER = f"classification-{CLASSIFIER_VERSION}"
FAILED = "failed"
_BATCH = 200
_Listing = Callable[[Connection, ChangeKey], list[ChangeKey]]


def classify_queued(room: ReadingRoom, day: date, *, tally: Tally, failures: Tally) -> None:
    """Classify what came since: each new version of the day's documents that follows another."""

    def find(connection: Connection, after: ChangeKey) -> list[ChangeKey]:
        return list_queued_changes(connection, day, after=after, limit=_BATCH)

    _classify_all(room, find, tally=tally, failures=failures)


def classify_stale(room: ReadingRoom, day: date, *, tally: Tally, failures: Tally) -> None:
    """Classify every pair of the day's documents that this classifier has not judged."""

    def find(connection: Connection, after: ChangeKey) -> list[ChangeKey]:
        return list_stale_changes(connection, day, classifier=CLASSIFIER, after=after, limit=_BATCH)

    _classify_all(room, find, tally=tally, failures=failures)


def _classify_all(room: ReadingRoom, find: _Listing, *, tally: Tally, failures: Tally) -> None:
    """Each pair once: one that fails waits for the next run, and stops no other."""
    after = FIRST
    while True:
        with room.database.connect() as connection:
            keys = find(connection, after)
        if not keys:
            return
        for key in keys:
            try:
                with room.database.connect() as connection:
                    row = _classify_pair(room, connection, key)
                    write_change(connection, row)
            except (LookupError, ValueError, TypeError) as error:
                where = f"document {key.document_id}, revision {key.number}"
                failures.add(FAILED, where=f"{where}: {type(error).__name__}: {error}")
                continue
            tally.add(row.disclosure)
        after = keys[-1]


def _classify_pair(room: ReadingRoom, connection: Connection, key: ChangeKey) -> ChangeRow:
    old, new = list_revisions(connection, key.document_id, numbers=[key.number - 1, key.number])
    now = room.clock.now()
    pair = read_pair(connection, room.pages, room.readers, old, new, now=now)
    change = describe_change(
        diff_articles(pair.old, pair.new), pair.old, pair.new, earlier_hashes=pair.earlier_hashes
    )
    return ChangeRow(
        document_id=key.document_id,
        number=key.number,
        classifier=CLASSIFIER,
        kinds=[str(kind) for kind in change.kinds],
        disclosure=str(change.disclosure),
        significance=change.significance,
        evidence=[asdict(each) for each in change.evidence],
        old_headline=pair.old.title,
        headline=pair.new.title,
        excerpt=None if change.excerpt is None else asdict(change.excerpt),
        blocks_changed=change.blocks_changed,
        words_inserted=change.words_inserted,
        words_deleted=change.words_deleted,
        read_as=str(pair.read_as),
        classified_at=now,
    )
