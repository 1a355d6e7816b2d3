"""What does this body say, if it is a feed?"""

from collections.abc import Callable
from dataclasses import replace

from quietedit_core.errors import NotAFeed
from quietedit_core.feeds.decoding import is_packed, read_text
from quietedit_core.feeds.defects import Defects
from quietedit_core.feeds.duplicates import merge_duplicates
from quietedit_core.feeds.entries import Dialect, ParsedFeed
from quietedit_core.feeds.json_feed import looks_like_json, read_json_feed
from quietedit_core.feeds.recognising import describe_binary, describe_text, find_root
from quietedit_core.feeds.sitemaps import read_sitemap, read_sitemap_index
from quietedit_core.feeds.syndication import read_syndication
from quietedit_core.feeds.trees import Element, grow_tree

_SITEMAPS: dict[str, Callable[[Element, str], ParsedFeed]] = {
    "urlset": read_sitemap,
    "sitemapindex": read_sitemap_index,
}
_DIALECTS = {"rss": Dialect.RSS, "channel": Dialect.RSS, "rdf": Dialect.RDF, "feed": Dialect.ATOM}


def parse_feed(body: bytes, *, content_type: str | None = None, url: str = "") -> ParsedFeed:
    """Read a body in any dialect; `url` is where it came from, for relative links.

    Raises NotAFeed, which says what the body looks like instead. A broken feed is read as far
    as it can be; `repaired`, `truncated` and `notes` say what was wrong with it.
    """
    defects = Defects()
    text = read_text(body, content_type, defects)
    feed = _read(text, url, defects)
    if feed is None:
        raise NotAFeed(_describe(body, text), url)
    named = [entry for entry in feed.entries if entry.link or entry.guid]
    if len(named) < len(feed.entries):
        defects.note("entries with neither link nor guid were left out")
    entries = merge_duplicates(named, defects)
    truncated = feed.truncated or defects.truncated
    return replace(
        feed,
        entries=entries,
        repaired=bool(defects.notes),
        truncated=truncated,
        dropped_characters=defects.dropped_characters,
        notes=tuple(defects.notes),
    )


def _describe(body: bytes, text: str) -> str:
    """A packed body is described by what was in it."""
    binary = describe_binary(body)
    return describe_text(text) if is_packed(body) and text else binary or describe_text(text)


def _read(text: str, url: str, defects: Defects) -> ParsedFeed | None:
    if looks_like_json(text):
        return read_json_feed(text, url, defects)
    start = find_root(text)
    root = grow_tree(text, start, defects) if start else None
    if root is None or not isinstance(root.tag, str):
        return None
    name = root.tag.rpartition("}")[2].rpartition(":")[2].lower()
    if name in _SITEMAPS:
        return _SITEMAPS[name](root, url)
    dialect = _DIALECTS.get(name)
    return read_syndication(root, dialect, url, defects) if dialect else None
