"""What does a feeds.yaml say, or in which line is it wrong?"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import yaml

from quietedit_core.catalogue.fields import READERS, SYNONYMS, Unfit
from quietedit_core.catalogue.specs import (
    Catalogue,
    FeedSpec,
    Place,
    build_catalogue,
    derive_key,
)
from quietedit_core.errors import InvalidCatalogue
from quietedit_core.urls import registrable_domain

_TEXT_LIMIT = 4 * 1024 * 1024
_DEPTH_LIMIT = 12
# What YAML calls printable: https://yaml.org/spec/1.2.2/#51-character-set
_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_FEED_KEYS = (*READERS, *SYNONYMS)
_DEFAULT_KEYS = tuple(key for key in _FEED_KEYS if key not in {"key", "url", "name"})


def parse_catalogue(text: str, *, file: str = "feeds.yaml") -> Catalogue:
    """Read a whole catalogue or raise InvalidCatalogue; half a catalogue is never returned."""
    try:
        return _read_catalogue(compose_catalogue(text, file), file)
    except Unfit as error:
        raise InvalidCatalogue(error.problem, line=error.line, file=file) from None


def compose_catalogue(text: str, file: str) -> yaml.MappingNode:
    """Read a file as YAML nodes, which know their lines; raises Unfit where it is no mapping."""
    text = text.removeprefix("\ufeff")
    if len(text) > _TEXT_LIMIT:
        raise InvalidCatalogue(f"is longer than {_TEXT_LIMIT} characters", file=file)
    if found := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        problem = f"holds the character U+{ord(found[0]):04X}, which YAML does not allow"
        raise InvalidCatalogue(problem, line=line, file=file)
    try:
        _refuse_tangles(text, file)
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise _unreadable(error, text, file) from None
    if root is None:
        raise InvalidCatalogue("is empty: it should have a list `feeds`", file=file)
    if not isinstance(root, yaml.MappingNode):
        raise Unfit("should be a mapping with a list `feeds`", root)
    return root


def _refuse_tangles(text: str, file: str) -> None:
    """Refuse what makes a small file a large one, and what is nested past any catalogue."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else None
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            problem = "anchors and aliases are not read: what feeds share can stand in `defaults`"
            raise InvalidCatalogue(problem, line=line, file=file)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEPTH_LIMIT:
            raise InvalidCatalogue("is nested too deeply", line=line, file=file)


def _unreadable(error: yaml.YAMLError, text: str, file: str) -> InvalidCatalogue:
    problem = f"is not YAML: {getattr(error, 'problem', None) or 'unreadable characters'}"
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        return InvalidCatalogue(problem, file=file)
    lines = text.split("\n")
    # The end of a file without a last line end counts as a line of its own.
    number = min(mark.line, len(lines) - 1)
    indent = lines[number][: len(lines[number]) - len(lines[number].lstrip())]
    advice = " (indent with spaces, not with tabs)" if "\t" in indent else ""
    return InvalidCatalogue(problem + advice, line=number + 1, file=file)


def _read_catalogue(root: yaml.MappingNode, file: str) -> Catalogue:
    parts = _members(root, ("feeds", "defaults"), "the catalogue")
    if "feeds" not in parts:
        raise Unfit("has no list `feeds`", root)
    defaults = _read_defaults(parts.get("defaults"))
    feeds: list[FeedSpec] = []
    places: list[Place] = []
    for node in _items(parts["feeds"]):
        feeds.append(read_feed(node, defaults))
        places.append(Place(file, node.start_mark.line + 1))
    return build_catalogue(feeds, places)


def _items(node: yaml.Node) -> Iterator[yaml.MappingNode]:
    if not isinstance(node, yaml.SequenceNode):
        raise Unfit("`feeds` should be a list (`feeds: []` is a list of none)", node)
    for item in node.value:
        if not isinstance(item, yaml.MappingNode):
            raise Unfit("a feed should be a mapping with `url` and `name`", item)
        yield item


def _read_defaults(node: yaml.Node | None) -> dict[str, Any]:
    if node is None:
        return {}
    if not isinstance(node, yaml.MappingNode):
        raise Unfit("`defaults` should be a mapping", node)
    return _read_values(node, _DEFAULT_KEYS, "defaults")


def read_feed(node: yaml.MappingNode, defaults: dict[str, Any]) -> FeedSpec:
    """Read one feed; raises Unfit."""
    values = {**defaults, **_read_values(node, _FEED_KEYS, "a feed")}
    for key in ("url", "name"):
        if key not in values:
            raise Unfit(f"the feed has no `{key}`", node)
    values.setdefault("key", derive_key(values["name"], values["url"]))
    values.setdefault("source", registrable_domain(values["url"]))
    return FeedSpec(**values)


def _read_values(node: yaml.MappingNode, known: tuple[str, ...], what: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value_node in _members(node, known, what).items():
        field = SYNONYMS.get(key, key)
        if field in values:
            raise Unfit(f"`{key}` and `{field}` say the same thing", value_node)
        try:
            values[field] = READERS[field](value_node)
        except Unfit as error:
            error.problem = f"`{key}` {error.problem}"
            raise
    return values


def _members(node: yaml.MappingNode, known: tuple[str, ...], what: str) -> dict[str, yaml.Node]:
    members: dict[str, yaml.Node] = {}
    for key_node, value_node in node.value:
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else ""
        if key in members:
            raise Unfit(f"`{key}` stands here twice", key_node)
        if key not in known:
            raise Unfit(_unknown(key, known, what), key_node)
        members[key] = value_node
    return members


def _unknown(key: str, known: tuple[str, ...], what: str) -> str:
    close = get_close_matches(key[:80].lower(), known, n=1, cutoff=0.5)
    advice = f"did you mean `{close[0]}`?" if close else f"known are {', '.join(known)}"
    return f"{what} has no `{key[:80]}`: {advice}"
