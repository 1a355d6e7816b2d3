"""Is there more text?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.finding import Explained, Finding, found_block
from quietedit_core.classification.rules.moves import is_furniture
from quietedit_core.classification.rules.remainder import list_rests


def find_expansions(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for at in comparison.come_as(Role.PROSE, Role.BESIDE):
        if not is_furniture(comparison.new.blocks[at].text):
            yield found_block(ChangeKind.EXPANSION, comparison, (), (at,), "a block was added")
    for rest in list_rests(comparison, explained):
        if rest.is_more and not rest.is_told_anew:
            evidence = Evidence(
                kind=ChangeKind.EXPANSION,
                old=rest.passage.old,
                new=rest.passage.new,
                after=" … ".join(spot.after for spot in rest.spots if spot.after),
                why=f"{rest.come} words were added",
            )
            yield Finding(evidence, rest.keys)
