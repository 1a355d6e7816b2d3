"""How is a tree in RSS, RDF or Atom read by feedparser?

feedparser knows the dialects. It is given a tree that is clean, bounded and free of the things
that lead it astray; it neither fetches nor guesses an encoding, and its own dates are not used.
"""

import copy
import io
import re
from dataclasses import replace
from typing import Any

import feedparser
import lxml.etree

from quietedit_core.feeds.defects import Defects
from quietedit_core.feeds.entries import Dialect, ParsedFeed
from quietedit_core.feeds.fields import dicts_of, feed_of
from quietedit_core.feeds.recognising import absolute_url
from quietedit_core.feeds.trees import Element

# feedparser takes a quarter of a millisecond for a small entry; what lies further down is old.
ENTRY_LIMIT = 5_000
_ATTRIBUTE_LIMIT = 40
_CHILD_LIMIT = 300
_NAME_LIMIT_CHARACTERS = 500
_NAMES = ("{*}author", "{*}creator", "{*}managingEditor", "{*}webMaster", "{*}publisher", "{*}name")

_ENTRIES = ("{*}item", "{*}entry")
_DC_DATE = "{http://purl.org/dc/elements/1.1/}date"
_DC_ISSUED = "{http://purl.org/dc/terms/}issued"
_UNUSED_NAMESPACES = (
    "{http://www.itunes.com/",
    "{http://www.georss.org/",
    "{http://www.opengis.net/",
    "{http://podlove.org/",
)
_MEDIA = "{http://search.yahoo.com/mrss"
_Parsed = tuple[dict[str, Any], list[dict[str, Any]]]
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOUR = re.compile(r"\s*(\d{1,2})(?:[.:]00)?\s*")


def read_syndication(root: Element, dialect: Dialect, url: str, defects: Defects) -> ParsedFeed:
    """Read a tree, which is changed on the way."""
    _limit_entries(root, defects)
    _limit_attributes(root)
    _limit_children(root)
    _limit_names(root)
    for element in list(root.iter(*_ENTRIES)):
        _prepare_entry(element, dialect)
    feed, entries = _run_feedparser(root, url) or _read_apart(root, url, defects)
    return replace(
        feed_of(feed, entries, dialect, url),
        skip_hours=_list_skip_hours(root),
        skip_days=_list_skip_days(root),
    )


def _run_feedparser(root: Element, url: str) -> _Parsed | None:
    clean = lxml.etree.tostring(root, encoding="utf-8", xml_declaration=True)
    headers = {"content-type": "application/xml; charset=utf-8", "content-location": url}
    try:
        parsed = feedparser.parse(
            io.BytesIO(clean),  # a text could be taken for an address or a file's name
            response_headers=headers,
            resolve_relative_uris=False,
            sanitize_html=False,
        )
    except Exception:  # noqa: BLE001  feedparser declares no errors and its handlers raise many
        return None
    return dict(parsed["feed"]), dicts_of(parsed, "entries")


def _read_apart(root: Element, url: str, defects: Defects) -> _Parsed:
    """Read each entry alone, where some element makes feedparser stumble over the whole."""
    elements = list(root.iter(*_ENTRIES))
    for element in elements:
        _remove(element)
    feed, _ = _run_feedparser(root, url) or ({}, [])
    found = [_read_alone(element, root, url) for element in elements]
    defects.note("entries were read one by one, as together they could not be")
    if not all(found):
        defects.note_truncation("entries that could not be read were left out")
    return feed, [entry for entries in found for entry in entries]


def _read_alone(element: Element, root: Element, url: str) -> list[dict[str, Any]]:
    shell = copy.copy(root)
    del shell[:]
    shell.append(element)
    _, entries = _run_feedparser(shell, url) or ({}, [])
    return entries


def _limit_entries(root: Element, defects: Defects) -> None:
    entries = list(root.iter(*_ENTRIES))
    if len(entries) <= ENTRY_LIMIT:
        return
    defects.note_truncation("there are more entries than we read")
    for element in entries[ENTRY_LIMIT:]:
        _remove(element)


def _limit_attributes(root: Element) -> None:
    """feedparser's time grows with the square of an element's attributes."""
    crowded = root.xpath("//*[count(@*) > $limit]", limit=_ATTRIBUTE_LIMIT)
    for element in crowded if isinstance(crowded, list) else ():
        if isinstance(element, Element):
            for name in list(element.attrib)[_ATTRIBUTE_LIMIT:]:
                del element.attrib[name]


def _limit_children(root: Element) -> None:
    """The same holds for the categories of a feed or an entry."""
    for parent in root.iter("{*}channel", "{*}feed", *_ENTRIES):
        fields = [child for child in parent if not str(child.tag).endswith(("item", "entry"))]
        for child in fields[_CHILD_LIMIT:]:
            parent.remove(child)


def _limit_names(root: Element) -> None:
    """It looks for addresses in names, again in the square of their length."""
    for element in root.iter(*_NAMES):
        if element.text and len(element.text) > _NAME_LIMIT_CHARACTERS:
            element.text = element.text[:_NAME_LIMIT_CHARACTERS]


def _prepare_entry(element: Element, dialect: Dialect) -> None:
    """Take away what feedparser would confuse with the entry's own fields."""
    has_summary = element.find("{*}description") is not None
    for child in list(element):
        tag = str(child.tag)
        is_media_text = tag.startswith(_MEDIA) and tag.endswith(("}description", "}text"))
        if tag.startswith(_UNUSED_NAMESPACES) or (is_media_text and has_summary):
            _remove(child)
        elif tag.rpartition("}")[2] in {"guid", "id"}:
            _settle_guid(child)
        else:
            _wrap_markup(child)
    if dialect is not Dialect.ATOM:
        _settle_dates(element)


def _wrap_markup(field: Element) -> None:
    """As one section, escaped markup reaches feedparser in one piece: half the time of a feed."""
    text = field.text or ""
    if len(field) == 0 and "<" in text and "]]>" not in text:
        field.text = lxml.etree.CDATA(text)


def _settle_guid(guid: Element) -> None:
    """feedparser makes a link of every guid that does not deny it, be it `4711`."""
    name = next((name for name in guid.attrib if str(name).lower() == "ispermalink"), "isPermaLink")
    text = (guid.text or "").strip()
    is_denied = str(guid.attrib.pop(name, "true")).strip().lower() == "false"
    is_link = not is_denied and absolute_url(text, "") is not None
    guid.set("isPermaLink", "true" if is_link else "false")


def _settle_dates(entry: Element) -> None:
    """In RSS `dc:date` is when the entry came; feedparser takes it for an update."""
    date = entry.find(_DC_DATE)
    if date is None:
        return
    if entry.find("{*}pubDate") is None and entry.find(_DC_ISSUED) is None:
        date.tag = _DC_ISSUED
    else:
        _remove(date)


def _remove(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _list_skip_hours(root: Element) -> tuple[int, ...]:
    """feedparser keeps the last hour alone. Some count from 1 to 24: midnight is one hour."""
    written = (_HOUR.fullmatch(_text(hour)) for hour in root.iterfind(".//{*}skipHours/{*}hour"))
    hours = {int(found[1]) for found in written if found}
    return tuple(sorted({hour % 24 for hour in hours if hour <= 24}))  # noqa: PLR2004 a day


def _list_skip_days(root: Element) -> tuple[str, ...]:
    named = {_text(day).strip().lower() for day in root.iterfind(".//{*}skipDays/{*}day")}
    return tuple(day for day in _DAYS if day in named)


def _text(element: Element) -> str:
    return "".join(str(part) for part in element.itertext())
