"""Which of feedparser's many keys make up our entry?

A feed can put any text under any key: nothing is taken for more than it is.
"""

import re
import urllib.parse
from collections.abc import Iterator
from typing import Any

from quietedit_core.feeds.entries import Dialect, Entry, ParsedFeed
from quietedit_core.feeds.plain_text import plain_summary, plain_title
from quietedit_core.feeds.recognising import absolute_url

Values = dict[str, Any]

_PERIOD_SECONDS = {
    "hourly": 3600,
    "daily": 86_400,
    "weekly": 7 * 86_400,
    "monthly": 30 * 86_400,
    "yearly": 365 * 86_400,
}
_NUMBER = re.compile(r"\s*(\d{1,6})(?:\.0+)?\s*")
_RELATIVE = re.compile(
    r"""(\s(?:href|src|poster)\s*=\s*)(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')""", re.IGNORECASE
)
_HAS_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|#")


def feed_of(feed: Values, entries: list[Values], dialect: Dialect, url: str) -> ParsedFeed:
    home_url = _find_link(feed, url)
    base = url or home_url or ""
    return ParsedFeed(
        dialect=dialect,
        title=_title_of(feed, dialect),
        home_url=home_url,
        language=_string_of(feed, "language"),
        hub_url=_find_related(feed, "hub", url),
        self_url=_find_related(feed, "self", url),
        ttl_seconds=_read_ttl(feed),
        entries=tuple(_entry_of(entry, feed, dialect, base) for entry in entries),
    )


def _entry_of(entry: Values, feed: Values, dialect: Dialect, url: str) -> Entry:
    content, base = _find_content(entry)
    is_copy = bool(content) and _string_of(entry, "summary") == content.strip()
    return Entry(
        title=_title_of(entry, dialect),
        link=_find_link(entry, url),
        guid=_string_of(entry, "id") or None,
        published_text=_string_of(entry, "published") or _string_of(entry, "created") or None,
        updated_text=_string_of(entry, "updated") or None,
        summary="" if is_copy else _summary_of(entry),
        content_html=_resolve_links(content, base or url) or None,
        author=", ".join(dict.fromkeys(_list_authors(entry))),
        language=_language_of(entry, feed),
        categories=tuple(dict.fromkeys(_list_categories(entry))),
    )


def dicts_of(values: Values, key: str) -> list[Values]:
    found = values.get(key)
    return (
        [dict(each) for each in found if isinstance(each, dict)] if isinstance(found, list) else []
    )


def _string_of(values: Values, key: str) -> str:
    value = values.get(key)
    return value.strip() if isinstance(value, str) else ""


def _detail_of(values: Values, key: str) -> Values:
    detail = values.get(f"{key}_detail")
    return dict(detail) if isinstance(detail, dict) else {}


def _title_of(values: Values, dialect: Dialect) -> str:
    """Atom says what is markup; in RSS everybody puts it where it should not be."""
    kind = _detail_of(values, "title").get("type", "")
    is_markup = dialect is not Dialect.ATOM or kind != "text/plain"
    return plain_title(_string_of(values, "title"), is_markup=is_markup)


def _summary_of(entry: Values) -> str:
    text = _string_of(entry, "summary")
    is_plain = _detail_of(entry, "summary").get("type") == "text/plain"
    return plain_title(text, is_markup=False) if is_plain else plain_summary(text)


def _language_of(entry: Values, feed: Values) -> str:
    """The entry's own language; what it merely inherits is the feed's."""
    own = _string_of(entry, "language") or _string_of(_detail_of(entry, "title"), "language")
    return "" if own == _string_of(feed, "language") else own


def _find_content(entry: Values) -> tuple[str, str]:
    """The longest content as HTML, with the address that its links are relative to."""
    contents = dicts_of(entry, "content")
    if not contents:
        return "", ""
    longest = max(contents, key=lambda content: len(_string_of(content, "value")))
    text = _string_of(longest, "value")
    if longest.get("type") == "text/plain":
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text, _string_of(longest, "base")


def _resolve_links(markup: str, base: str) -> str:
    if not absolute_url(base, ""):
        return markup
    return _RELATIVE.sub(lambda found: _resolve_link(found, base), markup)


def _resolve_link(found: re.Match[str], base: str) -> str:
    reference = found[2] or found[3]
    if _HAS_SCHEME.match(reference):
        return found[0]
    try:
        resolved = urllib.parse.urljoin(base, reference)
    except ValueError:
        return found[0]
    quote = '"' if found[2] else "'"
    return f"{found[1]}{quote}{resolved}{quote}"


def _find_link(values: Values, url: str) -> str | None:
    """The page for people: an alternate in HTML before any other, what else names one after."""
    alternates = [link for link in dicts_of(values, "links") if link.get("rel") == "alternate"]
    alternates.sort(key=lambda link: "html" not in str(link.get("type", "text/html")))
    named = [_string_of(link, "href") for link in alternates]
    named += [_string_of(values, "link"), _string_of(values, "feedburner_origlink")]
    return next((link for link in (absolute_url(name, url) for name in named) if link), None)


def _find_related(feed: Values, relation: str, url: str) -> str | None:
    links = (link for link in dicts_of(feed, "links") if link.get("rel") == relation)
    found = (absolute_url(_string_of(link, "href"), url) for link in links)
    return next((link for link in found if link), None)


def _list_authors(entry: Values) -> Iterator[str]:
    named = [_string_of(author, "name") for author in dicts_of(entry, "authors")]
    for name in filter(None, named or [_string_of(entry, "author")]):
        yield plain_title(name)


def _list_categories(entry: Values) -> Iterator[str]:
    for tag in dicts_of(entry, "tags"):
        label = plain_title(_string_of(tag, "label") or _string_of(tag, "term"))
        if label:
            yield label


def _read_ttl(feed: Values) -> int | None:
    """`ttl` is in minutes, `sy:` in updates a period; 0 asks for nothing."""
    minutes = _read_number(_string_of(feed, "ttl"))
    if minutes is not None:
        return minutes * 60 or None
    period = _PERIOD_SECONDS.get(_string_of(feed, "sy_updateperiod").lower())
    frequency = _read_number(_string_of(feed, "sy_updatefrequency")) or 1
    return period // frequency or None if period else None


def _read_number(text: str) -> int | None:
    found = _NUMBER.fullmatch(text)
    return int(found[1]) if found else None
