"""How does an outlet list its articles, in the dialect of its feed?"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape

from quietedit_cli.newsroom.script import Dialect, Outlet

CONTENT_TYPES = {
    Dialect.RSS: "application/rss+xml",
    Dialect.ATOM: "application/atom+xml",
    Dialect.RDF: "text/xml",
    Dialect.JSON: "application/feed+json",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry of a feed."""

    title: str
    link: str
    published: datetime
    updated: datetime


def write_feed(outlet: Outlet, entries: Sequence[Listed]) -> str:
    """The feed as text, the newest entry first."""
    newest_first = sorted(entries, key=lambda entry: entry.published, reverse=True)
    return _WRITERS[outlet.feed.dialect](outlet, newest_first)


def _write_rss(outlet: Outlet, entries: Sequence[Listed]) -> str:
    items = "".join(
        f"<item><title>{escape(entry.title)}</title><link>{escape(entry.link)}</link>"
        f"<guid>{escape(entry.link)}</guid><pubDate>{format_datetime(entry.published)}</pubDate></item>"
        for entry in entries
    )
    return (
        f'{_prolog(outlet)}<rss version="2.0"><channel><title>{escape(outlet.name)}</title>'
        f"<link>http://{outlet.host}/</link><language>{outlet.language}</language>{items}</channel></rss>"
    )


def _write_atom(outlet: Outlet, entries: Sequence[Listed]) -> str:
    items = "".join(
        f'<entry><title>{escape(entry.title)}</title><link href="{escape(entry.link)}"/>'
        f"<id>{escape(entry.link)}</id><published>{entry.published.isoformat()}</published>"
        f"<updated>{entry.updated.isoformat()}</updated></entry>"
        for entry in entries
    )
    return (
        f'{_prolog(outlet)}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{outlet.language}">'
        f"<title>{escape(outlet.name)}</title><id>http://{outlet.host}/</id>{items}</feed>"
    )


def _write_rdf(outlet: Outlet, entries: Sequence[Listed]) -> str:
    links = "".join(f'<rdf:li rdf:resource="{escape(entry.link)}"/>' for entry in entries)
    items = "".join(
        f'<item rdf:about="{escape(entry.link)}"><title>{escape(entry.title)}</title>'
        f"<link>{escape(entry.link)}</link><dc:date>{entry.published.isoformat()}</dc:date></item>"
        for entry in entries
    )
    return (
        f'{_prolog(outlet)}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<channel rdf:about="http://{outlet.host}/"><title>{escape(outlet.name)}</title>'
        f"<link>http://{outlet.host}/</link><items><rdf:Seq>{links}</rdf:Seq></items></channel>"
        f"{items}</rdf:RDF>"
    )


def _write_json(outlet: Outlet, entries: Sequence[Listed]) -> str:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": outlet.name,
        "home_page_url": f"http://{outlet.host}/",
        "language": outlet.language,
        "items": [
            {
                "id": entry.link,
                "url": entry.link,
                "title": entry.title,
                "date_published": entry.published.isoformat(),
            }
            for entry in entries
        ],
    }
    return json.dumps(feed, ensure_ascii=False)


def _prolog(outlet: Outlet) -> str:
    return f'<?xml version="1.0" encoding="{outlet.encoding}"?>'


_WRITERS: dict[Dialect, Callable[[Outlet, Sequence[Listed]], str]] = {
    Dialect.RSS: _write_rss,
    Dialect.ATOM: _write_atom,
    Dialect.RDF: _write_rdf,
    Dialect.JSON: _write_json,
}
