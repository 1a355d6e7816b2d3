"""Which feeds does a page of a site name?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import ada_url
from lxml import etree
from lxml import html as lxml_html

from quietedit_core.errors import InvalidUrl
from quietedit_core.urls import canonicalize

_BODY_LIMIT_BYTES = 4 * 1024 * 1024
_FEED_LIMIT = 100


class FeedKind(StrEnum):
    RSS = "rss"
    ATOM = "atom"
    JSON = "json"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class DiscoveredFeed:
    """A feed as a page names it; whether it is one, a look at it must tell."""

    url: str
    title: str
    kind: FeedKind


# Types as they stand in the wild, the registered ones first.
_KINDS = {
    "application/rss+xml": FeedKind.RSS,
    "application/atom+xml": FeedKind.ATOM,
    "application/feed+json": FeedKind.JSON,
    "application/rdf+xml": FeedKind.RSS,
    "application/x-rss+xml": FeedKind.RSS,
    "text/rss+xml": FeedKind.RSS,
    "text/rss": FeedKind.RSS,
    "text/atom+xml": FeedKind.ATOM,
}
_FEED_PATH = re.compile(
    r"(?:^|[/._-])(?:rss\d*|atom|feeds?|rdf|newsfeed)(?:[/._-]|$)|\.(?:rss|atom|rdf)$",
    re.IGNORECASE,
)
# Comments are not what we watch.
_ASIDE = re.compile(r"comments?/feed|/comments?[/.]", re.IGNORECASE)
_BOMS = ((b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"), (b"\xef\xbb\xbf", "utf-8"))


def discover_feeds(html: bytes, *, url: str) -> tuple[DiscoveredFeed, ...]:
    """List the feeds in the order of trust: declared ones, then links that look like one."""
    root = _parse(html)
    if root is None:
        return ()
    base = _base(root, url)
    found: dict[str, DiscoveredFeed] = {}
    for href, title, kind in (*_declared(root), *_linked(root)):
        feed_url = _resolve(base, href)
        if feed_url and not _ASIDE.search(feed_url) and len(found) < _FEED_LIMIT:
            found.setdefault(canonicalize(feed_url), DiscoveredFeed(feed_url, title, kind))
    return tuple(found.values())


def _parse(body: bytes) -> etree._Element | None:
    encoding = next((name for mark, name in _BOMS if body.startswith(mark)), None)
    parser = lxml_html.HTMLParser(encoding=encoding, no_network=True, remove_comments=True)
    try:
        return lxml_html.document_fromstring(body[:_BODY_LIMIT_BYTES], parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, AssertionError):
        return None


def _declared(root: etree._Element) -> Iterator[tuple[str, str, FeedKind]]:
    for link in root.iter("link"):
        relations = link.get("rel", "").lower().split()
        kind = _KINDS.get(link.get("type", "").partition(";")[0].strip().lower())
        if "feed" in relations or (kind is not None and "alternate" in relations):
            yield link.get("href", ""), _flat(link.get("title", "")), kind or FeedKind.UNKNOWN


def _linked(root: etree._Element) -> Iterator[tuple[str, str, FeedKind]]:
    for anchor in root.iter("a"):
        href = anchor.get("href", "")
        kind = _KINDS.get(anchor.get("type", "").strip().lower())
        if kind is not None or _FEED_PATH.search(href.partition("?")[0].partition("#")[0]):
            text = _flat("".join(map(str, anchor.itertext()))) or _flat(anchor.get("title", ""))
            yield href, text, kind or FeedKind.UNKNOWN


def _base(root: etree._Element, url: str) -> str:
    first = next((each.get("href", "") for each in root.iter("base") if each.get("href")), "")
    return _resolve(url, first) or url


def _resolve(base: str, href: str) -> str | None:
    address = re.sub(r"^feed:(?://)?(?=https?:)|^feed:(?=//)", "", href.strip())
    try:
        joined = ada_url.join_url(base, address) if address else ""
        canonicalize(joined)
    except (ValueError, InvalidUrl):
        return None
    return joined.partition("#")[0]


def _flat(text: str) -> str:
    return " ".join(text.split())[:200]
