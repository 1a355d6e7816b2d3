"""Counting what came of a run's work, from many threads."""

import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import dagster as dg


@dataclass(frozen=True, slots=True)
class Line:
    """What is counted: what happened, to which group of work, where."""

    what: str
    group: str = ""
    where: str = ""


class Tally:
    """Counts lines; `count(...)` sums over all that is left open."""

    def __init__(self) -> None:
        self._counts: Counter[Line] = Counter()
        self._lock = threading.Lock()

    def add(self, what: str, *, group: str = "", where: str = "", count: int = 1) -> None:
        with self._lock:
            self._counts[Line(str(what), group, where)] += count

    def count(self, what: str | None = None, *, group: str | None = None) -> int:
        return sum(
            count
            for line, count in self._counts.items()
            if what in (None, line.what) and group in (None, line.group)
        )

    def summary(self, whats: Iterable[str], *, group: str | None = None) -> dict[str, int]:
        """The counts of these, zeros included, so that every run has the same columns."""
        return {str(what): self.count(what, group=group) for what in whats}

    def table(self) -> dg.TableMetadataValue:
        """Counts by place and by what happened there, the most first."""
        by_place: Counter[tuple[str, str]] = Counter()
        for line, count in self._counts.items():
            by_place[line.where, line.what] += count
        rows = sorted(by_place.items(), key=lambda item: (-item[1], item[0]))
        return dg.MetadataValue.table(
            records=[
                dg.TableRecord({"where": where, "what": what, "count": count})
                for (where, what), count in rows[:200]
            ],
            schema=dg.TableSchema(
                columns=[
                    dg.TableColumn("where", "string"),
                    dg.TableColumn("what", "string"),
                    dg.TableColumn("count", "int"),
                ]
            ),
        )

    def bars(self) -> dg.MarkdownMetadataValue:
        """A small plot of what happened, in text."""
        totals: Counter[str] = Counter()
        for line, count in self._counts.items():
            totals[line.what] += count
        if not totals:
            return dg.MetadataValue.md("nothing was due")
        longest = max(totals.values())
        return dg.MetadataValue.md(
            "```\n"
            + "\n".join(
                f"{what:<20} {'█' * max(1, round(30 * count / longest))} {count}"
                for what, count in totals.most_common()
            )
            + "\n```"
        )
