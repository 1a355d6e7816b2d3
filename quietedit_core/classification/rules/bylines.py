"""Do other people sign for the article?"""

from collections.abc import Iterator

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.finding import Explained, Finding, found_block
from quietedit_core.extraction import Article
from quietedit_core.folding import fold_text


def find_bylines(comparison: Comparison, _: Explained) -> Iterator[Finding]:
    old, new = _claims(comparison.old), _claims(comparison.new)
    if _differ(old, new):
        yield Finding(
            Evidence(
                kind=ChangeKind.BYLINE,
                before="; ".join(old.values()),
                after="; ".join(new.values()),
                why="the page names another author",
            )
        )
    for change in comparison.linked:
        roles = {comparison.old_roles[at] for at in change.old}
        roles |= {comparison.new_roles[at] for at in change.new}
        if Role.BYLINE in roles and Role.NOTE not in roles:
            yield found_block(
                ChangeKind.BYLINE, comparison, change.old, change.new, "the byline changed"
            )
    for at in comparison.gone_as(Role.BYLINE):
        yield found_block(ChangeKind.BYLINE, comparison, (at,), (), "a byline is gone")
    for at in comparison.come_as(Role.BYLINE):
        yield found_block(ChangeKind.BYLINE, comparison, (), (at,), "a byline was added")


def _claims(article: Article) -> dict[str, str]:
    return {claim.source: fold_text(claim.value) for claim in article.facts.bylines}


def _differ(old: dict[str, str], new: dict[str, str]) -> bool:
    """By the sources that both pages have; a page that begins to declare says nothing new."""
    shared = old.keys() & new.keys()
    if shared:
        return any(_names(old[source]) != _names(new[source]) for source in shared)
    if old and new:
        return set(map(_names, old.values())).isdisjoint(map(_names, new.values()))
    return bool(old) != bool(new)


def _names(byline: str) -> str:
    words = byline.lower().replace(",", " ").replace("&", " ").split()
    return " ".join(
        word
        for word in words
        if word not in {"by", "von", "par", "di", "por", "door", "and", "und"}
    )
