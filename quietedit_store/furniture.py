"""What hosts repeat on their pages: learned models, and the pages to learn from."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from psycopg.rows import class_row

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class FurnitureRow:
    """The model of one host."""

    host: str
    version: str
    fingerprints: list[str]
    page_count: int
    learned_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningPage:
    """A page that held an article, to learn from."""

    page_sha256: str
    content_type: str | None
    url: str


def list_furniture(connection: Connection) -> list[FurnitureRow]:
    """The model in force for each host that has one."""
    with connection.cursor(row_factory=class_row(FurnitureRow)) as cursor:
        return cursor.execute(
            """
            select distinct on (host) host, version, fingerprints, page_count, learned_at
            from furniture_model
            order by host, learned_at desc
            """
        ).fetchall()


def keep_furniture(connection: Connection, row: FurnitureRow) -> None:
    """Put the model in force; learning the same again renews it."""
    connection.execute(
        """
        insert into furniture_model (host, version, fingerprints, page_count, learned_at)
        values (%(host)s, %(version)s, %(fingerprints)s, %(page_count)s, %(learned_at)s)
        on conflict (host, version) do update
        set page_count = excluded.page_count, learned_at = excluded.learned_at
        """,
        asdict(row),
    )


def list_article_hosts(connection: Connection, *, at_least: int) -> list[str]:
    """Hosts with that many articles or more."""
    rows = connection.execute(
        """
        select host from document
        where text_page_sha256 is not null
        group by host
        having count(*) >= %s
        order by host
        """,
        [at_least],
    ).fetchall()
    return [row[0] for row in rows]


def list_learning_pages(
    connection: Connection, hosts: Sequence[str], *, limit: int
) -> list[LearningPage]:
    """The newest page of each of the hosts' latest articles."""
    with connection.cursor(row_factory=class_row(LearningPage)) as cursor:
        return cursor.execute(
            """
            select page_sha256, content_type, url
            from (
                select text_page_sha256 as page_sha256, url,
                       row_number() over (partition by host order by document_id desc) as place
                from document
                where host = any(%(hosts)s) and text_page_sha256 is not null
            ) as latest
            join page using (page_sha256)
            where place <= %(limit)s
            order by url
            """,
            {"hosts": list(hosts), "limit": limit},
        ).fetchall()
