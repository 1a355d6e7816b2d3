"""What does the written script ask for?"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml

from quietedit_cli.newsroom import steps
from quietedit_cli.newsroom.editing import ArticleState, Block, ScriptError, Shape, apply_event
from quietedit_cli.newsroom.planting import find_planted
from quietedit_cli.newsroom.script import (
    Dialect,
    Event,
    FeedHabits,
    Metadata,
    Outlet,
    PageHabits,
    Script,
    ScriptedArticle,
    Timeline,
    Validators,
)
from quietedit_cli.newsroom.steps import Presence, Step, Style, TickerEntry

# The words of the product for what an event can show.
KINDS = frozenset(
    [
        "headline",
        "number",
        "date_or_time",
        "name",
        "quotation",
        "attribution",
        "hedging",
        "correction_note",
        "expansion",
        "cut",
        "rewrite",
        "typo",
        "byline",
        "ticker_entry",
        "ticker_index",
        "encoding_repair",
        "move",
        "revert",
        "cosmetic",
    ]
)
DISCLOSURES = frozenset({"note", "stamp", "none"})


def load_script(*, leave_out: Iterable[str] = ()) -> Script:
    """Read the script; outlets, articles and events that need something left out are dropped.

    What may be left out: `walls` (consent and bot walls, teasers, soft 404s, pages that hide
    their text in two halves) and `byline` (an edit of the byline alone).
    """
    return _drop(_load_whole_script(), frozenset(leave_out))


def read_data(*path: str) -> Traversable:
    """A file that belongs to the newsroom."""
    return files("quietedit_cli.newsroom").joinpath(*path)


def read_yaml(*path: str) -> Any:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same, in C where it is built in
    return yaml.load(read_data(*path).read_text("utf-8"), Loader=loader)  # noqa: S506  safe loaders


@cache
def _load_whole_script() -> Script:
    outlets = {key: _read_outlet(key, entry) for key, entry in read_yaml("outlets.yaml").items()}
    articles = {
        (outlet, key): _read_article(outlet, key, entry)
        for outlet in outlets
        for key, entry in read_yaml("stories", f"{outlet}.yaml").items()
    }
    events = sorted(
        (
            _read_event(outlet, entry)
            for outlet in outlets
            for entry in read_yaml("events", f"{outlet}.yaml")
        ),
        key=lambda event: (event.minute, event.id),
    )
    return _play(outlets, articles, events)


def _play(
    outlets: dict[str, Outlet],
    articles: dict[tuple[str, str], ScriptedArticle],
    events: list[Event],
) -> Script:
    timelines: dict[tuple[str, str], Timeline] = {}
    played: dict[str, Event] = {}
    for place, article in articles.items():
        own = [event for event in events if (event.outlet, event.article) == place]
        timelines[place] = tuple(_play_article(article, own, played))
    unknown = [event.id for event in events if event.id not in played]
    if unknown:
        raise ScriptError(unknown[0], "event of an unknown article, or its id stands twice")
    return Script(
        outlets=outlets,
        articles=articles,
        events=tuple(played[event.id] for event in events),
        timelines=timelines,
    )


def _play_article(
    article: ScriptedArticle, events: list[Event], played: dict[str, Event]
) -> Iterator[tuple[int, ArticleState]]:
    state = article.first
    earlier: dict[str, ArticleState] = {}
    yield article.published_minute, state
    for event in events:
        earlier[event.id] = state
        after = apply_event(state, event.steps, minute=event.minute, earlier=earlier)
        played[event.id] = replace(event, planted=find_planted(state, after))
        state = after
        yield event.minute, state


def _drop(script: Script, left_out: frozenset[str]) -> Script:
    outlets = {key: each for key, each in script.outlets.items() if each.needs not in left_out}
    articles = {place: each for place, each in script.articles.items() if place[0] in outlets}
    events = [
        event for event in script.events if event.outlet in outlets and event.needs not in left_out
    ]
    return _play(outlets, articles, events)


def _read_outlet(key: str, entry: dict[str, Any]) -> Outlet:
    feed, pages = dict(entry.pop("feed")), dict(entry.pop("pages", {}))
    feed["dialect"] = Dialect(feed["dialect"])
    feed["validators"] = Validators(feed["validators"])
    pages["metadata"] = Metadata(pages.get("metadata", "none"))
    pages["validators"] = Validators(pages.get("validators", "none"))
    return Outlet(key=key, feed=FeedHabits(**feed), pages=PageHabits(**pages), **entry)


def _read_article(outlet: str, key: str, entry: dict[str, Any]) -> ScriptedArticle:
    state = ArticleState(
        title=entry["title"],
        byline=entry["byline"],
        blocks=tuple(_read_blocks(entry["text"])),
        index=tuple(entry.get("index", ())),
        entries=tuple(TickerEntry(**each) for each in entry.get("entries", ())),
        is_garbled=entry.get("mojibake", False),
        changed_minute=entry["publish"],
    )
    return ScriptedArticle(
        key=key,
        outlet=outlet,
        section=entry["section"],
        story=entry.get("story"),
        published_minute=entry["publish"],
        first=state,
        has_relative_times=entry.get("relative", False),
    )


_SHAPES = (("## ", Shape.HEADING), ("> ", Shape.QUOTATION), ("", Shape.PARAGRAPH))


def _read_blocks(text: str) -> Iterator[Block]:
    for piece in text.split("\n\n"):
        words = " ".join(piece.split())
        mark, shape = next(each for each in _SHAPES if words.startswith(each[0]))
        yield Block(shape, words.removeprefix(mark))


def _read_event(outlet: str, entry: dict[str, Any]) -> Event:
    kinds, disclosure = frozenset(entry.get("kinds", ())), entry.get("disclosure", "none")
    if not kinds <= KINDS or disclosure not in DISCLOSURES:
        raise ScriptError(entry["id"], "event of an unknown kind or disclosure")
    return Event(
        id=entry["id"],
        minute=entry["at"],
        outlet=outlet,
        article=entry["article"],
        steps=tuple(_read_step(step) for step in entry["do"]),
        kinds=kinds,
        disclosure=disclosure,
        noise=entry.get("noise", ""),
        needs=entry.get("needs", ""),
    )


def _read_step(step: dict[str, Any]) -> Step:
    ((name, value),) = step.items()
    return _STEPS[name](value)


_STEPS: dict[str, Callable[[Any], Step]] = {
    "replace": lambda words: steps.Replace(*words),
    "retitle": steps.Retitle,
    "insert": lambda entry: steps.Insert(**entry),
    "cut": steps.Cut,
    "move": lambda entry: steps.Move(**entry),
    "split": steps.Split,
    "merge": steps.Merge,
    "rewrite": lambda entry: steps.Rewrite(**entry),
    "byline": steps.SetByline,
    "note": steps.AddNote,
    "entry": lambda entry: steps.AddEntry(TickerEntry(**entry)),
    "index": lambda lines: steps.SetIndex(tuple(lines)),
    "stamp": lambda _: steps.Stamp(),
    "restyle": lambda style: steps.Restyle(Style(style)),
    "refurnish": lambda _: steps.Refurnish(),
    "repair_encoding": lambda _: steps.RepairEncoding(),
    "revert": steps.Revert,
    "withdraw": lambda _: steps.SetPresence(Presence.WITHDRAWN),
    "vanish": lambda _: steps.SetPresence(Presence.VANISHED),
    "wall": lambda wall: steps.SetPresence(Presence(wall)),
    "return": lambda _: steps.SetPresence(Presence.HERE),
}
