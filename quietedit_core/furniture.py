"""What does a host repeat on its pages?

A paragraph that stands in many different articles of one host is no news in any of them. What was
learned is a value with a version; whoever reads a page hands it in.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from quietedit_core.extraction import Article

# Reporters carry a paragraph of background from story to story; furniture stands in far more.
FEWEST_PAGES = 4
SMALLEST_SHARE = 0.25
_DIGEST_BYTES = 12


@dataclass(frozen=True, slots=True)
class FurnitureModel:
    """Fingerprints of the paragraphs each host repeats; the version follows from them."""

    fingerprints: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def version(self) -> str:
        lines = [
            f"{host} {' '.join(sorted(self.fingerprints[host]))}"
            for host in sorted(self.fingerprints)
        ]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    def is_furniture(self, url: str, text: str) -> bool:
        """Whether the page's host repeats this text."""
        known = self.fingerprints.get(host_of(url))
        return known is not None and paragraph_fingerprint(text) in known


def learn_furniture(pages: Iterable[tuple[str, Article]]) -> FurnitureModel:
    """Learn from addresses with their articles; a page seen many times counts once."""
    seen: dict[str, dict[str, set[str]]] = {}
    urls: dict[str, set[str]] = {}
    for url, article in pages:
        host = host_of(url)
        urls.setdefault(host, set()).add(url)
        places = seen.setdefault(host, {})
        for block in article.blocks:
            places.setdefault(paragraph_fingerprint(block.text), set()).add(url)
    repeated = {host: _repeated(places, len(urls[host])) for host, places in seen.items()}
    return FurnitureModel({host: found for host, found in sorted(repeated.items()) if found})


def _repeated(places: Mapping[str, set[str]], page_count: int) -> frozenset[str]:
    needed = max(FEWEST_PAGES, SMALLEST_SHARE * page_count)
    return frozenset(mark for mark, urls in places.items() if mark and len(urls) >= needed)


def paragraph_fingerprint(text: str) -> str:
    """The letters of a text, hashed: counters and punctuation change in furniture as well."""
    letters = "".join(filter(str.isalpha, text)).casefold()
    if not letters:
        return ""
    digest = hashlib.blake2b(letters.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES)
    return digest.hexdigest()


def host_of(url: str) -> str:
    """The host that a model knows a page by."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def furniture_to_payload(model: FurnitureModel) -> dict[str, Any]:
    """The model as JSON-able values."""
    return {host: sorted(marks) for host, marks in sorted(model.fingerprints.items())}


def furniture_from_payload(payload: Mapping[str, Any]) -> FurnitureModel:
    """The model of a payload."""
    return FurnitureModel({host: frozenset(marks) for host, marks in payload.items()})
