"""What has a rule found, and which spots does it explain?"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.passages import Passage, Spot

SpotKey = tuple[int, int]  # the passage and the spot in it
Explained = Mapping[SpotKey, frozenset[ChangeKind]]


@dataclass(frozen=True, slots=True)
class Finding:
    evidence: Evidence
    spots: frozenset[SpotKey] = frozenset()


Rule = Callable[[Comparison, Explained], Iterable[Finding]]


def each_spot(comparison: Comparison) -> Iterator[tuple[SpotKey, Passage, Spot]]:
    """Every spot; what differs between two texts told anew is no fact that changed."""
    for number, passage in enumerate(comparison.passages):
        if passage.is_told_anew:
            continue
        for place, spot in enumerate(passage.spots):
            yield (number, place), passage, spot


def found_at(kind: ChangeKind, key: SpotKey, passage: Passage, spot: Spot, why: str) -> Finding:
    evidence = Evidence(
        kind=kind,
        old=passage.old,
        new=passage.new,
        before=spot.before,
        after=spot.after,
        why=why,
    )
    return Finding(evidence, frozenset({key}))


def found_block(
    kind: ChangeKind, comparison: Comparison, old: Iterable[int], new: Iterable[int], why: str
) -> Finding:
    old, new = tuple(old), tuple(new)
    return Finding(
        Evidence(
            kind=kind,
            old=old,
            new=new,
            before="\n".join(comparison.old.blocks[at].text for at in old),
            after="\n".join(comparison.new.blocks[at].text for at in new),
            why=why,
        )
    )
