"""The feeds that a page names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.catalogue import DiscoveredFeed, FeedKind, discover_feeds

SITE = "https://kurier.example/town/"
RSS = 'rel="alternate" type="application/rss+xml"'


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param(
            f'<link {RSS} href="/rss" title="All  of it">',
            [DiscoveredFeed("https://kurier.example/rss", "All of it", FeedKind.RSS)],
            id="a declared feed",
        ),
        pytest.param(
            '<link rel="ALTERNATE home" type="application/atom+xml; charset=utf-8" href="a">',
            [DiscoveredFeed("https://kurier.example/town/a", "", FeedKind.ATOM)],
            id="relations and types as they are written",
        ),
        pytest.param(
            '<link rel="alternate" type="application/feed+json" href="feed.json">',
            [DiscoveredFeed("https://kurier.example/town/feed.json", "", FeedKind.JSON)],
            id="a JSON feed",
        ),
        pytest.param(
            f'<base href="https://cdn.kurier.example/x/"><link {RSS} href="rss">',
            [DiscoveredFeed("https://cdn.kurier.example/x/rss", "", FeedKind.RSS)],
            id="a base of its own",
        ),
        pytest.param(
            f'<a href="/feed/">Follow <b>us</b></a><link {RSS} href="/rss"><a href="/rss">x</a>',
            [
                DiscoveredFeed("https://kurier.example/rss", "", FeedKind.RSS),
                DiscoveredFeed("https://kurier.example/feed/", "Follow us", FeedKind.UNKNOWN),
            ],
            id="declared before linked, each once",
        ),
        pytest.param(
            '<a href="feed:https://bote.example/town.rss">x</a>',
            [DiscoveredFeed("https://bote.example/town.rss", "x", FeedKind.UNKNOWN)],
            id="the scheme that readers once had",
        ),
        pytest.param(f'<link {RSS} href="/comments/feed/">', [], id="comments"),
        pytest.param('<link rel="alternate" hreflang="fr" href="/fr/">', [], id="a translation"),
        pytest.param('<link rel="stylesheet" href="/rss.css">', [], id="a style sheet"),
        pytest.param('<a href="/feeding-the-town">x</a>', [], id="a word that begins like one"),
        pytest.param(f'<link {RSS} href="javascript:1"><link {RSS}>', [], id="no address"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_ours_discovery(page: str, expected: list[DiscoveredFeed]) -> None:
    assert list(discover_feeds(page.encode(), url=SITE)) == expected


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1"])
def test_ours_discovery_in_any_encoding(encoding: str) -> None:
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    page = f'<meta charset="{encoding}"><link {RSS} href="/rss" title="Früh">'
    (feed,) = discover_feeds(mark + page.encode(encoding), url=SITE)
    assert (feed.url, feed.title) == ("https://kurier.example/rss", "Früh")


def test_ours_discovery_ends() -> None:
    page = "".join(f'<a href="/rss/{number}">x</a>' for number in range(500))
    assert len(discover_feeds(page.encode(), url=SITE)) == 100
    assert discover_feeds(b"<div>" * 100_000, url=SITE) == ()


@given(
    st.binary()
    | st.text().map(lambda href: f"<link {RSS} href='{href}'>".encode("utf-8", "replace")),
    st.text(),
)
def test_discovery_never_raises(page: bytes, url: str) -> None:
    for base in (SITE, url):
        for feed in discover_feeds(page, url=base):
            assert feed.url.startswith("http")
