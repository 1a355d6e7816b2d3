"""Two versions of a document as one and the same reader reads them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from quietedit_core.extraction import Article, article_from_payload
from quietedit_pipeline.extracting import read_page
from quietedit_pipeline.readers import Readers
from quietedit_store.changes import list_earlier_hashes
from quietedit_store.database import Connection
from quietedit_store.ledger import find_content_type
from quietedit_store.pages import PageStore
from quietedit_store.readings import UnreadPage
from quietedit_store.versions import Revision


class ReadAs(StrEnum):
    """`mixed`: a page cannot be read again, so that a difference may be the readers'."""

    STORED = "stored"
    REREAD = "reread"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """`earlier_hashes` are those of the texts before both, by the reader of these."""

    old: Article
    new: Article
    read_as: ReadAs
    earlier_hashes: frozenset[str]


def read_pair(
    connection: Connection,
    pages: PageStore,
    readers: Readers,
    old: Revision,
    new: Revision,
    *,
    now: datetime,
) -> Pair:
    """The texts of two versions; where two readers read them, both pages are read again by one.

    A better extractor is no edit: what it alone sees must not show as one.
    """
    name = new.extractor if old.extractor == new.extractor else readers.name_for(new.host)
    before, after = (
        _read_as(name, connection, pages, readers, each, now=now) for each in (old, new)
    )
    read_as = ReadAs.STORED if old.extractor == new.extractor else ReadAs.REREAD
    if before is None or after is None:
        before, after = (article_from_payload(each.payload) for each in (old, new))
        read_as = ReadAs.MIXED
    earlier = list_earlier_hashes(connection, new.document_id, before=old.number, extractor=name)
    return Pair(old=before, new=after, read_as=read_as, earlier_hashes=earlier)


def _read_as(
    name: str,
    connection: Connection,
    pages: PageStore,
    readers: Readers,
    revision: Revision,
    *,
    now: datetime,
) -> Article | None:
    """The text under that name, stored or read again; None where the page cannot be read."""
    if revision.extractor == name:
        return article_from_payload(revision.payload)
    page = UnreadPage(
        page_sha256=revision.page_sha256,
        content_type=find_content_type(connection, revision.page_sha256),
        document_id=revision.document_id,
        document_url=revision.url,
        host=revision.host,
        final_url=revision.url,
    )
    payload = read_page(pages, page, readers, now=now).payload
    return None if payload is None else article_from_payload(payload)
