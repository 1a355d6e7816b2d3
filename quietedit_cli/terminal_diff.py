"""A diff in a terminal: colours where there are some, marks where there are none."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from quietedit_core.changes import Change
from quietedit_core.classification import Disclosure
from quietedit_core.diff import (
    ArticleDiff,
    BlockChange,
    BlockChangeKind,
    WordChange,
    WordChangeKind,
)
from quietedit_core.extraction import Article

_STYLES = {
    WordChangeKind.EQUAL: ("", "", ""),
    WordChangeKind.DELETE: ("red strike", "[-", "-]"),
    WordChangeKind.INSERT: ("green bold", "{+", "+}"),
}

# How a disclosure is told to people.
SAID = {
    Disclosure.NOTE: "said in a note",
    Disclosure.STAMP: "said by a later date alone",
    Disclosure.NONE: "not said",
}


def show_diff(console: Console, diff: ArticleDiff, old: Article, new: Article) -> None:
    """Print the headline and every changed block; runs of kept blocks are counted."""
    console.print(Text("headline  ", "dim") + words_as_text(diff.title))
    kept = 0
    for change in diff.blocks:
        if change.kind is BlockChangeKind.KEEP:
            kept += 1
            continue
        _show_kept(console, kept)
        kept = 0
        console.print(Text(f"{_place(change):<10}", "dim") + words_as_text(change.words))
    _show_kept(console, kept)
    if old.title == new.title and all(c.kind is BlockChangeKind.KEEP for c in diff.blocks):
        console.print("no difference")


def show_change(console: Console, change: Change) -> None:
    """Print what the change comes to, and why."""
    if not change.kinds:
        return
    console.print(
        Text("change    ", "dim")
        + Text(", ".join(change.kinds), "bold")
        + Text(f"; {SAID[change.disclosure]}; significance {change.significance:.2f}")
    )
    for each in change.evidence:
        console.print(Text(f"  {each.kind}: {each.why}", "dim"))


def words_as_text(words: Iterable[WordChange]) -> Text:
    """Marked as `git diff --word-diff` marks words, so that it can be read without colours."""
    text = Text()
    for word in words:
        style, before, after = _STYLES[word.kind]
        text.append(f"{before}{word.text}{after}", style)
    return text


def _show_kept(console: Console, count: int) -> None:
    if count:
        console.print(Text(f"… {count} unchanged", "dim"))


def _place(change: BlockChange) -> str:
    """The kind, and for what stands elsewhere now, from where to where (counted from 1)."""
    if change.kind is BlockChangeKind.MOVE:
        return f"move {change.old[0] + 1}→{change.new[0] + 1}"
    return str(change.kind)
