"""One address a document."""

import random
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quietedit_core.errors import InvalidUrl
from quietedit_core.urls import (
    URL_LIMIT_BYTES,
    UrlRule,
    UrlRuleKind,
    UrlRules,
    canonicalize,
    host_of,
    origin_of,
    path_of,
    registrable_domain,
)
from quietedit_core.urls.rules import PATH_PREFIXES, PATH_SUFFIXES

A = "https://kurier.example/a"
LONG = f"{A}?state=" + "x" * 3_500


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("HTTPS://Kurier.EXAMPLE/a", A, id="scheme and host in lower case"),
        pytest.param("https://kurier.example:443/a", A, id="the default port goes"),
        pytest.param("http://kurier.example:80", "http://kurier.example/", id="http has its own"),
        pytest.param(
            f"{A}:8443".replace("/a", ""), "https://kurier.example:8443/", id="others stay"
        ),
        pytest.param("https://kurier.example/b/../a", A, id="dots are walked"),
        pytest.param("https://kurier.example/b/%2e%2E/a", A, id="so are encoded dots"),
        pytest.param("https:\\\\kurier.example\\a", A, id="backslashes are slashes"),
        pytest.param(" \thttps://kurier.exam\nple/a ", A, id="white space is dropped"),
        pytest.param(
            "https://zürich.example/ü", "https://xn--zrich-kva.example/%C3%BC", id="punycode"
        ),
        pytest.param("http://0x7f.1/", "http://127.0.0.1/", id="numbers are addresses"),
        pytest.param("http://[::0:1]:80/", "http://[::1]/", id="IPv6 is shortened"),
    ],
)
def test_whatwg_parsing(url: str, expected: str) -> None:
    assert canonicalize(url) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("https://k.example/%7Eeva", "https://k.example/~eva", id="unreserved decoded"),
        pytest.param("https://k.example/%c3%bc", "https://k.example/%C3%BC", id="hex in capitals"),
        pytest.param(
            "https://k.example/a%2fb", "https://k.example/a%2Fb", id="a slash stays encoded"
        ),
        pytest.param(
            "https://k.example/100%", "https://k.example/100%25", id="a stray percent sign"
        ),
        pytest.param(
            "https://k.example/%%341", "https://k.example/%2541", id="nothing decodes twice"
        ),
        pytest.param(
            "https://k.example/%e4", "https://k.example/%E4", id="latin-1 stays what it is"
        ),
    ],
)
def test_rfc3986_percent_encoding(url: str, expected: str) -> None:
    assert canonicalize(url) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("https://kurier.example./a", A, id="a trailing dot of the host"),
        pytest.param("https://eva:secret@kurier.example/a", A, id="credentials"),
        pytest.param(f"{A}#comments", A, id="a place on the page"),
        pytest.param(f"{A}#:~:text=fire", A, id="a text fragment"),
        pytest.param(f"{A}#!/fire", f"{A}#!/fire", id="a hashbang route stays"),
        pytest.param(f"{A}#!", A, id="an empty route does not"),
        pytest.param(f"{A}?", A, id="an empty query"),
        pytest.param(f"{A}?&&", A, id="a query of nothing"),
        pytest.param(f"{A}?utm_source=x&UTM_Campaign=y", A, id="campaigns in any case"),
        pytest.param(f"{A}?ut%6D_source=x", A, id="campaigns in disguise"),
        pytest.param(f"{A}?fbclid=1&gclid=2&mc_cid=3&at_medium=4", A, id="click identifiers"),
        pytest.param(f"{A}?id=7&utm_term=x", f"{A}?id=7", id="what chooses the page stays"),
        pytest.param(f"{A}?id=7&amp;utm_term=x", f"{A}?id=7", id="also where escaped twice"),
        pytest.param(
            "https://www.google.com/amp/s/", "https://www.google.com/amp/s/", id="no cache"
        ),
        pytest.param(f"{A}?b=2&a=1&b=1", f"{A}?a=1&b=2&b=1", id="sorted by name alone"),
        pytest.param(f"{A}?a&a=", f"{A}?a&a=", id="a name without a value is another"),
        pytest.param(f"{A}?ref=x", f"{A}?ref=x", id="what may mean something stays"),
        pytest.param(
            "https://www.spiegel.de/a?sara_ref=x", "https://www.spiegel.de/a", id="by host"
        ),
        pytest.param(f"{A}?sara_ref=x", f"{A}?sara_ref=x", id="by that host alone"),
        pytest.param("https://k.example//a//b", "https://k.example//a//b", id="slashes are kept"),
        pytest.param(f"{A}/amp", f"{A}/amp", id="AMP is not folded unproven"),
        pytest.param("https://m.k.example/a", "https://m.k.example/a", id="nor is a mobile host"),
        pytest.param(LONG, LONG, id="3.5 KB are fine"),
        pytest.param("https://localhost:8000/a", "https://localhost:8000/a", id="localhost"),
    ],
)
def test_ours_spelling(url: str, expected: str) -> None:
    assert canonicalize(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "https://kurier-example.cdn.ampproject.org/c/s/kurier.example/a",
        "https://kurier-example.cdn.ampproject.org/v/s/kurier.example/a?usqp=1&amp_js_v=0.1",
        "https://www.google.com/amp/s/kurier.example/a",
        "https://www.google.co.uk/amp/s/kurier.example/a#amp=1",
        "https://kurier-example.bing-amp.com/c/s/kurier.example/a",
        "https://www.google.com/amp/s/kurier-example.cdn.ampproject.org/c/s/kurier.example/a",
    ],
)
def test_ours_amp_caches_name_their_publisher(url: str) -> None:
    assert canonicalize(url) == A


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        pytest.param("", "not an address", id="nothing"),
        pytest.param("/a", "not an address", id="a path alone"),
        pytest.param("https://", "not an address", id="no host"),
        pytest.param("https://k.example/\ud800", "not an address", id="half a character"),
        pytest.param("https://k\x00.example/", "not an address", id="a NUL in the host"),
        pytest.param("http://1.2.3.4.5/", "not an address", id="five numbers"),
        pytest.param("https://./", "no host", id="a host of a dot"),
        pytest.param("https://8080../", "no host", id="a host with two dots at its end"),
        pytest.param("ftp://k.example/a", "not an http(s) address", id="ftp"),
        pytest.param("javascript:alert(1)", "not an http(s) address", id="script"),
        pytest.param("data:text/html,x", "not an http(s) address", id="data"),
        pytest.param("file:///etc/hosts", "not an http(s) address", id="a file"),
        pytest.param("mailto:eva@k.example", "not an http(s) address", id="mail"),
        pytest.param(
            f"{A}?{'x' * URL_LIMIT_BYTES}", "longer than an address may be", id="too long"
        ),
        pytest.param(
            f"{A}?{'ü' * (URL_LIMIT_BYTES // 3)}",
            "longer than an address may be",
            id="too long once encoded",
        ),
    ],
)
def test_what_is_no_address(url: str, reason: str) -> None:
    with pytest.raises(InvalidUrl) as caught:
        canonicalize(url)
    assert (caught.value.reason, caught.value.url) == (reason, url)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("https://news.kurier.co.uk/a", "kurier.co.uk"),
        ("news.kurier.example", "kurier.example"),
        ("NEWS.Kurier.Example.", "kurier.example"),
        ("zürich.example", "xn--zrich-kva.example"),
        ("kurier.example:8080", "kurier.example"),
        ("eva.github.io", "eva.github.io"),
        ("localhost", "localhost"),
        ("kurier.localhost", "kurier.localhost"),
        ("co.uk", "co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("http://127.0.0.1:8000/a", "127.0.0.1"),
        ("::1", "[::1]"),
        ("http://[2001:db8::1]/", "[2001:db8::1]"),
    ],
)
def test_registrable_domain(name: str, expected: str) -> None:
    assert registrable_domain(name) == expected


