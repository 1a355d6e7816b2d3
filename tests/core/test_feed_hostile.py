"""Nothing that a server sends makes a feed's reading raise, fetch, or take long."""

import gzip
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.errors import NotAFeed
from quietedit_core.feeds import Dialect, find_refresh_target, parse_feed

HEAD = '<rss version="2.0"><channel><title>K</title>'
TAIL = "</channel></rss>"
ENTRY = "<item><title>T</title><link>https://a.test/{}</link></item>"
NESTED = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    ("body", "looks_like"),
    [
        pytest.param(b"", "an empty body", id="nothing"),
        pytest.param(b" \r\n\t\x00", "an empty body", id="white space"),
        pytest.param(b"\xef\xbb\xbf", "an empty body", id="a mark alone"),
        pytest.param(b"<!DOCTYPE html><html><body>x", "an HTML page", id="html"),
        pytest.param(b"<?xml version='1.0'?><html><p>x</p></html>", "an HTML page", id="xhtml"),
        pytest.param(
            b"<html><title>Cookie consent</title></html>", "a consent page", id="a consent page"
        ),
        pytest.param(b"<html><title>Just a moment...</title>", "a bot check", id="a bot check"),
        pytest.param(
            b'<html><meta http-equiv="refresh" content="0;url=/rss.xml">',
            "an HTML page that refreshes to another address",
            id="a refresh",
        ),
        pytest.param(b'{"error": "gone"}', "JSON that is no feed", id="json"),
        pytest.param(b"[1, 2]", "JSON that is no feed", id="a list"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00", "an image", id="an image"),
        pytest.param(b"%PDF-1.7", "a PDF document", id="a pdf"),
        pytest.param(b"Service unavailable", "plain text", id="text"),
        pytest.param(b"<opml><body/></opml>", "XML that is no feed (<opml>)", id="opml"),
        pytest.param(b"<a><feed/></a>", "XML that is no feed (<a>)", id="a feed within"),
        pytest.param(gzip.compress(b"<html><p>x"), "an HTML page", id="a packed page"),
    ],
)
def test_what_is_no_feed_is_named(body: bytes, looks_like: str) -> None:
    with pytest.raises(NotAFeed) as caught:
        parse_feed(body, url="https://a.test/feed")
    assert (caught.value.looks_like, caught.value.url) == (looks_like, "https://a.test/feed")


@pytest.mark.parametrize(
    ("content", "target"),
    [
        pytest.param("0;url=/rss.xml", "https://a.test/rss.xml", id="on the same host"),
        pytest.param("5; URL='https://b.test/x?a=1&amp;b=2'", "https://b.test/x?a=1&b=2", id="far"),
        pytest.param("30", None, id="a reload"),
        pytest.param("0;url=javascript:alert(1)", None, id="no address"),
    ],
)
def test_refresh_targets(content: str, target: str | None) -> None:
    page = f'<html><head><meta http-equiv="refresh" content="{content}"></head></html>'
    assert find_refresh_target(page.encode(), url="https://a.test/feed") == target


@pytest.mark.parametrize(
    "declared",
    [
        pytest.param(f'<!ENTITY l0 "lol">{NESTED}', id="that nest"),
        pytest.param(f'<!ENTITY l9 "{"x" * 100_000}">', id="that grow"),
        pytest.param('<!ENTITY l9 SYSTEM "file:///etc/hostname">', id="of files"),
        pytest.param('<!ENTITY l9 SYSTEM "http://127.0.0.1:9/x">', id="from the network"),
        pytest.param('<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;', id="of parameters"),
    ],
)
def test_entities_are_refused(declared: str) -> None:
    items = f"<item><title>A &l9;{'&l9;' * 50} B</title><guid>1</guid></item>"
    feed = parse_feed(f"<!DOCTYPE rss [{declared}]>{HEAD}{items}{TAIL}".encode())
    (entry,) = feed.entries
    assert entry.title.startswith("A &l9;")
    assert "entities that nest, grow or point outside were refused" in feed.notes


def test_plain_entities_are_resolved() -> None:
    declared = '<!DOCTYPE rss [<!ENTITY house "Kurier &#38; Bote">]>'
    items = "<item><title>&house; grows</title><guid>1</guid></item>"
    (entry,) = parse_feed(f"{declared}{HEAD}{items}{TAIL}".encode()).entries
    assert entry.title == "Kurier & Bote grows"


