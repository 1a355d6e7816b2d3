"""How long does a new entry wait for a poll, and what does that cost?

    python benchmarks/polling.py

Simulates feeds of different liveliness for 28 days, quiet by night, with the share of known
entries alone and with our ceilings for feeds that live. No network, one seed, a few seconds.
"""

from bisect import bisect_right
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from unittest.mock import patch

from quietedit_core.polling import Polled, PollState, intervals, plan_poll

START = datetime(2026, 3, 2, tzinfo=UTC)
DAY = timedelta(days=1)
DAYS = 28
MINUTES = 1_440
FEEDS = ((0.3, 20), (3, 20), (20, 30), (150, 30), (600, 30), (2_000, 20))
RULES = (("share alone", ()), ("ours", intervals.LIVELINESS))
NIGHT_SHARE = 0.25
MORNING, EVENING = 6, 22


def publish(rate: float, list_length: int, random: Random) -> list[float]:
    """Days at which entries come, after a list of older ones."""
    times, at = [-count / rate for count in range(list_length, 0, -1)], 0.0
    while at < DAYS:
        at += random.expovariate(rate)
        is_day = MORNING <= (at % 1) * 24 < EVENING
        if is_day or random.random() < NIGHT_SHARE:
            times.append(at)
    return times


def simulate(rate: float, list_length: int) -> tuple[float, float, int]:
    """Polls a day, the median minutes that an entry waited, entries that left the list unseen."""
    random = Random(1)
    times = publish(rate, list_length, random)
    state, at, seen, polls, lost = PollState(), START, list_length, 0, 0
    waits: list[float] = []
    while at < START + DAYS * DAY:
        day = (at - START) / DAY
        end = bisect_right(times, day)
        first = max(seen, end - list_length)
        lost += first - seen
        waits += [(day - time) * MINUTES for time in times[first:end]]
        new, seen, polls = end - first, end, polls + 1
        said = {"entry_count": list_length, "known_count": list_length - new} if new else {}
        plan = plan_poll(state, Polled(at=at, outcome="fetched" if new else "not_modified", **said))
        state = plan.state
        at = plan.due_at + timedelta(seconds=random.uniform(0, 120))
    return polls / DAYS, median(waits), lost


def main() -> None:
    for rate, list_length in FEEDS:
        for name, liveliness in RULES:
            with patch.object(intervals, "LIVELINESS", liveliness):
                polls, wait, lost = simulate(rate, list_length)
            print(
                f"{rate:>6} entries a day, {list_length} in the list, {name:>11}: "
                f"{polls:5.1f} polls a day, median wait {wait:4.0f} min, {lost} lost"
            )


if __name__ == "__main__":
    main()
