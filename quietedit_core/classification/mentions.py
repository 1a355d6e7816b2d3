"""What does a stretch of text mention, and does a change touch it?"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a text and what it comes to; a `weak` one may mean something else."""

    start: int
    end: int
    value: str
    weak: bool = False


def list_touched(mentions: Iterable[Mention], start: int, end: int) -> list[Mention]:
    """Those that share a letter with `start:end`, or hold that place if it is empty."""
    if start == end:
        return [each for each in mentions if each.start < start < each.end]
    return [each for each in mentions if each.start < end and start < each.end]


def drop_covered(mentions: Iterable[Mention], covers: Iterable[Mention]) -> list[Mention]:
    """The mentions that overlap none of the covers."""
    spans = [(cover.start, cover.end) for cover in covers]
    return [
        each
        for each in mentions
        if not any(start < each.end and each.start < end for start, end in spans)
    ]
