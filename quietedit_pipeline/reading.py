"""Working through what waits to be read: pages become extractions, extractions become versions."""

from dataclasses import dataclass, replace
from datetime import date

from quietedit_core.extraction import article_from_payload
from quietedit_core.recheck import RecheckPolicy
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.comparing import compare_page
from quietedit_pipeline.extracting import read_page
from quietedit_pipeline.readers import Readers, load_readers
from quietedit_pipeline.tally import Tally
from quietedit_store.database import Database
from quietedit_store.pages import PageStore
from quietedit_store.readings import (
    ReaderNames,
    keep_extraction,
    list_queued_pages,
    list_stored_pages,
    list_unread,
)
from quietedit_store.versions import find_newest_payload

_BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRoom:
    """What reading needs, whatever is read."""

    database: Database
    pages: PageStore
    readers: Readers
    clock: Clock

    @property
    def names(self) -> ReaderNames:
        return ReaderNames(self.readers.extractor, self.readers.names)


def open_reading_room(database: Database, pages: PageStore, clock: Clock) -> ReadingRoom:
    """With the furniture models that are in force now."""
    with database.connect() as connection:
        readers = load_readers(connection)
    return ReadingRoom(database=database, pages=pages, readers=readers, clock=clock)


def read_queued(room: ReadingRoom, day: date, *, tally: Tally) -> None:
    """Read the pages that wait to be compared, and keep their texts until they are."""
    while True:
        with room.database.connect() as connection:
            unread = list_queued_pages(connection, days=[day], readers=room.names, limit=_BATCH)
            for page in unread:
                held = find_newest_payload(connection, page.document_id)
                extraction = read_page(
                    room.pages,
                    page,
                    room.readers,
                    now=room.clock.now(),
                    previous=None if held is None else article_from_payload(held),
                )
                keep_extraction(connection, extraction)
                tally.add(extraction.standing)
        if not unread:
            return


def read_stored(room: ReadingRoom, day: date, *, tally: Tally) -> None:
    """Read every stored page of the day's documents that its reader has not read.

    Their texts can be had from the pages at any time, and are not kept twice.
    """
    while True:
        with room.database.connect() as connection:
            unread = list_stored_pages(connection, days=[day], readers=room.names, limit=_BATCH)
            for page in unread:
                extraction = read_page(room.pages, page, room.readers, now=room.clock.now())
                keep_extraction(connection, replace(extraction, payload=None))
                tally.add(extraction.standing)
        if not unread:
            return


def compare_queued(room: ReadingRoom, day: date, *, policy: RecheckPolicy, tally: Tally) -> None:
    """Compare each page that was read with its document's text, one transaction each."""
    while True:
        with room.database.connect() as connection:
            unread = list_unread(connection, days=[day], readers=room.names, limit=_BATCH)
        if not unread:
            return
        for fetch in unread:
            with room.database.connect() as connection:
                verdict = compare_page(
                    connection,
                    room.pages,
                    room.readers,
                    fetch,
                    policy=policy,
                    now=room.clock.now(),
                )
            tally.add(verdict.word if verdict else "another was quicker")
