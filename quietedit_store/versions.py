"""Versions: appended to their document's chain, never changed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from quietedit_core.oscillation import SeenText
from quietedit_core.versions import ChainLink
from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """One observed revision of a document, without its text."""

    document_id: int
    number: int
    fetch_id: int
    page_sha256: str
    extractor: str
    text_hash: str
    payload_sha256: str
    seen_at: datetime
    unchanged_at: datetime | None
    previous_hash: str | None
    chain_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionText:
    """The text of a version: title, blocks and page facts as read."""

    payload_sha256: str
    title: str
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A version as a person asks for it."""

    document_id: int
    url: str
    host: str
    number: int
    title: str
    seen_at: datetime
    unchanged_at: datetime | None
    text_hash: str
    page_sha256: str
    extractor: str
    payload: dict[str, Any]


def find_latest_version(connection: Connection, document_id: int) -> VersionRow | None:
    with connection.cursor(row_factory=class_row(VersionRow)) as cursor:
        return cursor.execute(
            """
            select document_id, number, fetch_id, page_sha256, extractor, text_hash,
                   payload_sha256, seen_at, unchanged_at, previous_hash, chain_hash
            from version where document_id = %s
            order by number desc limit 1
            """,
            [document_id],
        ).fetchone()


def append_version(connection: Connection, version: VersionRow, text: VersionText) -> None:
    """Append the version, count it at its document, and have its change classified.

    The database checks the chain.
    """
    connection.execute(
        """
        insert into version_text (payload_sha256, title, payload)
        values (%(payload_sha256)s, %(title)s, %(payload)s)
        on conflict do nothing
        """,
        asdict(text) | {"payload": Jsonb(text.payload)},
    )
    connection.execute(
        """
        insert into version
            (document_id, number, fetch_id, page_sha256, extractor, text_hash, payload_sha256,
             seen_at, unchanged_at, previous_hash, chain_hash)
        values (%(document_id)s, %(number)s, %(fetch_id)s, %(page_sha256)s, %(extractor)s,
                %(text_hash)s, %(payload_sha256)s, %(seen_at)s, %(unchanged_at)s,
                %(previous_hash)s, %(chain_hash)s)
        """,
        asdict(version),
    )
    connection.execute(
        "update document set version_count = %(number)s where document_id = %(document_id)s",
        {"number": version.number, "document_id": version.document_id},
    )
    if version.number > 1:
        connection.execute(
            """
            insert into change_queue (document_id, number, cohort)
            select document_id, %s, cohort from document where document_id = %s
            """,
            [version.number, version.document_id],
        )


def note_text_page(connection: Connection, document_id: int, page_sha256: str) -> None:
    """The page is the newest that held the article itself."""
    connection.execute(
        "update document set text_page_sha256 = %s where document_id = %s",
        [page_sha256, document_id],
    )


def list_revisions(
    connection: Connection, document_id: int, *, numbers: Sequence[int] | None = None
) -> list[Revision]:
    """Every text the document has carried, or those of these numbers, oldest first."""
    with connection.cursor(row_factory=class_row(Revision)) as cursor:
        return cursor.execute(
            """
            select document_id, document.url, document.host, number, title, seen_at, unchanged_at,
                   text_hash, page_sha256, extractor, payload
            from version
            join version_text using (payload_sha256)
            join document using (document_id)
            where document_id = %(document_id)s
              and (%(numbers)s::integer[] is null or number = any(%(numbers)s))
            order by number
            """,
            {"document_id": document_id, "numbers": numbers and list(numbers)},
        ).fetchall()


def list_chain(connection: Connection, document_id: int) -> list[tuple[ChainLink, str]]:
    """The document's links with their stored hashes, oldest first."""
    rows = connection.execute(
        """
        select url, number, text_hash, payload_sha256, page_sha256, extractor, seen_at,
               unchanged_at, previous_hash, chain_hash
        from version join document using (document_id)
        where document_id = %s
        order by number
        """,
        [document_id],
    ).fetchall()
    names = [field.name for field in fields(ChainLink)]
    return [
        (ChainLink(**dict(zip(names, covered, strict=True))), stored) for *covered, stored in rows
    ]


def list_versioned_documents(connection: Connection) -> list[int]:
    rows = connection.execute("select distinct document_id from version order by 1").fetchall()
    return [row[0] for row in rows]


def list_page_hashes(connection: Connection) -> list[str]:
    """Every page that is known."""
    return [row[0] for row in connection.execute("select page_sha256 from page").fetchall()]


def list_carried(connection: Connection, document_id: int, *, limit: int) -> list[SeenText]:
    """The latest texts that the document carried, oldest first, by their hashes."""
    with connection.cursor(row_factory=class_row(SeenText)) as cursor:
        return cursor.execute(
            """
            select text_hash, seen_at
            from (select text_hash, seen_at, number from version
                  where document_id = %s order by number desc limit %s) as latest
            order by number
            """,
            [document_id, limit],
        ).fetchall()


def is_oscillating(connection: Connection, document_id: int, *, since: datetime) -> bool:
    """Whether an oscillation was marked at the document since then."""
    row = connection.execute(
        """
        select 1 from observation
        where document_id = %s and kind = 'oscillation' and observed_at >= %s
        """,
        [document_id, since],
    ).fetchone()
    return row is not None


def find_newest_payload(connection: Connection, document_id: int) -> dict[str, Any] | None:
    """The text of the document's newest version."""
    row = connection.execute(
        """
        select payload from version join version_text using (payload_sha256)
        where document_id = %s
        order by number desc limit 1
        """,
        [document_id],
    ).fetchone()
    return row and row[0]
