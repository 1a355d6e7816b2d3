"""Is the text back to one that an earlier version had?"""

from collections.abc import Collection, Iterator

from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.rules.finding import Finding
from quietedit_core.extraction import Article
from quietedit_core.fingerprint import content_hash


def find_reverts(old: Article, new: Article, earlier: Collection[str]) -> Iterator[Finding]:
    if not earlier:
        return
    text_hash = content_hash(new)
    if text_hash in earlier and text_hash != content_hash(old):
        why = "title and text are those of an earlier version again"
        yield Finding(Evidence(kind=ChangeKind.REVERT, why=why))