def test_parts() -> None:
    url = "HTTP://Eva@Kurier.example.:8080/ü?q=1#top"
    assert host_of(url) == "kurier.example"
    assert origin_of(url) == "http://kurier.example:8080"
    assert path_of(url) == "/%C3%BC?q=1"
    assert origin_of("https://kurier.example:443/") == "https://kurier.example"


HOSTS = ("k.example", "m.k.example", "www.k.example", "localhost", "127.0.0.1", "a.co.uk")
PIECES = (
    *"/?&=%#!.:@a\\ ",
    *("amp", "/amp", "/amp/", "index.html", ".amp", "%2e", "%41", "%%34", "utm_x=1", "ref=2"),
    *("https://www.google.com/amp/s/", "cdn.ampproject.org/c/s/", "ü", "\u200d", ":~:", "/m/"),
)
HTTP_URLS = st.builds(
    "{}://{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(HOSTS),
    st.lists(st.sampled_from(PIECES), max_size=10).map(lambda pieces: "/" + "".join(pieces)),
)
RULES = st.frozensets(
    st.one_of(
        st.builds(
            lambda host, suffix: UrlRule(host, UrlRuleKind.PATH_SUFFIX, *suffix),
            st.sampled_from(HOSTS),
            st.sampled_from(PATH_SUFFIXES),
        ),
        st.builds(
            lambda host, prefix: UrlRule(host, UrlRuleKind.PATH_PREFIX, *prefix),
            st.sampled_from(HOSTS),
            st.sampled_from(PATH_PREFIXES),
        ),
        st.builds(
            lambda host, target: UrlRule(host, UrlRuleKind.HOST, "", target),
            st.sampled_from(HOSTS),
            st.sampled_from(HOSTS),
        ),
        st.builds(UrlRule, st.sampled_from(HOSTS), st.just(UrlRuleKind.HTTPS)),
        st.builds(
            UrlRule,
            st.sampled_from(HOSTS),
            st.just(UrlRuleKind.PARAMETER),
            st.sampled_from(["ref", "a", ""]),
        ),
    ),
    max_size=12,
).map(UrlRules)


