"""What is a feed that we watch, as the operator describes it?"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from quietedit_core.errors import InvalidCatalogue, InvalidUrl
from quietedit_core.urls import canonicalize, host_of

KEY = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*", re.ASCII)
KEY_LIMIT = 80
# Letters that Unicode does not take apart.
_PLAIN = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedSpec:
    """One feed of the catalogue; `None` leaves a choice to the settings.

    `selectors` are pairs of a part (title, body, drop) and a CSS selector or XPath; `drop` may
    come more than once.
    """

    key: str
    url: str
    name: str
    source: str
    topics: tuple[str, ...] = ()
    language: str | None = None
    poll_interval_seconds: int | None = None
    delay_seconds: float | None = None
    hourly_ceiling: int | None = None
    selectors: tuple[tuple[str, str], ...] | None = None
    active: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """Where a feed is described."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}, line {self.line}"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Feeds in the order of their file, no two with one key or one address."""

    feeds: tuple[FeedSpec, ...]
    places: tuple[Place, ...] = field(default=(), compare=False, repr=False)


def build_catalogue(feeds: Sequence[FeedSpec], places: Sequence[Place]) -> Catalogue:
    """Put feeds together; two that clash are an error that names both places."""
    keys: dict[str, Place] = {}
    addresses: dict[str, Place] = {}
    for feed, place in zip(feeds, places, strict=True):
        _claim(keys, feed.key, place, f"the key {feed.key!r}", "give one of them another `key`")
        _claim(addresses, address_of(feed), place, f"the feed {feed.url!r}", "keep one of them")
    return Catalogue(tuple(feeds), tuple(places))


def merge_catalogues(*catalogues: Catalogue) -> Catalogue:
    """Make one catalogue of the catalogues of several files."""
    feeds = [feed for catalogue in catalogues for feed in catalogue.feeds]
    return build_catalogue(feeds, [place for each in catalogues for place in _places(each)])


def address_of(feed: FeedSpec) -> str:
    """What two descriptions of one feed have in common: http and https are one to a feed."""
    try:
        return canonicalize(feed.url).partition("://")[2].rstrip("/")
    except InvalidUrl:
        return feed.url


def derive_key(name: str, url: str, taken: Iterable[str] = ()) -> str:
    """Make a key of the name, or of the host where the name has no Latin letters."""
    key = _slug(name) or _slug(host_of(url)) or "feed"
    others = set(taken)
    numbered = (f"{key}-{number}" for number in range(2, len(others) + 3))
    return key if key not in others else next(each for each in numbered if each not in others)


def _slug(text: str) -> str:
    plain = text.lower().translate(_PLAIN)
    letters = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", letters))[:KEY_LIMIT].strip("-")


def _claim(taken: dict[str, Place], name: str, place: Place, what: str, advice: str) -> None:
    if first := taken.get(name):
        raise InvalidCatalogue(
            f"{what} stands in {first} already: {advice}", line=place.line, file=place.file
        )
    taken[name] = place


def _places(catalogue: Catalogue) -> Sequence[Place]:
    return catalogue.places or [Place("catalogue")] * len(catalogue.feeds)
