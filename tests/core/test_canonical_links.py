"""Which canonical links are believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.urls import CanonicalKind, CanonicalReason, canonicalize, judge_canonical

SITE = "https://kurier.example"
PAGE = f"{SITE}/news/town/fire-in-the-old-mill-66012345"


@pytest.mark.parametrize(
    ("page", "declared", "url"),
    [
        pytest.param(f"{SITE}/a/amp", "/a", f"{SITE}/a", id="AMP to its article"),
        pytest.param(f"{SITE}/a?ref=x", f"{SITE}/a", f"{SITE}/a", id="a parameter less"),
        pytest.param(
            "https://m.kurier.example/a", f"{SITE}/a", f"{SITE}/a", id="mobile to desktop"
        ),
        pytest.param(PAGE, "/66012345", f"{SITE}/66012345", id="a short address"),
        pytest.param(
            f"{SITE}/2020454-fee-waived",
            "/2020454-fee-not-waived",
            f"{SITE}/2020454-fee-not-waived",
            id="a headline that moved its address",
        ),
        pytest.param(f"{SITE}/a/2", "/a", f"{SITE}/a", id="the second page"),
        pytest.param(
            f"{SITE}/?p=17", "/fire-in-the-old-mill", f"{SITE}/fire-in-the-old-mill", id="a number"
        ),
        pytest.param(
            "http://kurier.example/a-fire", f"{SITE}/a-fire", f"{SITE}/a-fire", id="http to https"
        ),
    ],
)
def test_ours_followed(page: str, declared: str, url: str) -> None:
    verdict = judge_canonical(page, declared)
    assert (verdict.kind, verdict.url) == (CanonicalKind.FOLLOW, url)


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        (None, CanonicalReason.NONE_DECLARED),
        ("  ", CanonicalReason.NONE_DECLARED),
        (PAGE, CanonicalReason.NAMES_ITSELF),
        (f"{PAGE}?utm_source=x#top", CanonicalReason.NAMES_ITSELF),
        (PAGE.replace("https", "http"), CanonicalReason.NAMES_ITSELF),
        ("//kurier.example/news/town/fire-in-the-old-mill-66012345", CanonicalReason.NAMES_ITSELF),
    ],
)
def test_ours_same(declared: str | None, reason: CanonicalReason) -> None:
    verdict = judge_canonical(f"{PAGE}?fbclid=1", declared)
    assert (verdict.kind, verdict.url, verdict.reason) == (CanonicalKind.SAME, PAGE, reason)


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        pytest.param("/", CanonicalReason.HOME, id="the home page"),
        pytest.param("/de/", CanonicalReason.HOME, id="the home page of a language"),
        pytest.param("/index.html", CanonicalReason.HOME, id="the home page by its file"),
        pytest.param("https://bote.example/", CanonicalReason.HOME, id="another's home page"),
        pytest.param("/news/town/", CanonicalReason.SECTION, id="the section"),
        pytest.param("/news", CanonicalReason.SECTION, id="the section above it"),
        pytest.param("/sport/", CanonicalReason.SECTION, id="another section"),
        pytest.param("/rubrik-7-extra", CanonicalReason.SECTION, id="a landing page we know"),
        pytest.param("/seen-before", CanonicalReason.LOOP, id="where we come from"),
        pytest.param("https://", CanonicalReason.UNREADABLE, id="no address"),
        pytest.param("javascript:void(0)", CanonicalReason.UNREADABLE, id="a script"),
        pytest.param("x" * 40_000, CanonicalReason.UNREADABLE, id="endless"),
        pytest.param("\ud800", CanonicalReason.UNREADABLE, id="half a character"),
    ],
)
def test_ours_refused(declared: str, reason: CanonicalReason) -> None:
    verdict = judge_canonical(
        PAGE,
        declared,
        landing_urls={f"{SITE}/rubrik-7-extra"},
        passed={f"{SITE}/seen-before"},
    )
    assert (verdict.kind, verdict.url, verdict.reason) == (CanonicalKind.REFUSED, PAGE, reason)


def test_ours_another_publisher_is_syndication() -> None:
    verdict = judge_canonical(PAGE, "https://agentur.example/fire-in-the-old-mill?utm_medium=x")
    assert verdict.kind is CanonicalKind.SYNDICATED
    assert verdict.url == "https://agentur.example/fire-in-the-old-mill"


@given(st.text())
def test_a_canonical_link_never_raises(declared: str) -> None:
    verdict = judge_canonical(PAGE, declared)
    assert canonicalize(verdict.url) == verdict.url
