"""Changes between neighbouring versions: those to be classified, what was found, the latest."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, order=True)
class ChangeKey:
    """A document, and the number of the newer version of the pair."""

    document_id: int
    number: int


FIRST = ChangeKey(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """The change that led to the version `number`, as one classifier calls it."""

    document_id: int
    number: int
    classifier: str
    kinds: list[str]
    disclosure: str
    significance: float
    evidence: list[dict[str, Any]]
    old_headline: str
    headline: str
    excerpt: dict[str, str] | None
    blocks_changed: int
    words_inserted: int
    words_deleted: int
    read_as: str
    classified_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedChange:
    """A change as a person asks for it; the edit happened in the interval of the two instants."""

    document_id: int
    number: int
    url: str
    source_key: str
    kinds: list[str]
    disclosure: str
    significance: float
    old_headline: str
    headline: str
    excerpt: dict[str, str] | None
    blocks_changed: int
    words_inserted: int
    words_deleted: int
    changed_after: datetime | None
    changed_before: datetime
    classifier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFilter:
    """Empty fields ask for everything."""

    kinds: Sequence[str] = ()
    disclosure: str | None = None
    since: datetime | None = None
    source_key: str | None = None
    document_id: int | None = None


def list_queued_changes(
    connection: Connection, day: date, *, after: ChangeKey, limit: int
) -> list[ChangeKey]:
    """New versions of the day's documents whose change was not classified, in their order."""
    with connection.cursor(row_factory=class_row(ChangeKey)) as cursor:
        return cursor.execute(
            """
            select document_id, number from change_queue
            where cohort = %s and (document_id, number) > (%s, %s)
            order by document_id, number
            limit %s
            """,
            [day, after.document_id, after.number, limit],
        ).fetchall()


def list_stale_changes(
    connection: Connection, day: date, *, classifier: str, after: ChangeKey, limit: int
) -> list[ChangeKey]:
    """Pairs of the day's documents that this classifier has not judged, in their order."""
    with connection.cursor(row_factory=class_row(ChangeKey)) as cursor:
        return cursor.execute(
            """
            select version.document_id, version.number
            from document
            join version using (document_id)
            left join change
                   on change.document_id = version.document_id and change.number = version.number
                  and change.classifier = %s
            where document.cohort = %s and version.number >= 2 and change.document_id is null
              and (version.document_id, version.number) > (%s, %s)
            order by version.document_id, version.number
            limit %s
            """,
            [classifier, day, after.document_id, after.number, limit],
        ).fetchall()


def list_earlier_hashes(
    connection: Connection, document_id: int, *, before: int, extractor: str
) -> frozenset[str]:
    """Hashes of the texts before that number, as they were read and as this extractor read them."""
    rows = connection.execute(
        """
        select text_hash from version
        where document_id = %(document_id)s and number < %(before)s
        union
        select extraction.text_hash
        from version
        join extraction using (page_sha256)
        where document_id = %(document_id)s and number < %(before)s
          and extraction.extractor = %(extractor)s and extraction.standing = 'article'
        """,
        {"document_id": document_id, "before": before, "extractor": extractor},
    ).fetchall()
    return frozenset(row[0] for row in rows)


def write_change(connection: Connection, row: ChangeRow) -> None:
    """Write the change in place of what was known of it, and take it off the queue."""
    connection.execute(
        """
        insert into change
            (document_id, number, classifier, kinds, disclosure, significance, evidence,
             old_headline, headline, excerpt, blocks_changed, words_inserted, words_deleted,
             read_as, source_key, changed_after, changed_before, classified_at)
        select document_id, number, %(classifier)s, %(kinds)s, %(disclosure)s, %(significance)s,
               %(evidence)s, %(old_headline)s, %(headline)s, %(excerpt)s, %(blocks_changed)s,
               %(words_inserted)s, %(words_deleted)s, %(read_as)s, document.source_key,
               version.unchanged_at, version.seen_at, %(classified_at)s
        from version join document using (document_id)
        where document_id = %(document_id)s and number = %(number)s
        on conflict (document_id, number) do update
        set classifier = excluded.classifier, kinds = excluded.kinds,
            disclosure = excluded.disclosure, significance = excluded.significance,
            evidence = excluded.evidence, old_headline = excluded.old_headline,
            headline = excluded.headline, excerpt = excluded.excerpt,
            blocks_changed = excluded.blocks_changed, words_inserted = excluded.words_inserted,
            words_deleted = excluded.words_deleted, read_as = excluded.read_as,
            classified_at = excluded.classified_at
        """,
        asdict(row)
        | {
            "evidence": Jsonb(row.evidence),
            "excerpt": None if row.excerpt is None else Jsonb(row.excerpt),
        },
    )
    connection.execute(
        "delete from change_queue where document_id = %s and number = %s",
        [row.document_id, row.number],
    )


def list_changes(connection: Connection, wanted: ChangeFilter, *, limit: int) -> list[ListedChange]:
    """The latest changes that have any of the kinds and all else that is asked."""
    with connection.cursor(row_factory=class_row(ListedChange)) as cursor:
        return cursor.execute(
            """
            select change.document_id, number, url, change.source_key, kinds, disclosure,
                   significance, old_headline, headline, excerpt, blocks_changed, words_inserted,
                   words_deleted, changed_after, changed_before, classifier
            from change
            join document using (document_id)
            where (cardinality(%(kinds)s::text[]) = 0 or kinds && %(kinds)s::text[])
              and (%(disclosure)s::text is null or disclosure = %(disclosure)s)
              and (%(since)s::timestamptz is null or changed_before >= %(since)s)
              and (%(source_key)s::text is null or change.source_key = %(source_key)s)
              and (%(document_id)s::bigint is null or change.document_id = %(document_id)s)
            order by changed_before desc, document_id desc, number desc
            limit %(limit)s
            """,
            asdict(wanted) | {"kinds": list(wanted.kinds), "limit": limit},
        ).fetchall()
