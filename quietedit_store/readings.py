"""Pages on their way to becoming versions: what waits, what was read from them, what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadPage:
    """A stored page that the extractor has not read yet."""

    page_sha256: str
    content_type: str | None
    document_id: int
    document_url: str
    host: str
    final_url: str


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page as one look found it."""

    fetched_at: datetime
    page: UnreadPage


@dataclass(frozen=True, slots=True)
class ReaderNames:
    """The extractor's name, and the names of the hosts that are read under one of their own."""

    extractor: str
    by_host: Mapping[str, str]

    def as_parameters(self) -> dict[str, Any]:
        return {
            "extractor": self.extractor,
            "hosts": list(self.by_host),
            "names": list(self.by_host.values()),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What one extractor read from one page."""

    page_sha256: str
    extractor: str
    text_hash: str
    standing: str
    standing_reason: str
    block_count: int
    word_count: int
    encoding: str
    replaced_count: int
    payload: dict[str, Any] | None
    extracted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A fetched page whose text was not yet compared with its document's."""

    fetch_id: int
    fetched_at: datetime
    document_id: int
    page_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What came of comparing a fetched page with its document's text."""

    fetch_id: int
    document_id: int
    fetched_at: datetime
    verdict: str
    reason: str
    version_number: int | None
    extractor: str
    standing: str
    text_hash: str
    read_at: datetime


def enqueue_reading(connection: Connection, unread: Unread, *, cohort: date) -> None:
    connection.execute(
        """
        insert into reading_queue (fetch_id, fetched_at, document_id, cohort, page_sha256)
        values (%(fetch_id)s, %(fetched_at)s, %(document_id)s, %(cohort)s, %(page_sha256)s)
        """,
        asdict(unread) | {"cohort": cohort},
    )


def list_queued_pages(
    connection: Connection, *, days: Sequence[date], readers: ReaderNames, limit: int
) -> list[UnreadPage]:
    """Pages of the days that wait to be compared and were not read by this extractor."""
    with connection.cursor(row_factory=class_row(UnreadPage)) as cursor:
        return cursor.execute(
            """
            select distinct on (queued.page_sha256) queued.page_sha256, page.content_type,
                   document.document_id, document.url as document_url, document.host,
                   ledger.url as final_url
            from reading_queue as queued
            join document using (document_id)
            join page using (page_sha256)
            join quietedit.fetch as ledger using (fetch_id, fetched_at)
            left join unnest(%(hosts)s::text[], %(names)s::text[]) as reader (host, name)
                   on reader.host = document.host
            where queued.cohort = any(%(days)s)
              and not exists (
                  select from extraction
                  where extraction.page_sha256 = queued.page_sha256
                    and extraction.extractor = coalesce(reader.name, %(extractor)s)
                    and (extraction.payload is not null or extraction.standing <> 'article'))
            order by queued.page_sha256, queued.document_id
            limit %(limit)s
            """,
            {"days": list(days), "limit": limit, **readers.as_parameters()},
        ).fetchall()


def list_stored_pages(
    connection: Connection, *, days: Sequence[date], readers: ReaderNames, limit: int
) -> list[UnreadPage]:
    """Every page that documents of the days ever brought and this extractor has not read."""
    with connection.cursor(row_factory=class_row(UnreadPage)) as cursor:
        return cursor.execute(
            """
            select distinct on (ledger.page_sha256) ledger.page_sha256, page.content_type,
                   document.document_id, document.url as document_url, document.host,
                   ledger.url as final_url
            from document
            join quietedit.fetch as ledger using (document_id)
            join page on page.page_sha256 = ledger.page_sha256
            left join unnest(%(hosts)s::text[], %(names)s::text[]) as reader (host, name)
                   on reader.host = document.host
            where document.cohort = any(%(days)s)
              and not exists (
                  select from extraction
                  where extraction.page_sha256 = ledger.page_sha256
                    and extraction.extractor = coalesce(reader.name, %(extractor)s))
            order by ledger.page_sha256, document.document_id
            limit %(limit)s
            """,
            {"days": list(days), "limit": limit, **readers.as_parameters()},
        ).fetchall()


def list_seen_pages(connection: Connection, document_id: int) -> list[SeenPage]:
    """The pages that the document's looks brought, oldest first; of the same in a row, the last."""
    rows = connection.execute(
        """
        select fetched_at, page_sha256, content_type, document_id, document_url, host, final_url
        from (
            select ledger.fetched_at, ledger.fetch_id, ledger.page_sha256, page.content_type,
                   document_id, document.url as document_url, document.host,
                   ledger.url as final_url,
                   lead(ledger.page_sha256) over looks as next_sha256
            from document
            join quietedit.fetch as ledger using (document_id)
            join page on page.page_sha256 = ledger.page_sha256
            where document_id = %s and ledger.purpose = 'article'
            window looks as (order by ledger.fetched_at, ledger.fetch_id)
        ) as look
        where next_sha256 is distinct from page_sha256
        order by fetched_at, fetch_id
        """,
        [document_id],
    ).fetchall()
    return [
        SeenPage(
            fetched_at,
            UnreadPage(
                page_sha256=page_sha256,
                content_type=content_type,
                document_id=found_id,
                document_url=document_url,
                host=host,
                final_url=final_url,
            ),
        )
        for fetched_at, page_sha256, content_type, found_id, document_url, host, final_url in rows
    ]


def keep_extraction(connection: Connection, extraction: Extraction) -> None:
    payload = None if extraction.payload is None else Jsonb(extraction.payload)
    connection.execute(
        """
        insert into extraction
            (page_sha256, extractor, text_hash, standing, standing_reason, block_count, word_count,
             encoding, replaced_count, payload, extracted_at)
        values (%(page_sha256)s, %(extractor)s, %(text_hash)s, %(standing)s, %(standing_reason)s,
                %(block_count)s, %(word_count)s, %(encoding)s, %(replaced_count)s, %(payload)s,
                %(extracted_at)s)
        on conflict (page_sha256, extractor) do update
        set payload = excluded.payload, extracted_at = excluded.extracted_at
        """,
        asdict(extraction) | {"payload": payload},
    )


def find_extraction(connection: Connection, page_sha256: str, extractor: str) -> Extraction | None:
    with connection.cursor(row_factory=class_row(Extraction)) as cursor:
        return cursor.execute(
            """
            select page_sha256, extractor, text_hash, standing, standing_reason, block_count,
                   word_count, encoding, replaced_count, payload, extracted_at
            from extraction
            where page_sha256 = %s and extractor = %s
            """,
            [page_sha256, extractor],
        ).fetchone()


def list_unread(
    connection: Connection, *, days: Sequence[date], readers: ReaderNames, limit: int
) -> list[Unread]:
    """What waits to be compared and was extracted, at most one fetch a document, the oldest."""
    with connection.cursor(row_factory=class_row(Unread)) as cursor:
        return cursor.execute(
            """
            select distinct on (queued.document_id)
                   queued.fetch_id, queued.fetched_at, queued.document_id, queued.page_sha256
            from reading_queue as queued
            join document using (document_id)
            left join unnest(%(hosts)s::text[], %(names)s::text[]) as reader (host, name)
                   on reader.host = document.host
            join extraction
              on extraction.page_sha256 = queued.page_sha256
             and extraction.extractor = coalesce(reader.name, %(extractor)s)
            where queued.cohort = any(%(days)s)
              and (extraction.payload is not null or extraction.standing <> 'article')
            order by queued.document_id, queued.fetched_at, queued.fetch_id
            limit %(limit)s
            """,
            {"days": list(days), "limit": limit, **readers.as_parameters()},
        ).fetchall()


def close_reading(connection: Connection, reading: Reading) -> None:
    """Write down what came of it and take it off the queue."""
    connection.execute(
        """
        insert into reading
            (fetch_id, document_id, fetched_at, verdict, reason, version_number, extractor,
             standing, text_hash, read_at)
        values (%(fetch_id)s, %(document_id)s, %(fetched_at)s, %(verdict)s, %(reason)s,
                %(version_number)s, %(extractor)s, %(standing)s, %(text_hash)s, %(read_at)s)
        """,
        asdict(reading),
    )
    connection.execute("delete from reading_queue where fetch_id = %s", [reading.fetch_id])


def is_waiting(connection: Connection, fetch_id: int) -> bool:
    """Whether the fetch still waits; asked under the document's lock, nobody can be quicker."""
    row = connection.execute(
        "select 1 from reading_queue where fetch_id = %s", [fetch_id]
    ).fetchone()
    return row is not None


def drop_payload(connection: Connection, page_sha256: str, extractor: str) -> None:
    """The text was compared: it can be read from its page again, and need not lie here."""
    connection.execute(
        """
        update extraction set payload = null
        where page_sha256 = %(page_sha256)s and extractor = %(extractor)s
          and not exists (select from reading_queue where page_sha256 = %(page_sha256)s)
        """,
        {"page_sha256": page_sha256, "extractor": extractor},
    )


def find_last_reading(connection: Connection, document_id: int) -> Reading | None:
    """What came of the document's page that was read last."""
    with connection.cursor(row_factory=class_row(Reading)) as cursor:
        return cursor.execute(
            """
            select fetch_id, document_id, fetched_at, verdict, reason, version_number, extractor,
                   coalesce(standing, '') as standing, coalesce(text_hash, '') as text_hash, read_at
            from reading where document_id = %s
            order by fetched_at desc, fetch_id desc
            limit 1
            """,
            [document_id],
        ).fetchone()
