"""What does a sitemap name? News sitemaps are the only feed of many outlets.

https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
"""

from collections.abc import Iterator

from quietedit_core.feeds.entries import Dialect, Entry, ParsedFeed
from quietedit_core.feeds.plain_text import plain_title
from quietedit_core.feeds.recognising import absolute_url
from quietedit_core.feeds.trees import Element

# The protocol allows 50,000 a file (https://www.sitemaps.org/protocol.html#index).
ADDRESS_LIMIT = 50_000


def read_sitemap(root: Element, url: str) -> ParsedFeed:
    entries = tuple(_list_entries(root, url))
    is_news = any(True for _ in root.iter("{*}publication_date", "{*}publication"))
    return ParsedFeed(
        dialect=Dialect.NEWS_SITEMAP if is_news else Dialect.SITEMAP,
        title=_first_text(root, "{*}name"),
        language=_first_text(root, "{*}language"),
        entries=entries[:ADDRESS_LIMIT],
        truncated=len(entries) > ADDRESS_LIMIT,
    )


def read_sitemap_index(root: Element, url: str) -> ParsedFeed:
    found = (absolute_url(_text(loc), url) for loc in root.iterfind("{*}sitemap/{*}loc"))
    sitemaps = tuple(dict.fromkeys(address for address in found if address))
    return ParsedFeed(
        dialect=Dialect.SITEMAP_INDEX,
        sitemaps=sitemaps[:ADDRESS_LIMIT],
        truncated=len(sitemaps) > ADDRESS_LIMIT,
    )


def _list_entries(root: Element, url: str) -> Iterator[Entry]:
    for element in root.iterfind("{*}url"):
        link = absolute_url(_child_text(element, "{*}loc"), url)
        if link is None:
            continue
        news = element.find("{*}news")
        yield _entry_of(element, news if news is not None else element, link)


def _entry_of(element: Element, news: Element, link: str) -> Entry:
    keywords = (word.strip() for word in _child_text(news, "{*}keywords").split(","))
    return Entry(
        title=plain_title(_child_text(news, "{*}title")),
        link=link,
        published_text=_child_text(news, "{*}publication_date") or None,
        updated_text=_child_text(element, "{*}lastmod") or None,
        language=_child_text(news, "{*}publication/{*}language"),
        categories=tuple(dict.fromkeys(word for word in keywords if word)),
    )


def _first_text(root: Element, name: str) -> str:
    return next((_text(element) for element in root.iter(name)), "")


def _child_text(element: Element, path: str) -> str:
    child = element.find(path)
    return "" if child is None else _text(child)


def _text(element: Element) -> str:
    return "".join(str(part) for part in element.itertext()).strip()
