"""Were the index lines above a live ticker written anew?

Only an article that has ticker entries has an index; prose that looks like one is prose.
"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind
from quietedit_core.classification.phrases import read_words
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.finding import Explained, Finding, found_block
from quietedit_core.extraction import Article
from quietedit_core.folding import fold_text

_SAME = 0.8


def find_ticker_index(comparison: Comparison, _: Explained) -> Iterator[Finding]:
    gone, come = comparison.gone_as(Role.INDEX), comparison.come_as(Role.INDEX)
    edited = [
        change
        for change in comparison.linked
        if any(comparison.new_roles[at] is Role.INDEX for at in change.new)
        and any(comparison.old_roles[at] is Role.INDEX for at in change.old)
    ]
    written = [at for at in come if not _mirrors_entry(comparison.new, at)]
    if not edited and not written and not (gone and come):
        # Lines that come with their entry, or go with it, are no rewrite.
        return
    old = sorted({*gone, *(at for change in edited for at in change.old)})
    new = sorted({*come, *(at for change in edited for at in change.new)})
    yield found_block(
        ChangeKind.TICKER_INDEX, comparison, old, new, "index lines of the ticker were written anew"
    )


def _mirrors_entry(article: Article, place: int) -> bool:
    line = _content(article.blocks[place].text)
    return any(
        len(line & _content(f"{block.time or ''} {block.text.partition(chr(10))[0]}"))
        >= _SAME * len(line)
        for block in article.blocks
        if block.time is not None
    )


def _content(text: str) -> frozenset[str]:
    return frozenset(word.low for word in read_words(fold_text(text)) if word.is_word)
