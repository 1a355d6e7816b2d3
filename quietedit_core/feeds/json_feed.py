"""What does a JSON Feed say? https://www.jsonfeed.org/version/1.1/"""

import json
import re
from collections.abc import Iterator
from typing import Any

from quietedit_core.feeds.defects import Defects
from quietedit_core.feeds.entries import Dialect, Entry, ParsedFeed
from quietedit_core.feeds.plain_text import plain_summary, plain_title
from quietedit_core.feeds.recognising import absolute_url

_VERSION = re.compile(r"jsonfeed\.org/version/", re.IGNORECASE)
_ITEMS = re.compile(r'"items"\s*:\s*\[\s*')
_BETWEEN = re.compile(r"\s*,\s*")
_DECODER = json.JSONDecoder(strict=False)
ENTRY_LIMIT = 2_000


def looks_like_json(text: str) -> bool:
    return text[:200].lstrip()[:1] == "{"


def read_json_feed(text: str, url: str, defects: Defects) -> ParsedFeed | None:
    """The feed, or None where the JSON is something else."""
    feed = _load(text, defects)
    items = feed.get("items")
    says_so = bool(_VERSION.search(_string(feed, "version")))
    if not isinstance(items, list) or not (says_so or _has_items_of_a_feed(items)):
        return None
    if not says_so:
        defects.note("JSON without a version was read as a JSON Feed")
    if len(items) > ENTRY_LIMIT:
        defects.note_truncation("there are more entries than we read")
    entries = (_entry_of(item, url) for item in items[:ENTRY_LIMIT] if isinstance(item, dict))
    return ParsedFeed(
        dialect=Dialect.JSON_FEED,
        title=plain_title(_string(feed, "title"), is_markup=False),
        home_url=absolute_url(_string(feed, "home_page_url"), url),
        language=_string(feed, "language"),
        hub_url=next(_list_hubs(feed, url), None),
        self_url=absolute_url(_string(feed, "feed_url"), url),
        entries=tuple(entries),
    )


def _load(text: str, defects: Defects) -> dict[str, Any]:
    try:
        feed = _DECODER.raw_decode(text.lstrip())[0]
    except (ValueError, RecursionError):
        return _load_cut_off(text, defects)
    return feed if isinstance(feed, dict) else {}


def _load_cut_off(text: str, defects: Defects) -> dict[str, Any]:
    """The items that came whole, where the text as a whole is no JSON."""
    start = _ITEMS.search(text)
    items: list[Any] = []
    position = start.end() if start else len(text)
    while position < len(text) and len(items) <= ENTRY_LIMIT:
        try:
            item, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            break
        items.append(item)
        between = _BETWEEN.match(text, position)
        position = between.end() if between else len(text)
    if items:
        defects.note_truncation("the body ends before the feed does")
    return {"items": items, "version": text[: start.start()]} if start and items else {}


def _has_items_of_a_feed(items: list[Any]) -> bool:
    return bool(items) and all(
        isinstance(item, dict)
        and ("url" in item or "id" in item)
        and ("title" in item or _has_content(item))
        for item in items
    )


def _has_content(item: dict[str, Any]) -> bool:
    return "content_html" in item or "content_text" in item


def _entry_of(item: dict[str, Any], url: str) -> Entry:
    guid = item.get("id")
    links = (_string(item, key) for key in ("url", "external_url", "id"))
    found = (absolute_url(link, url if key < 2 else "") for key, link in enumerate(links))  # noqa: PLR2004 an id is no relative link
    return Entry(
        title=plain_title(_string(item, "title"), is_markup=False),
        link=next((link for link in found if link), None),
        guid=str(guid).strip() or None if isinstance(guid, str | int) else None,
        published_text=_string(item, "date_published") or None,
        updated_text=_string(item, "date_modified") or None,
        summary=plain_summary(_string(item, "summary")),
        content_html=_content_of(item),
        author=", ".join(dict.fromkeys(_list_authors(item))),
        language=_string(item, "language"),
        categories=tuple(dict.fromkeys(_list_strings(item.get("tags")))),
    )


def _content_of(item: dict[str, Any]) -> str | None:
    if markup := _string(item, "content_html"):
        return markup
    plain = _string(item, "content_text")
    escaped = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped or None


def _list_authors(item: dict[str, Any]) -> Iterator[str]:
    authors = item.get("authors")
    for author in authors if isinstance(authors, list) else [item.get("author")]:
        if isinstance(author, dict) and (name := _string(author, "name")):
            yield name


def _list_hubs(feed: dict[str, Any], url: str) -> Iterator[str]:
    hubs = feed.get("hubs")
    for hub in hubs if isinstance(hubs, list) else []:
        if isinstance(hub, dict) and (address := absolute_url(_string(hub, "url"), url)):
            yield address


def _list_strings(values: Any) -> list[str]:
    found = values if isinstance(values, list) else []
    return [value.strip() for value in found if isinstance(value, str) and value.strip()]


def _string(values: dict[str, Any], key: str) -> str:
    value = values.get(key)
    return value.strip() if isinstance(value, str) else ""
