"""Queries that deny what must hold of the data; an empty answer is a good one."""

from dataclasses import dataclass

from psycopg.rows import class_row

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold, in words."""

    subject: str
    problem: str


def list_failing_feeds(connection: Connection, *, at_least: int) -> list[Finding]:
    with connection.cursor(row_factory=class_row(Finding)) as cursor:
        return cursor.execute(
            """
            select feed_key as subject,
                   'failed ' || failure_count || ' times: ' || outcome || ', ' || reason as problem
            from feed
            where is_active and failure_count >= %s
            order by failure_count desc, feed_key
            """,
            [at_least],
        ).fetchall()


def list_hosts_over_budget(connection: Connection, *, ceiling: int) -> list[Finding]:
    """Hosts of which some request of the last day was the one too many within its last hour."""
    with connection.cursor(row_factory=class_row(Finding)) as cursor:
        return cursor.execute(
            """
            with counted as (
                select host, count(*) over (
                    partition by host order by reserved_at
                    range between interval '1 hour' - interval '1 microsecond' preceding
                    and current row) as within_hour
                from slot_reservation
                where reserved_at > (
                    select max(reserved_at) - interval '1 day' from slot_reservation)
            )
            select host as subject, max(within_hour) || ' requests within an hour' as problem
            from counted join host using (host)
            where within_hour > coalesce(host.hourly_ceiling, %s)
            group by host
            order by host
            """,
            [ceiling],
        ).fetchall()


def list_open_reservations(connection: Connection) -> list[Finding]:
    """Of the last day: reservations closed without a fetch, or open though their worker ended."""
    with connection.cursor(row_factory=class_row(Finding)) as cursor:
        return cursor.execute(
            """
            select 'slot ' || slot_id as subject, slot.url as problem
            from slot_reservation as slot
            join worker using (worker_id)
            where slot.reserved_at > (
                      select max(reserved_at) - interval '1 day' from slot_reservation)
              and case when slot.closed_at is null then worker.ended_at is not null
                  else not exists (
                      select from quietedit.fetch as ledger where ledger.slot_id = slot.slot_id) end
            order by slot_id
            """
        ).fetchall()


def measure_empty_extractions(connection: Connection) -> tuple[float, int]:
    """The share of pages read in the last day that held no article, and how many were read."""
    row = connection.execute(
        """
        select coalesce(avg((standing <> 'article')::integer), 0)::float, count(*)
        from extraction
        where extracted_at > (select max(extracted_at) from extraction) - interval '1 day'
        """
    ).fetchone()
    return (0.0, 0) if row is None else (row[0], row[1])


def list_rootless_versions(connection: Connection) -> list[Finding]:
    with connection.cursor(row_factory=class_row(Finding)) as cursor:
        return cursor.execute(
            """
            select 'document ' || document_id || ', revision ' || number as subject,
                   'it has no fetch that brought its page' as problem
            from version
            where not exists (
                select from quietedit.fetch as ledger
                where ledger.fetch_id = version.fetch_id and ledger.fetched_at = version.seen_at
                  and ledger.page_sha256 = version.page_sha256)
            order by document_id, number
            """
        ).fetchall()


def list_repeated_versions(connection: Connection) -> list[Finding]:
    with connection.cursor(row_factory=class_row(Finding)) as cursor:
        return cursor.execute(
            """
            select 'document ' || later.document_id || ', revision ' || later.number as subject,
                   'the same text as the revision before' as problem
            from version as later
            join version as earlier
              on earlier.document_id = later.document_id and earlier.number = later.number - 1
             and earlier.text_hash = later.text_hash
            order by later.document_id, later.number
            """
        ).fetchall()


def list_uncounted_versions(connection: Connection) -> list[Finding]:
    with connection.cursor(row_factory=class_row(Finding)) as cursor:
        return cursor.execute(
            """
            select 'document ' || document_id as subject,
                   'counts ' || version_count || ', has ' || count(version.number) as problem
            from document left join version using (document_id)
            group by document_id
            having version_count <> count(version.number)
            order by document_id
            """
        ).fetchall()


def list_unclassified_pairs(connection: Connection, *, classifier: str) -> list[Finding]:
    """Neighbouring versions whose change this classifier has not judged."""
    with connection.cursor(row_factory=class_row(Finding)) as cursor:
        return cursor.execute(
            """
            select 'document ' || version.document_id || ', revision ' || version.number as subject,
                   case when change.classifier is null then 'its change was not classified'
                        else 'its change was classified by ' || change.classifier end as problem
            from version
            left join change using (document_id, number)
            where version.number >= 2 and change.classifier is distinct from %s
            order by version.document_id, version.number
            """,
            [classifier],
        ).fetchall()
