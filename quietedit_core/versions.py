"""How the versions of a document hang together: each row's hash covers its predecessor's.

Whoever changes a past version must change every later one too, and whoever has noted down one
hash can tell. The construction is that of a linked timestamp (Haber and Stornetta 1991).
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainLink:
    """What a version's hash covers; times are aware."""

    document_url: str
    number: int
    text_hash: str
    payload_sha256: str
    page_sha256: str
    extractor: str
    seen_at: datetime
    unchanged_at: datetime | None
    previous_hash: str | None


def chain_hash(link: ChainLink) -> str:
    """64 hex digits over every field of the link, times in UTC to the microsecond."""
    return _digest(
        [
            link.document_url,
            link.number,
            link.text_hash,
            link.payload_sha256,
            link.page_sha256,
            link.extractor,
            _stamp(link.seen_at),
            _stamp(link.unchanged_at),
            link.previous_hash,
        ]
    )


def find_broken_link(chain: Iterable[tuple[ChainLink, str]]) -> int | None:
    """The number of the first version that does not follow from its predecessor, if any.

    `chain` holds a document's links with their stored hashes, oldest first.
    """
    previous: str | None = None
    for expected, (link, stored) in enumerate(chain, start=1):
        if link.number != expected or link.previous_hash != previous or chain_hash(link) != stored:
            return expected
        previous = stored
    return None


def payload_hash(payload: dict[str, Any]) -> str:
    """64 hex digits over a text as it was read, before any folding."""
    return _digest(payload)


def _digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _stamp(instant: datetime | None) -> str | None:
    return instant.astimezone(UTC).isoformat(timespec="microseconds") if instant else None
