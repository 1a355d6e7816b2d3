"""Is there less text?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.finding import Explained, Finding, found_block
from quietedit_core.classification.rules.moves import is_furniture
from quietedit_core.classification.rules.remainder import list_rests


def find_cuts(comparison: Comparison, explained: Explained) -> Iterator[Finding]:
    for at in comparison.gone_as(Role.PROSE, Role.BESIDE):
        if not is_furniture(comparison.old.blocks[at].text):
            yield found_block(ChangeKind.CUT, comparison, (at,), (), "a block was taken out")
    for at in comparison.gone_as(Role.NOTE):
        yield found_block(ChangeKind.CUT, comparison, (at,), (), "a correction note was taken away")
    for rest in list_rests(comparison, explained):
        if rest.is_less and not rest.is_told_anew:
            evidence = Evidence(
                kind=ChangeKind.CUT,
                old=rest.passage.old,
                new=rest.passage.new,
                before=" … ".join(spot.before for spot in rest.spots if spot.before),
                why=f"{rest.gone} words were taken out",
            )
            yield Finding(evidence, rest.keys)
