"""Did the outlet say that it changed the text?"""

from collections.abc import Iterable

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Disclosure, Evidence
from quietedit_core.classification.roles import Role
from quietedit_core.extraction import Article


def find_disclosure(comparison: Comparison, evidence: Iterable[Evidence]) -> Disclosure:
    """A note tells most, then a stamp: the declared date of the last change, or a visible one."""
    if any(each.kind is ChangeKind.CORRECTION_NOTE for each in evidence):
        return Disclosure.NOTE
    has_moved = _modified(comparison.old) != _modified(comparison.new) and _modified(comparison.new)
    return Disclosure.STAMP if has_moved or _has_new_stamp(comparison) else Disclosure.NONE


def _modified(article: Article) -> str:
    return article.facts.modified_at_claim.strip()


def _has_new_stamp(comparison: Comparison) -> bool:
    changed = [at for change in comparison.linked for at in change.new]
    return any(
        comparison.new_roles[at] is Role.STAMP
        and comparison.vocabulary.stamp_labels.search(comparison.new.blocks[at].text) is not None
        for at in (*changed, *comparison.come)
    )
