"""What folding hid at the looks that found the same text."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from quietedit_core.extraction import Article, article_from_payload
from quietedit_core.fingerprint import content_hash
from quietedit_core.masked import MaskedChange, list_masked_changes
from quietedit_core.standing import Standing
from quietedit_pipeline.extracting import read_page
from quietedit_pipeline.readers import Readers
from quietedit_store.database import Connection
from quietedit_store.pages import PageStore
from quietedit_store.readings import SeenPage, list_seen_pages


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedObservation:
    """Between two looks the page said the same in another way."""

    seen_before: datetime
    observed_at: datetime
    changes: tuple[MaskedChange, ...]


def list_masked_observations(
    connection: Connection,
    pages: PageStore,
    readers: Readers,
    document_id: int,
    *,
    now: datetime,
) -> list[MaskedObservation]:
    """Every change that folding hid, oldest first; all pages are read again, by one reader.

    A look whose page is no article, or is no longer kept, is passed over.
    """
    looks = _read(list_seen_pages(connection, document_id), pages, readers, now=now)
    return [
        MaskedObservation(seen_before=before, observed_at=at, changes=changes)
        for (before, old), (at, new) in pairwise(looks)
        if content_hash(old) == content_hash(new) and (changes := list_masked_changes(old, new))
    ]


def _read(
    seen: list[SeenPage], pages: PageStore, readers: Readers, *, now: datetime
) -> Iterator[tuple[datetime, Article]]:
    for each in seen:
        extraction = read_page(pages, each.page, readers, now=now)
        if extraction.standing == Standing.ARTICLE and extraction.payload is not None:
            yield each.fetched_at, article_from_payload(extraction.payload)
