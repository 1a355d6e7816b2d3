"""How far the work has come, for those who watch it."""

from dataclasses import dataclass

from psycopg.rows import class_row

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """Requests and readings ever made, and what is claimed at the moment."""

    fetch_count: int
    reading_count: int
    claimed_count: int


def measure_activity(connection: Connection) -> Activity:
    with connection.cursor(row_factory=class_row(Activity)) as cursor:
        found = cursor.execute(
            """
            select coalesce((select max(slot_id) from slot_reservation), 0) as fetch_count,
                   (select count(*) from reading) as reading_count,
                   (select count(*) from document where claimed_by is not null)
                   + (select count(*) from feed where claimed_by is not null) as claimed_count
            """
        ).fetchone()
    assert found is not None  # noqa: S101  a select without from has a row
    return found
