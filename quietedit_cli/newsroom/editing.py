"""What does an article say after an edit?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from quietedit_cli.newsroom import steps
from quietedit_cli.newsroom.steps import Presence, Step, Style, TickerEntry
from quietedit_core.errors import QuietEditError


class ScriptError(QuietEditError):
    """The newsroom's script asks for something that cannot be done."""

    def __init__(self, subject: str, reason: str) -> None:
        super().__init__(f"{reason}: {subject!r}")
        self.subject = subject


class Shape(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    QUOTATION = "quotation"


@dataclass(frozen=True, slots=True)
class Block:
    shape: Shape
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleState:
    """An article as it stands at one moment of the script."""

    title: str
    byline: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()
    index: tuple[str, ...] = ()
    entries: tuple[TickerEntry, ...] = ()
    presence: Presence = Presence.HERE
    is_garbled: bool = False
    styles: frozenset[Style] = frozenset()
    furniture_edition: int = 0
    changed_minute: int = 0
    stamped_minute: int | None = None


def apply_event(
    state: ArticleState,
    event_steps: tuple[Step, ...],
    *,
    minute: int,
    earlier: Mapping[str, ArticleState],
) -> ArticleState:
    """The state after an event; `earlier` holds the states before the events so far, by id."""
    for step in event_steps:
        state = _apply_step(state, step, minute, earlier)
    return replace(state, changed_minute=minute)


def garble(text: str) -> str:
    """UTF-8 read as windows-1252 and saved again, as it happens to careless importers.

    >>> garble("früh")
    'frÃ¼h'
    """
    return "".join(_read_byte(byte) for byte in text.encode())


def _read_byte(byte: int) -> str:
    try:
        return bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:  # five bytes stand for nothing there; browsers keep them
        return chr(byte)


def _apply_step(
    state: ArticleState, step: Step, minute: int, earlier: Mapping[str, ArticleState]
) -> ArticleState:
    if isinstance(step, steps.Revert):
        return _revert(state, earlier[step.event])
    if isinstance(step, steps.Stamp):
        return replace(state, stamped_minute=minute)
    return _EDITS[type(step)](state, step)


def _revert(state: ArticleState, before: ArticleState) -> ArticleState:
    return replace(
        state,
        title=before.title,
        byline=before.byline,
        blocks=before.blocks,
        notes=before.notes,
        index=before.index,
        entries=before.entries,
    )


def _find_block(state: ArticleState, words: str) -> int:
    found = [place for place, block in enumerate(state.blocks) if words in block.text]
    if len(found) != 1:
        raise ScriptError(words, f"expected in one paragraph, stands in {len(found)}")
    return found[0]


def _replace(state: ArticleState, step: steps.Replace) -> ArticleState:
    place = _find_block(state, step.old)
    block = state.blocks[place]
    if block.text.count(step.old) != 1:
        raise ScriptError(step.old, "stands twice in its paragraph")
    edited = replace(block, text=block.text.replace(step.old, step.new))
    return _set_blocks(state, place, 1, edited)


def _set_blocks(state: ArticleState, place: int, removed: int, *added: Block) -> ArticleState:
    blocks = (*state.blocks[:place], *added, *state.blocks[place + removed :])
    return replace(state, blocks=blocks)


def _insert(state: ArticleState, step: steps.Insert) -> ArticleState:
    place = _find_block(state, step.after) + 1
    return _set_blocks(state, place, 0, Block(Shape.PARAGRAPH, step.text))


def _cut(state: ArticleState, step: steps.Cut) -> ArticleState:
    return _set_blocks(state, _find_block(state, step.block), 1)


def _move(state: ArticleState, step: steps.Move) -> ArticleState:
    place = _find_block(state, step.block)
    moved = state.blocks[place]
    rest = _set_blocks(state, place, 1)
    return _set_blocks(rest, _find_block(rest, step.after) + 1, 0, moved)


def _split(state: ArticleState, step: steps.Split) -> ArticleState:
    place = _find_block(state, step.at)
    block = state.blocks[place]
    head, words, tail = block.text.partition(step.at)
    return _set_blocks(
        state, place, 1, replace(block, text=head.strip()), replace(block, text=words + tail)
    )


def _merge(state: ArticleState, step: steps.Merge) -> ArticleState:
    place = _find_block(state, step.block)
    first, second = state.blocks[place : place + 2]
    return _set_blocks(state, place, 2, replace(first, text=f"{first.text} {second.text}"))


def _rewrite(state: ArticleState, step: steps.Rewrite) -> ArticleState:
    place = _find_block(state, step.block)
    return _set_blocks(state, place, 1, replace(state.blocks[place], text=step.text))


_EDITS: dict[type, Callable[[ArticleState, Any], ArticleState]] = {
    steps.Replace: _replace,
    steps.Insert: _insert,
    steps.Cut: _cut,
    steps.Move: _move,
    steps.Split: _split,
    steps.Merge: _merge,
    steps.Rewrite: _rewrite,
    steps.Retitle: lambda state, step: replace(state, title=step.title),
    steps.SetByline: lambda state, step: replace(state, byline=step.byline),
    steps.AddNote: lambda state, step: replace(state, notes=(*state.notes, step.text)),
    steps.AddEntry: lambda state, step: replace(state, entries=(step.entry, *state.entries)),
    steps.SetIndex: lambda state, step: replace(state, index=step.lines),
    steps.Restyle: lambda state, step: replace(state, styles=state.styles | {step.style}),
    steps.Refurnish: lambda state, _: replace(state, furniture_edition=state.furniture_edition + 1),
    steps.RepairEncoding: lambda state, _: replace(state, is_garbled=False),
    steps.SetPresence: lambda state, step: replace(state, presence=step.presence),
}
