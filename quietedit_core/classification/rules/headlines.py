"""Is the headline another one?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.rules.finding import Explained, Finding

_OUTLET_WORDS = 4


def find_headlines(comparison: Comparison, _: Explained) -> Iterator[Finding]:
    title = comparison.title
    if title is None or not title.before.text or not title.after.text:
        return
    if without_outlet(title.before.text) == without_outlet(title.after.text):
        return
    spots = frozenset((0, place) for place in range(len(title.spots)))
    yield Finding(
        Evidence(
            kind=ChangeKind.HEADLINE,
            before=comparison.old.title,
            after=comparison.new.title,
            why="the headline is a new one"
            if title.is_told_anew
            else "words of the headline changed",
        ),
        spots,
    )


def without_outlet(title: str) -> str:
    """A title without the outlet's name behind a bar."""
    head, bar, tail = title.rpartition(" | ")
    return head if bar and len(tail.split()) <= _OUTLET_WORDS else title
