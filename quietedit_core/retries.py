"""When is something that failed tried again?"""

from dataclasses import dataclass
from datetime import datetime, timedelta

FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(days=1)
# Nothing is abandoned for ever: what has failed for long is looked at once a week.
SLEEPS_AFTER = timedelta(days=30)
SLEEP = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Retry:
    due_at: datetime
    reason: str


def plan_retry(
    failure_count: int,
    *,
    now: datetime,
    failing_for: timedelta,
    asked_pause: timedelta | None = None,
) -> Retry:
    """The pause doubles with each failure in a row, from 5 minutes to a day.

    `failure_count` counts the failure just met. A pause that the server asked for
    (Retry-After) may lengthen ours, never shorten it.
    """
    if failing_for >= SLEEPS_AFTER:
        return Retry(now + SLEEP, f"asleep: has failed for {failing_for.days} days")
    doublings = min(max(failure_count, 1) - 1, 10)
    pause = min(FIRST_PAUSE * 2**doublings, LONGEST_PAUSE)
    if asked_pause is not None and asked_pause > pause:
        return Retry(now + asked_pause, "the server asked for this pause")
    return Retry(now + pause, f"again after failure {failure_count}")
