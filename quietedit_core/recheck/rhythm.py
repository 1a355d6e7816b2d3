"""How many edits do we expect in a stretch of an article's life?

Two kinds of edits add up. *Fresh* ones come at a rate that is a product, so that each factor can be
learned, shown and doubted by itself:

    source's scale x article's share x age factor x hour factor / (age + 10 min)

and an edit may bring a *follow-up*, whose likelihood fades within the hour. Measured in the
logarithm of age the first rate is flat where nothing is learned, which is what published counts
say to a first approximation: four of five changed articles change on the first day, and far fewer
on any later one.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, floor, log
from typing import NamedTuple

AGE_EDGES = (1_800.0, 7_200.0, 28_800.0, 86_400.0, 259_200.0)
"""Where one bin of ages ends and the next begins, in seconds."""
AGE_BINS = len(AGE_EDGES) + 1
HOUR_BINS = 12
"""Bins of two hours of the UTC day."""

_DAY = 86_400.0
_HOUR_BIN = _DAY / HOUR_BINS
_YOUTH = 600.0  # below this age the rate no longer rises
_FADE = 2_400.0  # mean seconds from an edit to its follow-up
_UNBOUNDED = (*AGE_EDGES, float("inf"))


class Stretch(NamedTuple):
    """A stretch within one bin of ages and one of hours; `log_ages` is its length in log age.

    An hour bin of `HOUR_BINS` means "any hour": the stretch is longer than a day.
    """

    start: float
    end: float
    age_bin: int
    hour_bin: int
    log_ages: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """A source's learned factors; `hours` ends with their mean, for stretches of any hour."""

    scale: float
    ages: tuple[float, ...]
    hours: tuple[float, ...]
    follow_up: float

    def weigh(self, stretch: Stretch) -> float:
        """The stretch in units of the source's usual edits, for an article like any other."""
        return stretch.log_ages * self.ages[stretch.age_bin] * self.hours[stretch.hour_bin]

    def weigh_between(self, born: float, start: float, end: float) -> float:
        return sum(map(self.weigh, list_stretches(born, start, end)))


def list_stretches(born: float, start: float, end: float) -> Iterator[Stretch]:
    """Cut a stretch of time at the edges of the bins; beyond the first day hours do not matter."""
    fine_until = start + _DAY
    while end - start > 1e-3:  # noqa: PLR2004  a millisecond
        age = max(start - born, 0.0)
        age_bin = bisect_right(AGE_EDGES, age + 1e-3)
        stop = min(end, born + _UNBOUNDED[age_bin])
        hour_bin = HOUR_BINS
        if start < fine_until:
            hour_bins = floor((start + 1e-3) / _HOUR_BIN)
            stop = min(stop, (hour_bins + 1) * _HOUR_BIN)
            hour_bin = hour_bins % HOUR_BINS
        log_ages = log((max(stop - born, 0.0) + _YOUTH) / (age + _YOUTH))
        yield Stretch(start, stop, age_bin, hour_bin, log_ages)
        start = stop


def find_age_time(born: float, start: float, log_ages: float) -> float:
    """When `log_ages` of log age have passed since `start`."""
    return born + (max(start - born, 0.0) + _YOUTH) * exp(min(log_ages, 50.0)) - _YOUTH


def faded(seconds: float) -> float:
    """The share of follow-ups still to come so long after the edit."""
    return exp(-max(seconds, 0.0) / _FADE)


def outstanding(gap: float) -> float:
    """The share still to come when an edit is *seen* that happened somewhere in the last `gap`."""
    return (1.0 - faded(gap)) * _FADE / gap if gap > 1.0 else 1.0
