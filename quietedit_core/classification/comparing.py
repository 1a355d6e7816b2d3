"""Which texts of two versions belong together, which came, which went?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quietedit_core.classification.mojibake import Mended, mend_articles
from quietedit_core.classification.passages import Passage, read_passage
from quietedit_core.classification.phrases import read_words
from quietedit_core.classification.roles import Role, list_roles
from quietedit_core.classification.vocabulary import Vocabulary
from quietedit_core.diff import ArticleDiff, BlockChange, BlockChangeKind, diff_articles
from quietedit_core.diff.blocks import BLOCK_BREAK
from quietedit_core.extraction import Article, BlockKind
from quietedit_core.folding import fold_text

_STEM = 5
_LEAST_SHARED = 2
_SHARE_TOLD_ANEW = 0.12
_PROSE = frozenset({Role.PROSE, Role.ENTRY, Role.BESIDE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two versions side by side, after any broken encoding has been mended on both.

    `passages` are edited prose, the title first; `gone` and `come` are blocks of whatever role
    without a partner; `linked` are the edited blocks that are no prose.
    """

    old: Article
    new: Article
    vocabulary: Vocabulary
    old_roles: tuple[Role, ...]
    new_roles: tuple[Role, ...]
    mended: Mended
    passages: tuple[Passage, ...]
    gone: tuple[int, ...]
    come: tuple[int, ...]
    order: tuple[int, ...]  # the old places of the prose that stayed, in the new order
    moved: tuple[BlockChange, ...]
    reset: tuple[BlockChange, ...]  # split or merged without another word
    linked: tuple[BlockChange, ...]

    def gone_as(self, *roles: Role) -> list[int]:
        return [at for at in self.gone if self.old_roles[at] in roles]

    def come_as(self, *roles: Role) -> list[int]:
        return [at for at in self.come if self.new_roles[at] in roles]

    @property
    def title(self) -> Passage | None:
        first = self.passages[0] if self.passages else None
        return first if first and first.is_title else None


def compare(diff: ArticleDiff, old: Article, new: Article, vocabulary: Vocabulary) -> Comparison:
    mended = mend_articles(old, new)
    if mended.old is not old or mended.new is not new:
        old, new = mended.old, mended.new
        diff = diff_articles(old, new)
    old_roles, new_roles = list_roles(old, vocabulary), list_roles(new, vocabulary)
    changes = [each for each in diff.blocks if each.kind is not BlockChangeKind.KEEP]
    links = [each for each in changes if each.old and each.new]
    edited = [each for each in links if _texts(old, each.old) != _texts(new, each.new)]
    prose = [each for each in edited if _is_prose(each, old_roles, new_roles)]
    gone = [each.old[0] for each in changes if not each.new]
    come = [each.new[0] for each in changes if not each.old]
    anew = list(_pair_told_anew(diff, old, new, old_roles, new_roles))
    passages = [
        *_title_passage(old, new, vocabulary),
        *(_passage(each.old, each.new, old, new, vocabulary) for each in prose),
        *(_passage((i,), (j,), old, new, vocabulary, is_told_anew=True) for i, j in anew),
    ]
    return Comparison(
        old=old,
        new=new,
        vocabulary=vocabulary,
        old_roles=old_roles,
        new_roles=new_roles,
        mended=mended,
        passages=tuple(passages),
        gone=tuple(at for at in gone if at not in {i for i, _ in anew}),
        come=tuple(at for at in come if at not in {j for _, j in anew}),
        order=_list_order(diff, new_roles),
        moved=tuple(each for each in links if each.kind is BlockChangeKind.MOVE),
        reset=tuple(each for each in links if len(each.old) + len(each.new) > _LEAST_SHARED),
        linked=tuple(each for each in edited if each not in prose),
    )


def _list_order(diff: ArticleDiff, new_roles: Sequence[Role]) -> tuple[int, ...]:
    places = sorted(
        (each.new[0], each.old[0])
        for each in diff.blocks
        if each.old and each.new and new_roles[each.new[0]] is Role.PROSE
    )
    return tuple(old for _, old in places)


def _texts(article: Article, places: Sequence[int]) -> str:
    return fold_text(BLOCK_BREAK.join(article.blocks[at].text for at in places))


def _is_prose(change: BlockChange, old: Sequence[Role], new: Sequence[Role]) -> bool:
    return all(old[at] in _PROSE for at in change.old) and all(
        new[at] in _PROSE for at in change.new
    )


def _title_passage(old: Article, new: Article, vocabulary: Vocabulary) -> Iterator[Passage]:
    if fold_text(old.title) != fold_text(new.title):
        yield read_passage(old.title, new.title, vocabulary)


def _passage(
    i: tuple[int, ...],
    j: tuple[int, ...],
    old: Article,
    new: Article,
    vocabulary: Vocabulary,
    *,
    is_told_anew: bool = False,
) -> Passage:
    return read_passage(
        BLOCK_BREAK.join(old.blocks[at].text for at in i),
        BLOCK_BREAK.join(new.blocks[at].text for at in j),
        vocabulary,
        old=i,
        new=j,
        is_quotation=all(new.blocks[at].kind is BlockKind.QUOTATION for at in j),
        is_told_anew=is_told_anew,
    )


def _pair_told_anew(
    diff: ArticleDiff,
    old: Article,
    new: Article,
    old_roles: Sequence[Role],
    new_roles: Sequence[Role],
) -> Iterator[tuple[int, int]]:
    """A paragraph that went and one that came in its place, about the same matter."""
    gone: list[int] = []
    come: list[int] = []
    for change in (*diff.blocks, None):
        if change is not None and not change.new:
            gone += [at for at in change.old if old_roles[at] in {Role.PROSE, Role.BESIDE}]
        elif change is not None and not change.old:
            come += [at for at in change.new if new_roles[at] in {Role.PROSE, Role.BESIDE}]
        elif gone or come:
            yield from _pair_gap(gone, come, old, new)
            gone, come = [], []


def _pair_gap(
    gone: Sequence[int], come: Sequence[int], old: Article, new: Article
) -> Iterator[tuple[int, int]]:
    stems_old = {at: _stems(old.blocks[at].text) for at in gone}
    stems_new = {at: _stems(new.blocks[at].text) for at in come}
    rated = sorted(
        (-len(a & b) / max(min(len(a), len(b)), 1), i, j)
        for i, a in stems_old.items()
        for j, b in stems_new.items()
        if _is_same_matter(a, b, is_alone=len(gone) == len(come) == 1)
    )
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for _, i, j in rated:
        if i not in taken_old and j not in taken_new:
            taken_old.add(i)
            taken_new.add(j)
            yield i, j


def _is_same_matter(old: frozenset[str], new: frozenset[str], *, is_alone: bool) -> bool:
    """One that came for one that went needs less to be taken for it."""
    shared, least = len(old & new), min(len(old), len(new))
    if is_alone and least:
        return shared > 0
    return shared >= min(_LEAST_SHARED, least) > 0 and shared >= _SHARE_TOLD_ANEW * least


def _stems(text: str) -> frozenset[str]:
    """What a text is about: the beginnings of its longer words, and its figures."""
    words = read_words(fold_text(text))
    return frozenset(
        word.low[:_STEM] for word in words if len(word.low) >= _STEM or word.text[0].isdigit()
    )
