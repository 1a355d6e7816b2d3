"""Whatever bytes come, a parser answers or raises its declared error, in bounded time and memory.

The suite walks a fixed few hundred steps; `make fuzz` walks on for QUIETEDIT_FUZZ_SECONDS a target,
and QUIETEDIT_FUZZ_PAGES may name a folder of pages (plain or .gz) to mutate beside our own.
"""

import gzip
import os
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from quietedit_core.catalogue import catalogue_from_opml, discover_feeds, parse_catalogue
from quietedit_core.dates import parse_date
from quietedit_core.encoding import decode
from quietedit_core.errors import InvalidCatalogue, InvalidUrl, NotAFeed
from quietedit_core.extraction import extract_article
from quietedit_core.feeds import parse_feed
from quietedit_core.fingerprint import content_hash
from quietedit_core.robots import parse_robots
from quietedit_core.standing import judge_page
from quietedit_core.urls import canonicalize

SECONDS = float(os.environ.get("QUIETEDIT_FUZZ_SECONDS", "0"))
STEPS = 300
SEED = 20261201
# What one input may cost; the limits of a page that the fetcher lets through.
MOST_SECONDS, MOST_MEGABYTES = 2.0, 500
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)

ADDRESS = "https://kurier.example/stadt/bruecke"
SEEDS = Path(__file__).parents[1] / "data" / "fuzz"


def _seed(name: str) -> bytes:
    return (SEEDS / name).read_bytes()


def _seed_lines(name: str) -> tuple[bytes, ...]:
    return tuple(_seed(name).splitlines())


PAGE = _seed("page.html")


@dataclass(frozen=True, slots=True)
class Target:
    """A function that takes what the world sends, with seeds to mutate and what it may raise."""

    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    declared: tuple[type[Exception], ...] = ()


def _judge(body: bytes) -> None:
    article = extract_article(body, url=ADDRESS)
    content_hash(article)
    judge_page(article, html_size=len(body), status=200, requested_url=ADDRESS, final_url=ADDRESS)


def _ask_robots(body: bytes) -> None:
    rules = parse_robots(body)
    rules.allows(ADDRESS, "QuietEdit")
    rules.crawl_delay("QuietEdit")


def _canonicalize(body: bytes) -> None:
    text = body.decode("utf-8", "surrogateescape")
    once = canonicalize(text)
    assert canonicalize(once) == once
    assert once.startswith(("http://", "https://"))


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")


TARGETS = {
    "pages": Target(_judge, (PAGE,)),
    "encodings": Target(
        lambda body: decode(body, "text/html; charset=utf-8"),
        (PAGE, PAGE.decode().encode("utf-16")),
    ),
    "feeds": Target(
        lambda body: parse_feed(body, url=ADDRESS),
        tuple(map(_seed, ("feed.rss", "feed.atom", "feed.json", "sitemap.xml"))),
        (NotAFeed,),
    ),
    "dates": Target(lambda body: parse_date(_text(body), seen_at=NOW), _seed_lines("dates.txt")),
    "robots": Target(_ask_robots, (_seed("robots.txt"),)),
    "addresses": Target(_canonicalize, _seed_lines("addresses.txt"), (InvalidUrl,)),
    "catalogues": Target(
        lambda body: parse_catalogue(_text(body)), (_seed("feeds.yaml"),), (InvalidCatalogue,)
    ),
    "outlines": Target(catalogue_from_opml, (_seed("feeds.opml"),), (InvalidCatalogue,)),
    "home pages": Target(lambda body: discover_feeds(body, url=ADDRESS), (PAGE,)),
}


@pytest.mark.fuzz
@pytest.mark.timeout(SECONDS + 300)
@pytest.mark.parametrize("name", TARGETS)
def test_mutated_input_is_answered_or_refused(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds + (_pages_to_mutate() if name == "pages" else ())
    _walk(target, _mutations(seeds))


@pytest.mark.fuzz
@pytest.mark.timeout(SECONDS + 300)
@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_are_answered_or_refused(name: str) -> None:
    _walk(TARGETS[name], _noise())


def _walk(target: Target, inputs: Iterator[bytes]) -> None:
    # What an earlier test of this process held is not this one's.
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    end = time.monotonic() + SECONDS
    steps = 0
    while steps < STEPS or time.monotonic() < end:
        body = next(inputs)
        steps += 1
        begin = time.process_time()
        try:
            target.read(body)
        except target.declared:
            continue
        except Exception as error:
            error.add_note(f"step {steps}, input {body[:2000]!r}")
            raise
        cost = time.process_time() - begin
        assert cost < MOST_SECONDS, f"step {steps}: {cost:.1f} s for {len(body)} bytes"
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < MOST_MEGABYTES, f"{grown:.0f} MB more at the peak"
    print(f"{steps} inputs, {grown:.0f} MB more at the peak")  # noqa: T201  a figure for the log


def _mutations(seeds: tuple[bytes, ...]) -> Iterator[bytes]:
    chance = Random(SEED)  # noqa: S311  a fixed walk, not a secret
    while True:
        body = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 16)):
            _mutate(body, chance)
        yield bytes(body)


def _mutate(body: bytearray, chance: Random) -> None:
    start = chance.randrange(len(body) + 1)
    length = min(int(chance.expovariate(1 / 20)), 4000)
    piece = bytes(body[start : start + length])
    match chance.randrange(5):
        case 0:
            body[start : start + length] = chance.randbytes(chance.randint(0, 8))
        case 1:
            del body[start : start + length]
        case 2:
            body[start:start] = piece * chance.choice((1, 2, 50))
        case 3:
            other = chance.randrange(len(body) + 1)
            body[other:other] = piece
        case _:
            body[start:start] = chance.choice(_TOKENS)


_TOKENS = (
    b"<",
    b">",
    b"</",
    b"&#0;",
    b"&#xD800;",
    b"\x00",
    b"\xff\xfe",
    b"]]>",
    b"<![CDATA[",
    b"<!--",
)
_TOKENS += (
    b'"',
    b"'",
    b"{",
    b"}",
    b"[",
    b"%",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x98\x80",
    b"\r",
    b"9" * 400,
)


def _noise() -> Iterator[bytes]:
    chance = Random(SEED)  # noqa: S311  a fixed walk, not a secret
    alphabets = (
        bytes(range(256)),
        b"<>/=\"' abp!-&;#[]{}:,0123",
        b"\x00\xff\xfe\xef\xbb\xbf<?xml>",
    )
    while True:
        length = int(chance.expovariate(1 / 400))
        yield bytes(chance.choices(chance.choice(alphabets), k=length))


def _pages_to_mutate() -> tuple[bytes, ...]:
    folder = os.environ.get("QUIETEDIT_FUZZ_PAGES")
    if not folder:
        return ()
    paths = sorted(
        path for path in Path(folder).rglob("*") if path.name.endswith((".html", ".html.gz"))
    )
    return tuple(
        gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for path in paths
    )
