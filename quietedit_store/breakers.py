"""The circuit breaker of each source: one row, seen by all, locked from question to write.

Who takes this lock and a host's in one transaction takes this one first, or two workers could wait
for each other.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row, dict_row

from quietedit_core.breaker import Breaker, BreakerState, Passage, ask_breaker, note_result
from quietedit_core.outcomes import FetchOutcome, is_source_failure
from quietedit_store.database import Connection

_UNTROUBLED = Breaker()


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakerRow:
    """A source whose breaker is not closed."""

    source_key: str
    state: str
    failure_count: int
    open_until: datetime | None
    reason: str


def ask_source(connection: Connection, source_key: str, *, now: datetime) -> Passage:
    """Ask for one request; a trial that is let through counts once the transaction commits."""
    if _read(connection, source_key).state is BreakerState.CLOSED:
        return Passage(breaker=_UNTROUBLED, is_allowed=True, reason="closed")
    held = _read(connection, source_key, lock=True)
    passage = ask_breaker(held, now=now)
    if passage.breaker != held:
        _write(connection, source_key, passage.breaker, passage.reason)
    return passage


def note_answer(
    connection: Connection,
    source_key: str,
    outcome: FetchOutcome,
    *,
    asked_at: datetime,
    now: datetime,
    asked_pause: timedelta | None = None,
) -> None:
    """Take in what came of a request; while all goes well, nothing is locked or written."""
    if not is_source_failure(outcome) and _read(connection, source_key) == _UNTROUBLED:
        return
    held = _read(connection, source_key, lock=True)
    after = note_result(held, outcome, asked_at=asked_at, now=now, asked_pause=asked_pause)
    if after.breaker != held:
        _write(connection, source_key, after.breaker, after.reason)


def list_troubled_sources(connection: Connection) -> list[BreakerRow]:
    """The sources that are not asked at present, or are on trial."""
    with connection.cursor(row_factory=class_row(BreakerRow)) as cursor:
        return cursor.execute(
            """
            select source_key, breaker_state as state, breaker_failure_count as failure_count,
                   breaker_open_until as open_until, breaker_reason as reason
            from source
            where breaker_state <> 'closed'
            order by source_key
            """
        ).fetchall()


def _read(connection: Connection, source_key: str, *, lock: bool = False) -> Breaker:
    columns = """
        select breaker_state as state, breaker_failure_count as failure_count,
               breaker_opened_at as opened_at, breaker_open_until as open_until,
               breaker_trial_claimed_at as trial_claimed_at
        from source where source_key = %s
    """
    # The weaker lock: whoever adds documents of the source holds its key.
    query = columns + " for no key update" if lock else columns
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(query, [source_key]).fetchone()
    if row is None:
        return _UNTROUBLED
    return Breaker(**(row | {"state": BreakerState(row["state"])}))


def _write(connection: Connection, source_key: str, breaker: Breaker, reason: str) -> None:
    connection.execute(
        """
        update source set
            breaker_state = %(state)s, breaker_failure_count = %(failure_count)s,
            breaker_opened_at = %(opened_at)s, breaker_open_until = %(open_until)s,
            breaker_trial_claimed_at = %(trial_claimed_at)s, breaker_reason = %(reason)s
        where source_key = %(source_key)s
        """,
        {
            "state": breaker.state,
            "failure_count": breaker.failure_count,
            "opened_at": breaker.opened_at,
            "open_until": breaker.open_until,
            "trial_claimed_at": breaker.trial_claimed_at,
            "reason": reason,
            "source_key": source_key,
        },
    )
