"""What time it is: the database's time, so that workers on many machines agree."""

import threading
import time
from datetime import UTC, datetime, timedelta

from quietedit_store.database import Database


class Clock:
    """Runs at its own offset from this machine's clock (trials and the demo run it ahead)."""

    def __init__(self, offset: timedelta = timedelta(0)) -> None:
        self.offset = offset

    @classmethod
    def of_database(cls, database: Database, ahead: timedelta = timedelta(0)) -> "Clock":
        with database.connect() as connection:
            row = connection.execute("select clock_timestamp()").fetchone()
        assert row is not None  # noqa: S101  a constant select has a row
        drift: timedelta = row[0] - datetime.now(UTC)
        return cls(ahead + (drift if abs(drift) > timedelta(seconds=1) else timedelta(0)))

    def now(self) -> datetime:
        return datetime.now(UTC) + self.offset

    def sleep_until(self, instant: datetime, *, wake: threading.Event | None = None) -> None:
        seconds = (instant - self.now()).total_seconds()
        if seconds <= 0:
            return
        if wake is None:
            time.sleep(seconds)
        else:
            wake.wait(seconds)
