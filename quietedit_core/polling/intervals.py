"""How long is the interval of a feed?

It follows the share of entries that a poll had brought before: over 67 % twice, longer; under 33 %
twice, shorter.
"""

from datetime import datetime, timedelta

SHORTEST_INTERVAL = timedelta(minutes=10)
LONGEST_INTERVAL = timedelta(days=1)

LONGER_ABOVE, LONGER_BY = 0.67, 1.5
SHORTER_BELOW, SHORTER_BY = 0.33, 2
# The share alone sends every feed with a long list of entries to the longest interval, and an
# article is edited most in its first hours. (Brought something within, asked at least every.)
LIVELINESS = (
    (timedelta(days=1), timedelta(minutes=30)),
    (timedelta(days=7), timedelta(hours=3)),
)


def find_ceiling(brought_at: datetime | None, *, now: datetime) -> timedelta:
    """The longest interval for a feed that last brought something new at `brought_at`."""
    if brought_at is None:
        return LONGEST_INTERVAL
    quiet_for = now - brought_at
    return next((wait for limit, wait in LIVELINESS if quiet_for < limit), LONGEST_INTERVAL)


def clamp_interval(
    interval: timedelta | None, *, shortest: timedelta, ceiling: timedelta
) -> timedelta:
    """The interval within its bounds; the operator's wins, and a new feed begins there."""
    return max(min(interval or shortest, ceiling), shortest)


def adapt_interval(
    interval: timedelta, shares: tuple[float, float], *, shortest: timedelta, ceiling: timedelta
) -> timedelta:
    """The interval after two polls on time that had brought these shares before.

    Both must lie on the same side: one alone may be chance.
    """
    if min(shares) > LONGER_ABOVE:
        interval *= LONGER_BY
    elif max(shares) < SHORTER_BELOW:
        interval /= SHORTER_BY
    return clamp_interval(interval, shortest=shortest, ceiling=ceiling)


def is_on_time(at: datetime, *, polled_at: datetime | None, due_at: datetime | None) -> bool:
    """Whether a poll came within half a wait of its time, counted from the poll before.

    A late one has gathered more, and one out of turn less, than the interval is to answer for.
    """
    if polled_at is None or due_at is None:
        return False
    return abs(at - due_at) <= (due_at - polled_at) / 2
