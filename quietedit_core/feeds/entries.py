"""What is a feed, once its dialect no longer matters?"""

from dataclasses import dataclass
from enum import StrEnum


class Dialect(StrEnum):
    RSS = "rss"
    RDF = "rdf"
    ATOM = "atom"
    JSON_FEED = "json_feed"
    NEWS_SITEMAP = "news_sitemap"
    SITEMAP = "sitemap"
    SITEMAP_INDEX = "sitemap_index"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry as its outlet gave it; dates stay verbatim, `link` is absolute http(s).

    `content_html` is markup from outside: whoever shows it cleans it first.
    """

    title: str = ""
    link: str | None = None
    guid: str | None = None
    published_text: str | None = None
    updated_text: str | None = None
    summary: str = ""
    content_html: str | None = None
    author: str = ""
    language: str = ""
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedFeed:
    """A feed in one shape.

    `truncated`: there were more entries than these, so none that is missing has vanished.
    `repaired`: the body was not what its format asks for; `notes` say how.
    `sitemaps`: the addresses an index file points at; it has no entries of its own.
    """

    dialect: Dialect
    title: str = ""
    home_url: str | None = None
    language: str = ""
    hub_url: str | None = None
    self_url: str | None = None
    ttl_seconds: int | None = None
    skip_hours: tuple[int, ...] = ()
    skip_days: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    sitemaps: tuple[str, ...] = ()
    repaired: bool = False
    truncated: bool = False
    dropped_characters: int = 0
    notes: tuple[str, ...] = ()
