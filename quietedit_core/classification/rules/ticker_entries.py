"""Did a live ticker gain an entry, or lose one?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.finding import Explained, Finding, found_block


def find_ticker_entries(comparison: Comparison, _: Explained) -> Iterator[Finding]:
    come, gone = comparison.come_as(Role.ENTRY), comparison.gone_as(Role.ENTRY)
    for at in come:
        time = comparison.new.blocks[at].time
        why = f"the ticker has a new entry ({time})" if time else "the ticker has a new entry"
        yield found_block(ChangeKind.TICKER_ENTRY, comparison, (), (at,), why)
    for at in gone:
        yield found_block(
            ChangeKind.TICKER_ENTRY, comparison, (at,), (), "an entry of the ticker is gone"
        )
