"""How does a catalogue travel to and from other readers of feeds?

OPML 2.0, http://opml.org/spec2.opml. What it has no attribute for stands in a namespace of our own;
selectors do not travel.
"""

from collections.abc import Iterator
from dataclasses import replace

import yaml
from lxml import etree

from quietedit_core.catalogue.fields import Unfit
from quietedit_core.catalogue.reading import read_feed
from quietedit_core.catalogue.specs import (
    Catalogue,
    FeedSpec,
    Place,
    address_of,
    build_catalogue,
    derive_key,
)
from quietedit_core.errors import InvalidCatalogue, InvalidUrl

_FILE = "OPML"
_BODY_LIMIT_BYTES = 8 * 1024 * 1024
_OUTLINE_LIMIT = 100_000
_NAMESPACE = "urn:quietedit:opml"
# Ours alone: attribute in the namespace, field of FeedSpec.
_OWN = (
    ("key", "key"),
    ("source", "source"),
    ("pollIntervalSeconds", "poll_interval_seconds"),
    ("delaySeconds", "delay_seconds"),
    ("hourlyCeiling", "hourly_ceiling"),
)


def catalogue_to_opml(catalogue: Catalogue) -> str:
    """Write the active feeds as a subscription list."""
    root = etree.Element("opml", version="2.0", nsmap={"quietedit": _NAMESPACE})
    etree.SubElement(etree.SubElement(root, "head"), "title").text = "Feeds watched by Quiet Edit"
    body = etree.SubElement(root, "body")
    for feed in catalogue.feeds:
        if feed.active:
            etree.SubElement(body, "outline", _attributes(feed))
    return etree.tostring(root, encoding="unicode", pretty_print=True)


def _attributes(feed: FeedSpec) -> dict[str, str]:
    attributes = {"type": "rss", "text": feed.name, "title": feed.name, "xmlUrl": feed.url}
    if feed.language:
        attributes["language"] = feed.language
    if feed.topics:
        # The attribute separates by commas and has no way to write one.
        attributes["category"] = ",".join(topic.replace(",", " ") for topic in feed.topics)
    for attribute, name in _OWN:
        value = getattr(feed, name)
        if value is not None:
            attributes[f"{{{_NAMESPACE}}}{attribute}"] = str(value)
    return attributes


def catalogue_from_opml(body: bytes) -> Catalogue:
    """Read a subscription list; folders become topics, a feed in two folders is one feed."""
    outlines = list(_outlines(_parse(body)))
    feeds: dict[str, FeedSpec] = {}
    places: dict[str, Place] = {}
    for outline in outlines:
        feed = _read_outline(outline, {other.key for other in feeds.values()})
        address = address_of(feed)
        if held := feeds.get(address):
            topics = tuple(dict.fromkeys((*held.topics, *feed.topics)))
            feeds[address] = replace(held, topics=topics)
            continue
        feeds[address] = feed
        places[address] = Place(_FILE, _line(outline))
    return build_catalogue(list(feeds.values()), list(places.values()))


def _parse(body: bytes) -> etree._Element:
    if len(body) > _BODY_LIMIT_BYTES:
        raise InvalidCatalogue(f"is larger than {_BODY_LIMIT_BYTES} bytes", file=_FILE)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        raise InvalidCatalogue(f"is not XML: {error.msg}", line=error.lineno, file=_FILE) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise InvalidCatalogue("declares a document type, which is not read", file=_FILE)
    if root.tag != "opml":
        raise InvalidCatalogue("is XML without an `opml` element", line=_line(root), file=_FILE)
    return root


def _outlines(root: etree._Element) -> Iterator[etree._Element]:
    for count, outline in enumerate(root.iter("outline")):
        if count >= _OUTLINE_LIMIT:
            raise InvalidCatalogue(f"has more than {_OUTLINE_LIMIT} outlines", file=_FILE)
        if _attribute(outline, "xmlUrl"):
            yield outline


def _read_outline(outline: etree._Element, taken: set[str]) -> FeedSpec:
    """Let the outline pass the same checks as a feed in a feeds.yaml."""
    url = _attribute(outline, "xmlUrl").replace("feed://", "http://", 1)
    name = _attribute(outline, "title") or _attribute(outline, "text") or url
    texts = {"url": url, "name": name, "language": _attribute(outline, "language")}
    texts |= {field: outline.get(f"{{{_NAMESPACE}}}{attribute}", "") for attribute, field in _OWN}
    try:
        texts["key"] = texts["key"] or derive_key(name, url, taken)
        return read_feed(_node(texts, _topics(outline), _line(outline)), {})
    except InvalidUrl as error:
        raise InvalidCatalogue(str(error), line=_line(outline), file=_FILE) from None
    except Unfit as error:
        raise InvalidCatalogue(error.problem, line=error.line, file=_FILE) from None


def _node(texts: dict[str, str], topics: list[str], line: int) -> yaml.MappingNode:
    mark = yaml.Mark(_FILE, 0, line - 1, 0, "", 0)

    def scalar(text: str) -> yaml.ScalarNode:
        return yaml.ScalarNode("", text, mark)

    members: list[tuple[yaml.Node, yaml.Node]] = [
        (scalar(name), scalar(text)) for name, text in texts.items() if text
    ]
    if topics:
        topic_nodes = [scalar(topic) for topic in topics]
        members.append((scalar("topics"), yaml.SequenceNode("", topic_nodes, mark)))
    return yaml.MappingNode("", members, mark)


def _topics(outline: etree._Element) -> list[str]:
    """The categories of the outline, then the folders around it."""
    categories = _attribute(outline, "category").split(",")
    folders = [_attribute(folder, "text") for folder in outline.iterancestors("outline")]
    texts = [text.strip().strip("/") for text in (*categories, *reversed(folders))]
    return list(dict.fromkeys(text for text in texts if text))


def _attribute(outline: etree._Element, name: str) -> str:
    return " ".join(outline.get(name, "").split())


def _line(element: etree._Element) -> int:
    line: object = element.sourceline
    return line if isinstance(line, int) else 1