@given(url=HTTP_URLS, rules=RULES)
@example(
    url="https://k.example/a/amp",
    rules=UrlRules.of(
        [
            UrlRule("k.example", UrlRuleKind.PATH_SUFFIX, "/amp/", ""),
            UrlRule("k.example", UrlRuleKind.PATH_SUFFIX, "", "/"),
        ]
    ),
)
def test_canonical_stays_canonical(url: str, rules: UrlRules) -> None:
    once = canonicalize(url, rules=rules)
    assert canonicalize(once, rules=rules) == once
    assert once.startswith(("http://", "https://"))
    if "amp" not in url:
        assert registrable_domain(once) == registrable_domain(url)


@given(st.one_of(st.text(), st.text().map(lambda rest: f"https://{rest}")))
def test_nothing_but_invalid_url_is_raised(url: str) -> None:
    try:
        once = canonicalize(url)
    except InvalidUrl:
        return
    assert canonicalize(once) == once


def test_seeded_fuzz() -> None:
    chooser = random.Random(4)  # noqa: S311  a seed, not a secret
    alphabet = string.printable + "üł\u200d\ud800\x00" + "%/?#&=.:@[]" * 3
    for _ in range(3_000):
        url = list(f"https://m.k.example:8{chooser.choice('0x')}/a/%41/amp?ref=1&b=2#!x")
        for _ in range(chooser.randrange(12)):
            url[chooser.randrange(len(url))] = chooser.choice(alphabet)
        try:
            once = canonicalize("".join(url))
        except InvalidUrl:
            continue
        assert canonicalize(once) == once
