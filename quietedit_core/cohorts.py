"""Which days are looked at together?"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class DayRange:
    """Days from first to last, both included."""

    first: date
    last: date

    def __len__(self) -> int:
        return (self.last - self.first).days + 1


def plan_ranges(days: Iterable[date], *, longest_gap: int = 3) -> list[DayRange]:
    """Join due days into ranges, the newest first, so that few runs do much.

    A range may span up to `longest_gap` days with nothing due; one lone old article does not
    make a run report on every day since.

    >>> plan_ranges([date(2026, 3, 1), date(2026, 3, 4), date(2026, 1, 5)])
    ... # doctest: +NORMALIZE_WHITESPACE
    [DayRange(first=datetime.date(2026, 3, 1), last=datetime.date(2026, 3, 4)),
     DayRange(first=datetime.date(2026, 1, 5), last=datetime.date(2026, 1, 5))]
    """
    ranges: list[DayRange] = []
    for day in sorted(set(days), reverse=True):
        if ranges and (ranges[-1].first - day).days <= longest_gap + 1:
            ranges[-1] = DayRange(day, ranges[-1].last)
        else:
            ranges.append(DayRange(day, day))
    return ranges
