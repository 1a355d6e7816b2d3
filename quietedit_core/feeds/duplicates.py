"""Which entries of a feed are one and the same?"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from quietedit_core.dates import ParsedDate, parse_date
from quietedit_core.feeds.defects import Defects
from quietedit_core.feeds.entries import Entry

# Only compared with each other, so that every date is read as if it lay in the past.
_NO_TIME_LIMIT = datetime(9000, 1, 1, tzinfo=UTC)
# A guid that this many addresses share names the feed, not an entry.
_SHARED_GUID_LINKS = 3


def merge_duplicates(entries: Iterable[Entry], defects: Defects) -> tuple[Entry, ...]:
    """One entry for each guid, or for each link where a guid is missing; the first one stays,
    with the newest dates of all."""
    found = tuple(_without_shared_guids(tuple(entries), defects))
    groups: dict[str, list[Entry]] = {}
    by_link: dict[str, str] = {}
    for number, entry in enumerate(found):
        key = _find_key(entry, by_link) or f"{number} has no name"
        groups.setdefault(key, []).append(entry)
        if entry.link:
            by_link.setdefault(entry.link, key)
    if len(groups) < len(found):
        defects.note("entries that stood twice were merged")
    return tuple(_merge(group) for group in groups.values())


def _find_key(entry: Entry, by_link: dict[str, str]) -> str:
    if entry.guid:
        known = by_link.get(entry.link or "", "")
        return known if known.startswith("link ") else f"guid {entry.guid}"
    if entry.link:
        return by_link.get(entry.link, f"link {entry.link}")
    return ""


def _without_shared_guids(entries: tuple[Entry, ...], defects: Defects) -> Iterator[Entry]:
    links: defaultdict[str, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.guid and entry.link:
            links[entry.guid].add(entry.link)
    for entry in entries:
        is_shared = bool(entry.guid) and len(links.get(entry.guid or "", ())) >= _SHARED_GUID_LINKS
        if is_shared:
            defects.note("a guid that many entries share was ignored")
        yield replace(entry, guid=None) if is_shared else entry


def _merge(group: list[Entry]) -> Entry:
    if len(group) == 1:
        return group[0]
    first = group[0]
    return replace(
        first,
        link=first.link or next((entry.link for entry in group if entry.link), None),
        published_text=_newest(entry.published_text for entry in group),
        updated_text=_newest(entry.updated_text for entry in group),
    )


def _newest(texts: Iterable[str | None]) -> str | None:
    known = [text for text in texts if text]
    read = [(parsed.instant, text) for text in known if (parsed := _read(text)) is not None]
    if read:
        return max(read, key=lambda pair: pair[0])[1]
    return known[0] if known else None


def _read(text: str) -> ParsedDate | None:
    return parse_date(text, seen_at=_NO_TIME_LIMIT)
