"""How is a catalogue written as a feeds.yaml?"""

from dataclasses import asdict, replace

import yaml

from quietedit_core.catalogue.reading import compose_catalogue, parse_catalogue
from quietedit_core.catalogue.specs import Catalogue, FeedSpec, address_of, derive_key
from quietedit_core.errors import InvalidCatalogue
from quietedit_core.urls import registrable_domain


def catalogue_to_yaml(catalogue: Catalogue) -> str:
    """Write what `parse_catalogue` reads back as the same feeds."""
    return _dump({"feeds": [_members(feed) for feed in catalogue.feeds]})


def add_to_yaml(text: str, feed: FeedSpec, *, file: str = "feeds.yaml") -> str:
    """Put one more feed at the end of the list, and leave every other line as it is.

    `defaults` of the file hold for it. Raises InvalidCatalogue if the feed clashes with one that
    is there, or if the list is written in a way that cannot be added to without touching the rest.
    """
    before = parse_catalogue(text, file=file)
    members = compose_catalogue(text, file).value
    listed = next(node for key, node in members if key.value == "feeds")
    if not listed.value or listed.flow_style:
        raise InvalidCatalogue("the list `feeds` is not one feed a line: add it by hand", file=file)
    lines = text.splitlines(keepends=True)
    end = _end_of_list(lines, listed.end_mark.line)
    indent = " " * listed.start_mark.column
    item = [f"{indent}{line}\n" for line in _dump([_members(feed)]).splitlines()]
    head = "".join(lines[:end]).rstrip("\n")
    added = "".join((head, "\n", *item, *lines[end:]))
    *others, last = parse_catalogue(added, file=file).feeds
    if tuple(others) != before.feeds or not _says_all_of(feed, last):
        raise InvalidCatalogue("the feed would be read as another: add it by hand", file=file)
    return added


def add_all_to_yaml(
    text: str, catalogue: Catalogue, *, file: str = "feeds.yaml"
) -> tuple[str, tuple[FeedSpec, ...]]:
    """Put the feeds that the file does not have at its end; returns them beside the text.

    A feed is known by its address; one whose key is taken by another gets a key of its own.
    Raises InvalidCatalogue as `add_to_yaml` does.
    """
    known = parse_catalogue(text, file=file).feeds
    addresses, keys = {address_of(feed) for feed in known}, {feed.key for feed in known}
    added: list[FeedSpec] = []
    for feed in catalogue.feeds:
        if address_of(feed) in addresses:
            continue
        if feed.key in keys:
            feed = replace(feed, key=derive_key(feed.name, feed.url, keys))  # noqa: PLW2901
        text = add_to_yaml(text, feed, file=file)
        keys.add(feed.key)
        added.append(feed)
    return text, tuple(added)


def _says_all_of(feed: FeedSpec, read: FeedSpec) -> bool:
    """Whether it was read as it was meant; `defaults` may have filled what it left open."""
    said = {name: value for name, value in asdict(feed).items() if value not in (None, ())}
    return said.items() <= asdict(read).items()


def _end_of_list(lines: list[str], end: int) -> int:
    """YAML ends a list where something else begins; what stands between belongs to that."""
    end = min(end + 1, len(lines)) if end >= len(lines) - 1 else end
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _dump(content: object) -> str:
    return yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=10_000)


def _members(feed: FeedSpec) -> dict[str, object]:
    members: dict[str, object] = {
        name: value for name, value in asdict(feed).items() if value is not None
    }
    members["topics"] = list(feed.topics)
    if feed.selectors is not None:
        members["selectors"] = _grouped(feed.selectors)
    if not feed.topics:
        del members["topics"]
    if feed.active:
        del members["active"]
    if feed.source == registrable_domain(feed.url):
        del members["source"]
    return members


def _grouped(selectors: tuple[tuple[str, str], ...]) -> dict[str, object]:
    """One selector of a part as a text, several as a list."""
    grouped: dict[str, list[str]] = {}
    for part, selector in selectors:
        grouped.setdefault(part, []).append(selector)
    return {part: found[0] if len(found) == 1 else found for part, found in grouped.items()}
