"""Which titles has an article carried, and when?"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from quietedit_core.folding import fold_text


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleSight:
    """The title of one version; it came after `unchanged_at` (None: the first) and by `seen_at`."""

    number: int
    title: str
    seen_at: datetime
    unchanged_at: datetime | None


def trace_titles(sights: Iterable[TitleSight]) -> tuple[TitleSight, ...]:
    """The sights that brought another title, in order; another form of the same is none.

    A title that comes back is listed again. `sights` are a document's versions in their order.
    """
    told: list[TitleSight] = []
    for sight in sights:
        if not told or fold_text(sight.title) != fold_text(told[-1].title):
            told.append(sight)
    return tuple(told)