N = 200_000
ATTRIBUTES = " ".join(f"a{n}='1'" for n in range(N))
CATEGORIES = "".join(f"<category>{n}</category>" for n in range(N))
HEAVY = {
    "many entries": HEAD + "".join(ENTRY.format(n) for n in range(100_000)) + TAIL,
    "a long title": f"{HEAD}<item><guid>1</guid><title>{'x &lt;b&gt;' * N}</title></item>{TAIL}",
    "a long summary": (
        f"{HEAD}<item><guid>1</guid><description>{'&lt;div&gt;' * N}</description></item>{TAIL}"
    ),
    "open sections": HEAD + "<![CDATA[" * N,
    "open comments": HEAD + "<!--" * N,
    "open titles": HEAD + "<title>" * N + TAIL,
    "nested entries": HEAD + "<item>" * N,
    "depth": HEAD + "<a>" * N + "</a>" * N + TAIL,
    "attributes": f"{HEAD}<item {ATTRIBUTES}/>{TAIL}",
    "categories": f"{HEAD}<item>{CATEGORIES}</item>{TAIL}",
    "prefixes": HEAD + "".join(f"<p{n}:x/>" for n in range(N)) + TAIL,
    "ampersands": f"{HEAD}<title>{'&' * N}</title>{TAIL}",
    "an author": f"{HEAD}<item><author>{'a.' * N}@{'a.' * N}</author></item>{TAIL}",
    "nested json": '{"version":"https://jsonfeed.org/version/1","items":[' + "[" * N,
    "a long date": f"{HEAD}<item><guid>1</guid><pubDate>{'1' * N}</pubDate></item>{TAIL}",
}


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_bodies_take_seconds_at_most(name: str) -> None:
    started = time.process_time()
    try:
        parse_feed(HEAVY[name].encode())
    except NotAFeed:
        assert name == "nested json"
    assert time.process_time() - started < 20


def test_surplus_entries_have_not_vanished() -> None:
    feed = parse_feed(HEAVY["many entries"].encode())
    assert (len(feed.entries), feed.truncated) == (5000, True)


def test_a_packed_bomb_is_bounded() -> None:
    feed = parse_feed(gzip.compress(HEAD.encode() + b" " * 100_000_000))
    assert (feed.entries, feed.truncated) == ((), True)


SEEDS = (
    f"<?xml version='1.0'?>{HEAD}{ENTRY.format(1)}<ttl>5</ttl>{TAIL}".encode(),
    (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A</title><entry><id>t</id>'
        b'<link href="/x"/><content type="xhtml"><div>x</div></content></entry></feed>'
    ),
    b'{"version":"https://jsonfeed.org/version/1","items":[{"id":1,"url":"https://a.test"}]}',
    b"<urlset><url><loc>https://a.test/</loc><lastmod>2025</lastmod></url></urlset>",
)
PIECES = (
    *(
        b"<",
        b">",
        b"&",
        b"<![CDATA[",
        b"]]>",
        b"<!--",
        b"-->",
        b"<?xml ",
        b"&#0;",
        b"\xff",
        b"\x00",
    ),
    *(b"<item>", b"</item>", b"<entry>", b"<source url='x'>", b"<image>", b"<textinput>", b"<svg>"),
    *(b'<link href="http://[x"/>', b' xml:base="http://["', b"<links>", b"<tags>", b"<name>"),
    *(b"<media:license>", b"<gml:pos>x y</gml:pos>", b'<content type="x" mode="base64">', b"<id/>"),
    *(b"<dc:contributor>", b"<dc:date>", b"<author>", b"<cloud/>", b"{", b"[", b'"', b"</rss>"),
)


def mutate(rng: random.Random) -> bytes:
    body = bytearray(rng.choice(SEEDS))
    for _ in range(rng.randint(1, 8)):
        place = rng.randrange(len(body) + 1)
        if rng.random() < 0.6:
            body[place:place] = rng.choice(PIECES)
        else:
            body[place : place + rng.randint(1, 30)] = bytes([rng.randrange(256)])
    return bytes(body)


def test_mutated_feeds_raise_nothing_else() -> None:
    rng = random.Random(20250403)  # noqa: S311  a seeded fuzz
    labels = (None, "text/xml; charset=utf-7", "a;charset=iso-2022-jp", "a;charset=replacement")
    for _ in range(3000):
        try:
            feed = parse_feed(
                mutate(rng),
                content_type=rng.choice(labels),
                url=rng.choice(("", "https://a.test/")),
            )
        except NotAFeed:
            continue
        assert isinstance(feed.dialect, Dialect)
        assert all(link.startswith("http") for entry in feed.entries if (link := entry.link))


@given(st.binary(max_size=400), st.none() | st.text(max_size=40))
def test_arbitrary_bytes_raise_nothing_else(body: bytes, content_type: str | None) -> None:
    for prefix in (b"", b"<rss>", b"\x1f\x8b\x08", b"{", b"<feed "):
        try:
            parse_feed(prefix + body, content_type=content_type)
        except NotAFeed:
            continue
