"""What does the page's JSON-LD say about its article?"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

_ARTICLE_SUFFIXES = ("article", "posting", "report", "review", "recipe")
_ARTICLE_KINDS = ("newsarticle", "liveblogposting", "article")
_NODE_LIMIT = 2000
_SCRIPT_LIMIT = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StructuredData:
    kind: str = ""
    kinds: tuple[str, ...] = ()
    headline: str = ""
    author: str = ""
    section: str = ""
    language: str = ""
    published: str = ""
    modified: str = ""
    body: str = ""
    free_whole: bool | None = None
    free_parts: bool | None = None


def read_structured_data(root: etree._Element) -> StructuredData:
    """Read the node that describes the article best, if any script holds one."""
    nodes = list(_list_nodes(root))
    kinds = tuple(kind for node in nodes for kind in _types(node))
    article = max(nodes, key=_article_rank, default=None)
    if article is None or not _article_rank(article):
        return StructuredData(kinds=kinds)
    return StructuredData(
        kind=next(iter(_types(article)), ""),
        kinds=kinds,
        headline=_text(article.get("headline")) or _text(article.get("name")),
        author=_names(article.get("author")),
        section=_text(article.get("articleSection")),
        language=_text(article.get("inLanguage")),
        published=_text(article.get("datePublished")),
        modified=_text(article.get("dateModified")),
        body=_text(article.get("articleBody")),
        free_whole=_truth(article.get("isAccessibleForFree")),
        free_parts=_parts_free(article.get("hasPart")),
    )


def _list_nodes(root: etree._Element) -> Iterator[dict[str, Any]]:
    for script in root.iter("script"):
        if "ld+json" in (script.get("type") or "").lower():
            yield from _nodes_in(_parse(script.text or ""))


def _parse(text: str) -> Any:
    if len(text) > _SCRIPT_LIMIT:
        return None
    try:
        return json.loads(text.strip().rstrip(";"), strict=False)
    except (ValueError, RecursionError):
        return None


def _nodes_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every typed object, outermost first."""
    waiting = [value]
    seen = 0
    while waiting and seen < _NODE_LIMIT:
        value = waiting.pop()
        seen += 1
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            if "@type" in value:
                yield value
            waiting.extend(
                value[key] for key in ("mainEntity", "@graph", "mainEntityOfPage") if key in value
            )


def _types(node: dict[str, Any]) -> list[str]:
    found = node.get("@type")
    listed = found if isinstance(found, list) else [found]
    return [kind for kind in listed if isinstance(kind, str)]


def _article_rank(node: dict[str, Any]) -> int:
    kinds = [kind.lower() for kind in _types(node)]
    if any(kind in _ARTICLE_KINDS for kind in kinds):
        return 3
    return 2 if any(kind.endswith(_ARTICLE_SUFFIXES) for kind in kinds) else 0


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = next((item for item in value if item), "")
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value") or ""
    return " ".join(value.split()) if isinstance(value, str) else ""


def _names(value: Any) -> str:
    listed = value if isinstance(value, list) else [value]
    return ", ".join(name for name in map(_text, listed) if name)


def _truth(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(str(value).strip().lower().rpartition("/")[2])


def _parts_free(value: Any) -> bool | None:
    parts = [
        part for part in (value if isinstance(value, list) else [value]) if isinstance(part, dict)
    ]
    told = [free for part in parts if (free := _truth(part.get("isAccessibleForFree"))) is not None]
    return all(told) if told else None
