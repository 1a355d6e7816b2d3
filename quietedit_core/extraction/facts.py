"""What does the page claim about itself?

Only what is declared counts, verbatim and with its source: a date that merely stands on the page
may be a neighbour's.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from quietedit_core.extraction.structured import StructuredData

_TEXT_LIMIT = 2000
# The fields of PageFacts that hold claims.
_CLAIMS = frozenset({"headlines", "bylines", "published", "modified"})


class Access(StrEnum):
    FREE = "free"
    METERED = "metered"
    PAID = "paid"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Claim:
    """A value as the page gives it, beside the place that gives it."""

    value: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    headlines: tuple[Claim, ...] = ()
    bylines: tuple[Claim, ...] = ()
    section: str = ""
    language: str = ""
    published: tuple[Claim, ...] = ()
    modified: tuple[Claim, ...] = ()
    canonical_url: str = ""
    amp_url: str = ""
    access: Access = Access.UNKNOWN
    correction_notes: tuple[str, ...] = ()
    page_kind: str = ""
    encoding: str = "utf-8"
    replaced: int = 0

    @property
    def byline(self) -> str:
        return self.bylines[0].value if self.bylines else ""

    @property
    def published_at_claim(self) -> str:
        return self.published[0].value if self.published else ""

    @property
    def modified_at_claim(self) -> str:
        return self.modified[0].value if self.modified else ""


def facts_to_payload(facts: PageFacts) -> dict[str, Any]:
    """The facts as JSON-able values."""
    return asdict(facts)


def facts_from_payload(payload: Mapping[str, Any]) -> PageFacts:
    """The facts of a payload of any release: what it lacks is unclaimed, what is unknown is left.

    Raises KeyError, TypeError or ValueError on what no release has written.
    """
    known = {each.name for each in fields(PageFacts)}
    values = {name: value for name, value in payload.items() if name in known}
    for name in _CLAIMS & values.keys():
        values[name] = tuple(Claim(each["value"], each["source"]) for each in values[name])
    if "correction_notes" in values:
        values["correction_notes"] = tuple(values["correction_notes"])
    if "access" in values:
        values["access"] = Access(values["access"])
    return PageFacts(**values)


# (fact, name or property of the meta element), the most telling first
_META_HEADLINES = ("og:title", "twitter:title", "dc.title", "headline")
_META_BYLINES = (
    "author",
    "article:author",
    "dc.creator",
    "parsely-author",
    "sailthru.author",
    "byl",
)
_META_PUBLISHED = (
    "article:published_time",
    "article:published",
    "og:published_time",
    "datepublished",
    "date",
    "dc.date.issued",
    "dc.date",
    "dcterms.created",
    "pubdate",
    "publishdate",
    "publish-date",
    "parsely-pub-date",
    "sailthru.date",
    "cxenseparse:recs:publishtime",
)
_META_MODIFIED = (
    "article:modified_time",
    "article:modified",
    "og:updated_time",
    "datemodified",
    "last-modified",
    "dcterms.modified",
    "dc.date.modified",
    "lastmod",
    "revised",
)
_META_SECTIONS = ("article:section", "section", "parsely-section", "cxenseparse:recs:category")


@dataclass(slots=True)
class Head:
    """The declarations of a page's head, first of each name."""

    metas: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    title: str = ""
    language: str = ""


def read_head(root: etree._Element) -> Head:
    """Gather meta, link and title elements, wherever a sloppy page has put them."""
    head = Head(
        language=root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    )
    for element in root.iter("meta", "link", "title"):
        if element.tag == "title":
            head.title = head.title or _squeeze("".join(map(str, element.itertext())))
        elif element.tag == "link":
            _note_link(head.links, element)
        else:
            _note_meta(head.metas, element)
    return head


def _note_link(links: dict[str, str], element: etree._Element) -> None:
    for rel in (element.get("rel") or "").lower().split():
        links.setdefault(rel, (element.get("href") or "").strip())


def _note_meta(metas: dict[str, str], element: etree._Element) -> None:
    name = element.get("property") or element.get("name") or element.get("itemprop")
    content = _squeeze(element.get("content") or "")
    if name and content:
        metas.setdefault(name.strip().lower(), content[:_TEXT_LIMIT])


def read_facts(
    head: Head, data: StructuredData, *, h1: str, url: str, encoding: str, replaced: int
) -> PageFacts:
    """Put the declarations of a page side by side."""
    return PageFacts(
        headlines=_claims(
            ("h1", h1),
            ("json-ld", data.headline),
            *_metas(head, _META_HEADLINES),
            ("title", head.title),
        ),
        bylines=_claims(("json-ld", data.author), *_metas(head, _META_BYLINES)),
        section=data.section or _first(head, _META_SECTIONS),
        language=data.language or head.language or head.metas.get("og:locale", ""),
        published=_claims(("json-ld", data.published), *_metas(head, _META_PUBLISHED)),
        modified=_claims(("json-ld", data.modified), *_metas(head, _META_MODIFIED)),
        canonical_url=_absolute(url, head.links.get("canonical", "")),
        amp_url=_absolute(url, head.links.get("amphtml", "")),
        access=_access(data, head),
        page_kind=data.kind or head.metas.get("og:type", ""),
        encoding=encoding,
        replaced=replaced,
    )


def _access(data: StructuredData, head: Head) -> Access:
    tier = head.metas.get("article:content_tier", "").lower()
    if data.free_whole is False or tier == "locked":
        return Access.PAID
    if data.free_parts is False or tier == "metered":
        return Access.METERED
    return Access.FREE if data.free_whole or tier == "free" else Access.UNKNOWN


def _metas(head: Head, names: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(name, head.metas.get(name, "")) for name in names]


def _first(head: Head, names: tuple[str, ...]) -> str:
    return next((head.metas[name] for name in names if name in head.metas), "")


def _claims(*pairs: tuple[str, str]) -> tuple[Claim, ...]:
    return tuple(Claim(value, source) for source, value in pairs if value)


def _absolute(url: str, link: str) -> str:
    try:
        return urljoin(url, link) if link else ""
    except ValueError:
        return ""


def _squeeze(text: str) -> str:
    return " ".join(text.split())
