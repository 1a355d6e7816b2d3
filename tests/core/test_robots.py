"""What a robots.txt asks for, however it is written."""

import random
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.errors import InvalidUrl
from quietedit_core.robots import (
    ALLOW_ALL,
    BODY_LIMIT_BYTES,
    FORBID_ALL,
    RobotsReason,
    judge_robots_answer,
    parse_robots,
    robots_url,
)

SITE = "https://kurier.example"
AGENT = "QuietEdit/0.1 (+https://quietedit.example; eva@quietedit.example)"
CLOSED = b"User-agent: *\nDisallow: /private\n"


def allows(robots: bytes, path: str, agent: str = AGENT) -> bool:
    return parse_robots(robots).allows(f"{SITE}{path}", agent)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        pytest.param("/*s=", "/?s=asd", False, id="a star reaches into the query"),
        pytest.param("/*s=", "/as", True, id="and needs the rest"),
        pytest.param("/a$", "/a", False, id="a dollar is the end"),
        pytest.param("/a$", "/ab", True, id="nothing comes after it"),
        pytest.param("/a$", "/a?b", True, id="not even a query"),
        pytest.param("/*.php$", "/x/y.php", False, id="star and dollar"),
        pytest.param("/fish", "/Fish", True, id="case counts"),
        pytest.param("/fish", "/fishheads/x.html", False, id="a beginning is enough"),
        pytest.param("", "/", True, id="an empty rule forbids nothing"),
        pytest.param("/", "/robots.txt", True, id="robots.txt itself is always open"),
        pytest.param("/", "", False, id="no path is the root"),
        pytest.param("/?", "/?", False, id="an empty query is a query"),
        pytest.param("/a#b", "/a", False, id="a comment is none of the pattern"),
        pytest.param("//a", "//a/b", False, id="two slashes are a path"),
    ],
)
def test_rfc9309_2_2_2_paths(pattern: str, path: str, *, expected: bool) -> None:
    assert allows(f"User-agent: *\nDisallow: {pattern}".encode(), path) is expected


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ"),
        ("/foo/bar/ツ", "/foo/bar/%e3%83%84"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        ("/~eva", "/%7Eeva"),
        ("/%7eeva", "/~eva"),
    ],
)
def test_rfc9309_2_2_2_encoded_paths_are_compared_as_one(pattern: str, path: str) -> None:
    assert not allows(f"User-agent: *\nDisallow: {pattern}".encode(), path)


def test_rfc9309_2_2_2_the_longest_match_wins() -> None:
    robots = (
        b"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /d\nDisallow: /d\n"
    )
    assert [allows(robots, path) for path in ("/a", "/a/b", "/a/b/c", "/d")] == [
        False,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("robots", "expected"),
    [
        pytest.param("User-agent: quietedit\nDisallow: /", False, id="case does not count"),
        pytest.param(
            "User-agent: QuietEdit/2.0\nDisallow: /", False, id="a version does not count"
        ),
        pytest.param("User-agent: quiet\nDisallow: /", True, id="a part of our name is not ours"),
        pytest.param("User-agent: quieteditor\nDisallow: /", True, id="nor is a longer one"),
        pytest.param("User-agent: eva\nDisallow: /", True, id="nor a word of the comment"),
        pytest.param(
            "User-agent: *\nDisallow: /\nUser-agent: quietedit\nAllow: /",
            True,
            id="ours before all",
        ),
        pytest.param(
            "User-agent: quietedit\nDisallow:\nUser-agent: *\nDisallow: /",
            True,
            id="if it is empty",
        ),
        pytest.param(
            "User-agent: bote\nUser-agent: quietedit\nDisallow: /", False, id="one group for two"
        ),
        pytest.param(
            "User-agent: quietedit\nAllow: /b\n\nUser-agent: x\nDisallow: /x\n\n"
            "User-agent: quietedit\nDisallow: /a",
            False,
            id="two groups of one name are one",
        ),
        pytest.param("Disallow: /\nUser-agent: x\nAllow: /", True, id="a rule for nobody"),
        pytest.param(
            "User-agent: quietedit\nSitemap: https://x.example/s\nX-Note: 1\n"
            "User-agent: *\nDisallow: /",
            False,
            id="other records do not end a group's names",
        ),
        pytest.param(
            "User-agent: *\nCrawl-delay: 9\n\nUser-agent: bote\nDisallow: /",
            True,
            id="a delay does",
        ),
    ],
)
def test_rfc9309_2_2_1_groups(robots: str, *, expected: bool) -> None:
    assert allows(robots.encode(), "/a") is expected


