"""Working through what waits to be read: pages become extractions, extractions become versions."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from quietedit_core.recheck import RecheckPolicy
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.comparing import compare_page
from quietedit_pipeline.extracting import EXTRACTOR, read_page
from quietedit_pipeline.tally import Tally
from quietedit_store.database import Database
from quietedit_store.pages import PageStore
from quietedit_store.readings import (
    Extraction,
    UnreadPage,
    keep_extraction,
    list_queued_pages,
    list_stored_pages,
    list_unread,
)

_BATCH = 200


def read_queued(
    database: Database, pages: PageStore, day: date, *, tally: Tally, clock: Clock
) -> None:
    """Read the pages that wait to be compared, and keep their texts until they are."""
    _read_all(list_queued_pages, lambda read: read, database, pages, day, tally, clock)


def read_stored(
    database: Database, pages: PageStore, day: date, *, tally: Tally, clock: Clock
) -> None:
    """Read every stored page of the day's documents that this extractor has not read.

    Their texts can be had from the pages at any time, and are not kept twice.
    """
    _read_all(
        list_stored_pages,
        lambda read: replace(read, payload=None),
        database,
        pages,
        day,
        tally,
        clock,
    )


def _read_all(  # noqa: PLR0917  the two callers above name them
    list_pages: Callable[..., list[UnreadPage]],
    prepare: Callable[[Extraction], Extraction],
    database: Database,
    pages: PageStore,
    day: date,
    tally: Tally,
    clock: Clock,
) -> None:
    while True:
        with database.connect() as connection:
            unread = list_pages(connection, days=[day], extractor=EXTRACTOR, limit=_BATCH)
            for page in unread:
                extraction = read_page(pages, page, now=clock.now())
                keep_extraction(connection, prepare(extraction))
                tally.add(extraction.standing)
        if not unread:
            return


def compare_queued(
    database: Database,
    pages: PageStore,
    day: date,
    *,
    policy: RecheckPolicy,
    tally: Tally,
    clock: Clock,
) -> None:
    """Compare each page that was read with its document's text, one transaction each."""
    while True:
        with database.connect() as connection:
            unread = list_unread(connection, days=[day], extractor=EXTRACTOR, limit=_BATCH)
        if not unread:
            return
        for fetch in unread:
            with database.connect() as connection:
                verdict = compare_page(connection, pages, fetch, policy=policy, now=clock.now())
            tally.add(verdict.word if verdict else "another was quicker")
