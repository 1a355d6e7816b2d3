"""When is a feed asked again?"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from quietedit_core.retries import plan_retry

LONGEST_INTERVAL = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class NextPoll:
    due_at: datetime
    reason: str


def plan_poll(
    *,
    now: datetime,
    interval: timedelta,
    publisher_interval: timedelta | None = None,
    failure_count: int = 0,
    asked_pause: timedelta | None = None,
) -> NextPoll:
    """After a success by the interval, after failures by the growing pause of retries.

    What the publisher asks for (`ttl`, `sy:*`, `max-age`, Retry-After) may lengthen our interval up
    to a day, never shorten it.
    """
    if failure_count:
        retry = plan_retry(
            failure_count, now=now, failing_for=timedelta(0), asked_pause=asked_pause
        )
        return NextPoll(max(retry.due_at, now + interval), retry.reason)
    if publisher_interval is not None and publisher_interval > interval:
        return NextPoll(now + min(publisher_interval, LONGEST_INTERVAL), "the publisher's interval")
    return NextPoll(now + interval, "the interval")