def test_rfc9309_2_2_1_agents_that_look_like_browsers() -> None:
    robots = b"User-agent: quietedit\nDisallow: /"
    assert not allows(robots, "/a", "Mozilla/5.0 (compatible; QuietEdit/1.0; +https://q.example)")
    assert allows(robots, "/a", "Mozilla/5.0")
    assert allows(robots, "/a", "")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"\xef\xbb\xbf" + CLOSED, id="a byte order mark"),
        pytest.param(CLOSED.decode().encode("utf-16"), id="UTF-16 with a mark"),
        pytest.param(CLOSED.decode().encode("utf-16-le"), id="UTF-16 without one"),
        pytest.param(CLOSED.decode().encode("utf-16-be"), id="the other UTF-16"),
        pytest.param(CLOSED.replace(b"\n", b"\r\n"), id="CR LF"),
        pytest.param(CLOSED.replace(b"\n", b"\r"), id="CR alone"),
        pytest.param(CLOSED.replace(b"e", b"\x00e"), id="NULs"),
        pytest.param(b"\xfc\xff\xfe\n" + CLOSED, id="bytes that are no text before it"),
        pytest.param(b"<html><body>\n" + CLOSED, id="markup before it"),
        pytest.param(b"  USER-AGENT :*#all\n\t disallow:/private # no", id="space and comments"),
        pytest.param(b"User agent *\nDissalow /private", id="no colons and a spelling error"),
        pytest.param(b"User-agent: *\nDisallow: /x\x85y\nDisallow: /private", id="a stray NEL"),
        pytest.param(b"User-agent: *\nDisallow: /fr\xfch\nDisallow: /private", id="latin-1"),
    ],
)
def test_ours_read_leniently(body: bytes) -> None:
    rules = parse_robots(body)
    assert not rules.allows(f"{SITE}/private/a", AGENT)
    assert rules.allows(f"{SITE}/open", AGENT)


@pytest.mark.parametrize("path", ["/früh", "/fr%FCh", "/fr%c3%bch"])
def test_ours_a_latin1_path_is_meant_in_either_encoding(path: str) -> None:
    assert not allows(b"User-agent: *\nDisallow: /fr\xfch", path)


def test_rfc9309_2_5_ten_megabytes_are_cut_at_a_line_end() -> None:
    filler = b"Disallow: /filler\n"
    head = b"User-agent: *\n" + filler * ((BODY_LIMIT_BYTES - 30) // len(filler))
    rules = parse_robots(head + b"Disallow: /" + b"private" * 1_500_000)
    assert not rules.allows(f"{SITE}/filler", AGENT)
    assert rules.allows(f"{SITE}/open", AGENT)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("10", 10.0),
        ("0.5", 0.5),
        ("0", 0.0),
        ("-5", None),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("1e300", 86_400.0),
        ("", None),
    ],
)
def test_ours_crawl_delay(value: str, expected: float | None) -> None:
    rules = parse_robots(f"User-agent: *\nCrawl-delay: {value}".encode())
    assert rules.crawl_delay(AGENT) == expected


def test_ours_crawl_delay_of_the_group() -> None:
    rules = parse_robots(b"User-agent: *\nCrawl-delay: 5\nUser-agent: quietedit\nCrawl-delay: 2")
    assert (rules.crawl_delay(AGENT), rules.crawl_delay("bote")) == (2.0, 5.0)
    assert ALLOW_ALL.crawl_delay(AGENT) is None


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"{SITE}/a/b?c", f"{SITE}/robots.txt"),
        ("http://kurier.example/a", "http://kurier.example/robots.txt"),
        (f"{SITE}:8443/a", f"{SITE}:8443/robots.txt"),
        ("https://KURIER.example:443", f"{SITE}/robots.txt"),
    ],
)
def test_rfc9309_2_3_a_file_for_each_scheme_host_and_port(url: str, expected: str) -> None:
    assert robots_url(url) == expected


GOOD = parse_robots(CLOSED)


