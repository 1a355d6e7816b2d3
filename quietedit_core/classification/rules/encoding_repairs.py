"""Were letters mended that a wrong encoding had broken?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.rules.finding import Explained, Finding


def find_encoding_repairs(comparison: Comparison, _: Explained) -> Iterator[Finding]:
    for repair in comparison.mended.repairs:
        yield Finding(
            Evidence(
                kind=ChangeKind.ENCODING_REPAIR,
                old=() if repair.place is None else (repair.place,),
                before=repair.before,
                after=repair.after,
                why="letters that a wrong encoding had broken are whole again",
            )
        )
