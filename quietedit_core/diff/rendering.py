"""How is a diff shown to a reader?

An HTML fragment without script, readable without its stylesheet, without colours and by ear: what
was removed and added stands in `<del>` and `<ins>` with hidden words around it, and each changed
block says in words what became of it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Literal

from quietedit_core.diff.applying import spell_new, spell_old
from quietedit_core.diff.articles import ArticleDiff
from quietedit_core.diff.blocks import BlockChange, BlockChangeKind
from quietedit_core.diff.words import WordChange, WordChangeKind
from quietedit_core.extraction import Article, Block, BlockKind

Layout = Literal["inline", "side_by_side"]

_TAGS = {BlockKind.HEADING: "h3", BlockKind.QUOTATION: "blockquote"}
_NAMES = {
    BlockChangeKind.EDIT: "edited",
    BlockChangeKind.INSERT: "added",
    BlockChangeKind.DELETE: "removed",
    BlockChangeKind.MOVE: "moved",
    BlockChangeKind.SPLIT: "split",
    BlockChangeKind.MERGE: "merged",
}
_SPOKEN = {WordChangeKind.DELETE: ("del", "removed"), WordChangeKind.INSERT: ("ins", "added")}
# Not allowed in HTML, or not in UTF-8: https://html.spec.whatwg.org/#preprocessing-the-input-stream
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def diff_to_html(
    diff: ArticleDiff, old: Article, new: Article, *, layout: Layout = "inline"
) -> str:
    """A fragment with classes `qe-…`; `STYLESHEET` of `page` is made for it."""
    show = _show_inline if layout == "inline" else _show_side_by_side
    return (
        f'<section class="qe-diff qe-{layout.replace("_", "-")}" aria-label="What changed">\n'
        f'<p class="qe-summary">{summarize(diff)}</p>\n'
        f"{show(diff, old, new)}</section>\n"
    )


def summarize(diff: ArticleDiff) -> str:
    """One sentence: what became of how many blocks."""
    counts = Counter(change.kind for change in diff.blocks)
    found = [f"{counts[kind]} {name}" for kind, name in _NAMES.items() if counts[kind]]
    if any(word.kind is not WordChangeKind.EQUAL for word in diff.title):
        found.insert(0, "headline changed")
    return f"{', '.join(found)}.".capitalize() if found else "Nothing changed."


def escape_text(text: str) -> str:
    return escape(_UNPRINTABLE.sub("\ufffd", text.replace("\r", "\n")))


def _show_inline(diff: ArticleDiff, old: Article, new: Article) -> str:
    parts = [f'<h2 class="qe-title" dir="auto">{_show_words(diff.title)}</h2>\n']
    for change in diff.blocks:
        label = _label(change)
        note = f'<p class="qe-label">{label}</p>' if label else ""
        text = _wrap(_find_block(change, old, new), _show_words(change.words))
        parts.append(f'<div class="qe-block qe-{change.kind.value}">{note}{text}</div>\n')
    return "".join(parts)


def _show_side_by_side(diff: ArticleDiff, old: Article, new: Article) -> str:
    rows = [_show_row("headline", "Headline", _show_sides(diff.title, "h2", "h2"))]
    for change in diff.blocks:
        tags = [_find_tag(blocks) for blocks in (_list_old(change, old), _list_new(change, new))]
        label = _label(change) or '<span class="qe-hidden">Unchanged</span>'
        rows.append(_show_row(change.kind.value, label, _show_sides(change.words, *tags)))
    return (
        '<table class="qe-table"><caption class="qe-hidden">Before and after, block by block'
        '</caption>\n<thead><tr><th scope="col">Change</th><th scope="col">Before</th>'
        f'<th scope="col">After</th></tr></thead>\n<tbody>\n{"".join(rows)}</tbody></table>\n'
    )


def _show_row(kind: str, label: str, cells: tuple[str, str]) -> str:
    before, after = (cell or '<span class="qe-hidden">nothing</span>' for cell in cells)
    return (
        f'<tr class="qe-block qe-{kind}"><th scope="row" class="qe-label">{label}</th>'
        f'<td class="qe-before">{before}</td><td class="qe-after">{after}</td></tr>\n'
    )


def _show_sides(words: Sequence[WordChange], old_tag: str, new_tag: str) -> tuple[str, str]:
    before = [word for word in words if word.kind is not WordChangeKind.INSERT]
    after = [word for word in words if word.kind is not WordChangeKind.DELETE]
    return _show_side(old_tag, before), _show_side(new_tag, after)


def _show_side(tag: str, words: Sequence[WordChange]) -> str:
    return f'<{tag} dir="auto">{_show_words(words)}</{tag}>' if words else ""


def _label(change: BlockChange) -> str:
    """What became of the block; places are counted from 1, as a reader would."""
    name = _NAMES.get(change.kind, "").capitalize()
    if change.kind is BlockChangeKind.MOVE:
        edited = spell_old(change.words) != spell_new(change.words)
        where = f" from place {change.old[0] + 1} to {change.new[0] + 1}"
        return f"{name}{where}{' and edited' if edited else ''}"
    if change.kind is BlockChangeKind.SPLIT:
        return f"{name} into {len(change.new)}"
    if change.kind is BlockChangeKind.MERGE:
        return f"{name} from {len(change.old)}"
    return name


def _list_old(change: BlockChange, old: Article) -> list[Block]:
    return [old.blocks[i] for i in change.old]


def _list_new(change: BlockChange, new: Article) -> list[Block]:
    return [new.blocks[j] for j in change.new]


def _find_block(change: BlockChange, old: Article, new: Article) -> Block:
    return (_list_new(change, new) or _list_old(change, old))[0]


def _find_tag(blocks: Sequence[Block]) -> str:
    return _TAGS.get(blocks[0].kind, "p") if blocks else "p"


def _wrap(block: Block, html: str) -> str:
    tag = _TAGS.get(block.kind, "p")
    time = f'<span class="qe-time">{escape_text(block.time)}</span> ' if block.time else ""
    kind = block.kind.value.replace("_", "-")
    return f'<{tag} class="qe-text qe-{kind}" dir="auto">{time}{html}</{tag}>'


def _show_words(words: Sequence[WordChange]) -> str:
    return "".join([_show_word(word) for word in words])


def _show_word(word: WordChange) -> str:
    if word.kind is WordChangeKind.EQUAL:
        return escape_text(word.text)
    tag, spoken = _SPOKEN[word.kind]
    return (
        f'<{tag}><span class="qe-hidden">[{spoken}: </span>{_show_changed(word.text)}'
        f'<span class="qe-hidden">]</span></{tag}>'
    )


def _show_changed(text: str) -> str:
    """Changed text; white space alone would be invisible, so it is named and drawn."""
    if text.strip():
        return escape_text(text).replace("\n", '<span aria-hidden="true">¶</span>\n')
    name, sign = ("paragraph break", "¶\n") if "\n" in text else ("space", "␣" * len(text))
    return f'<span class="qe-hidden">{name}</span><span aria-hidden="true">{sign}</span>'