@pytest.mark.parametrize(
    ("status", "reason", "may_open", "may_private"),
    [
        (200, RobotsReason.READ, True, False),
        (404, RobotsReason.ABSENT, True, True),
        (401, RobotsReason.ABSENT, True, True),
        (403, RobotsReason.ABSENT, True, True),
        (302, RobotsReason.REDIRECTED, True, True),
        (500, RobotsReason.UNREACHABLE, False, False),
        (503, RobotsReason.UNREACHABLE, False, False),
        (None, RobotsReason.UNREACHABLE, False, False),
        (100, RobotsReason.UNREACHABLE, False, False),
        (999, RobotsReason.UNREACHABLE, False, False),
        (304, RobotsReason.REDIRECTED, True, True),
    ],
)
def test_rfc9309_2_3_1_answers(
    status: int | None, reason: RobotsReason, *, may_open: bool, may_private: bool
) -> None:
    verdict = judge_robots_answer(status, body=CLOSED)
    assert verdict.reason is reason
    assert verdict.rules.allows(f"{SITE}/open", AGENT) is may_open
    assert verdict.rules.allows(f"{SITE}/private", AGENT) is may_private
    assert verdict.is_good_copy is (reason is RobotsReason.READ)
    assert verdict.fresh_for <= timedelta(hours=24)


@pytest.mark.parametrize(
    ("status", "age", "reason"),
    [
        pytest.param(503, timedelta(days=30), RobotsReason.HELD, id="a good copy of a month"),
        pytest.param(None, timedelta(days=1), RobotsReason.HELD, id="no answer, but a good copy"),
        pytest.param(503, timedelta(days=31), RobotsReason.UNREACHABLE, id="older than a month"),
        pytest.param(304, timedelta(days=31), RobotsReason.UNCHANGED, id="confirmed"),
        pytest.param(404, timedelta(days=1), RobotsReason.ABSENT, id="gone now"),
    ],
)
def test_rfc9309_2_3_1_4_a_copy_is_held(
    status: int | None, age: timedelta, reason: RobotsReason
) -> None:
    verdict = judge_robots_answer(status, held=GOOD, held_age=age)
    assert verdict.reason is reason
    if reason in {RobotsReason.HELD, RobotsReason.UNCHANGED}:
        assert verdict.rules is GOOD


def test_ours_what_is_no_address_is_not_asked_for() -> None:
    assert not ALLOW_ALL.allows("https://", AGENT)
    assert not GOOD.allows("bote:k]x", AGENT)
    assert not FORBID_ALL.allows(f"{SITE}/a", AGENT)
    assert FORBID_ALL.allows(f"{SITE}/robots.txt", AGENT)
    with pytest.raises(InvalidUrl):
        robots_url("mailto:eva@kurier.example")


LINES = st.lists(
    st.one_of(
        st.binary(max_size=12),
        st.sampled_from(
            [
                b"User-agent: *",
                b"Disallow: /",
                b"Allow: /a*$",
                b"\n",
                b"\r",
                b"#",
                b"Crawl-delay: 1",
            ]
        ),
    ),
    max_size=20,
)


@given(lines=LINES, path=st.text(max_size=20), agent=st.text(max_size=20))
def test_robots_never_raise(lines: list[bytes], path: str, agent: str) -> None:
    rules = parse_robots(b"\n".join(lines))
    assert rules.allows(f"{SITE}/{path}", agent) in {True, False}
    delay = rules.crawl_delay(agent)
    assert delay is None or delay >= 0


def test_seeded_fuzz() -> None:
    chooser = random.Random(9309)  # noqa: S311  a seed, not a secret
    for _ in range(500):
        body = bytearray(CLOSED * 3 + b"Allow: /a*b$\nCrawl-delay: 3\nUser-agent: x\n")
        for _ in range(chooser.randrange(1, 20)):
            body[chooser.randrange(len(body))] = chooser.randrange(256)
        assert parse_robots(bytes(body)).allows(f"{SITE}/a%2fb?c", AGENT) in {True, False}


def test_ours_many_stars_cost_little() -> None:
    robots = b"User-agent: *\n" + b"Disallow: /" + b"*a" * 20_000 + b"$\n"
    assert allows(robots, "/" + "a" * 15_000)
