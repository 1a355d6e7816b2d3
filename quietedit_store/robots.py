"""The copies of robots.txt that are held, one for each scheme, host and port."""

from dataclasses import asdict, dataclass
from datetime import datetime

from psycopg.rows import class_row

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsCopy:
    """The last answer for an origin; body and good_at are those of the last good one."""

    origin: str
    fetched_at: datetime
    fresh_until: datetime
    status: int | None
    reason: str
    body: bytes | None
    good_at: datetime | None


def find_robots(connection: Connection, origin: str) -> RobotsCopy | None:
    with connection.cursor(row_factory=class_row(RobotsCopy)) as cursor:
        return cursor.execute(
            """
            select origin, fetched_at, fresh_until, status, reason, body, good_at
            from robots_copy where origin = %s
            """,
            [origin],
        ).fetchone()


def keep_robots(connection: Connection, copy: RobotsCopy) -> None:
    """Keep the answer; an answer that is no good copy leaves the last good one standing."""
    connection.execute(
        """
        insert into robots_copy (origin, fetched_at, fresh_until, status, reason, body, good_at)
        values (%(origin)s, %(fetched_at)s, %(fresh_until)s, %(status)s, %(reason)s, %(body)s,
                %(good_at)s)
        on conflict (origin) do update
        set fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until,
            status = excluded.status, reason = excluded.reason,
            body = coalesce(excluded.body, robots_copy.body),
            good_at = coalesce(excluded.good_at, robots_copy.good_at)
        """,
        asdict(copy),
    )
