"""What pages claim about themselves, verbatim and with the source of each claim."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.extraction import (
    Access,
    Claim,
    PageFacts,
    extract_article,
    facts_from_payload,
    facts_to_payload,
)

PROSE = "<p>The mill at Varde will open again in March after eleven years of silence.</p>" * 2


def facts_of(head: str, body: str = PROSE, url: str = "https://kurier.example/a") -> PageFacts:
    html = f"<html lang='de'><head>{head}</head><body>{body}</body></html>"
    return extract_article(html.encode(), url=url).facts


def ld(**values: object) -> str:
    node = {"@context": "https://schema.org", "@type": "NewsArticle", **values}
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


def test_headline_variants_stand_side_by_side() -> None:
    head = '<title>T | Kurier</title><meta property="og:title" content="O">' + ld(headline="J")
    facts = facts_of(head, "<h1>H</h1>" + PROSE)
    assert [(claim.source, claim.value) for claim in facts.headlines] == [
        ("h1", "H"),
        ("json-ld", "J"),
        ("og:title", "O"),
        ("title", "T | Kurier"),
    ]


def test_claims_are_verbatim_with_their_source() -> None:
    head = ld(
        datePublished="2031-03-01T08:00:00+01:00",
        dateModified="yesterday",
        author=[{"@type": "Person", "name": "Ann Lee"}, {"name": "Bo Ek"}],
        articleSection="Region",
    )
    facts = facts_of(head + '<meta name="author" content="A. Lee">')
    assert (facts.published_at_claim, facts.modified_at_claim) == (
        "2031-03-01T08:00:00+01:00",
        "yesterday",
    )
    assert [(claim.value, claim.source) for claim in facts.bylines] == [
        ("Ann Lee, Bo Ek", "json-ld"),
        ("A. Lee", "author"),
    ]
    assert (facts.section, facts.language) == ("Region", "de")


def test_links_come_out_absolute() -> None:
    head = '<link rel="canonical" href="/a?b=1"><link rel="amphtml" href="amp/a">'
    facts = facts_of(head)
    assert facts.canonical_url == "https://kurier.example/a?b=1"
    assert facts.amp_url == "https://kurier.example/amp/a"


def test_a_neighbours_date_is_never_the_articles() -> None:
    body = (
        f"<article><h1>H</h1>{PROSE}</article>"
        "<aside><a href='/x'>Old story</a><time datetime='2012-05-06'>6 May 2012</time></aside>"
        "<footer>© 2019-2024 Kurier</footer><script>var a = {expires: '2031-01-01'}</script>"
    )
    facts = facts_of("", body)
    assert (facts.published, facts.modified) == ((), ())


PART = {"@type": "WebPageElement", "isAccessibleForFree": "False"}


@pytest.mark.parametrize(
    ("head", "access"),
    [
        pytest.param("", Access.UNKNOWN, id="nothing said"),
        pytest.param(ld(isAccessibleForFree=True), Access.FREE, id="free"),
        pytest.param(ld(isAccessibleForFree="False"), Access.PAID, id="paid, as text"),
        pytest.param(
            ld(isAccessibleForFree="http://schema.org/False"), Access.PAID, id="as address"
        ),
        pytest.param(ld(isAccessibleForFree="True", hasPart=PART), Access.METERED, id="N7 metered"),
        pytest.param(ld(isAccessibleForFree="False", hasPart=[PART]), Access.PAID, id="paid part"),
        pytest.param(
            '<meta property="article:content_tier" content="metered">', Access.METERED, id="by meta"
        ),
    ],
)
def test_access(head: str, access: Access) -> None:
    assert facts_of(head).access is access


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("{", id="cut off"),
        pytest.param("[" * 5000, id="nested without end"),
        pytest.param('{"@type": ["NewsArticle", 3], "headline": {"a": []}, "author": 7}', id="odd"),
        pytest.param('{"@graph": {"@graph": null}}', id="a graph of nothing"),
        pytest.param('"just a text"', id="a text"),
    ],
)
def test_broken_json_is_no_claim(script: str) -> None:
    head = f'<title>T</title><script type="application/ld+json">{script}</script>'
    assert facts_of(head).published == ()


def test_facts_are_json_able() -> None:
    payload = facts_to_payload(facts_of(ld(headline="J", isAccessibleForFree=True)))
    assert json.loads(json.dumps(payload))["access"] == "free"


CLAIMS = st.lists(st.builds(Claim, st.text(), st.text()), max_size=3).map(tuple)


@given(
    st.builds(
        PageFacts,
        headlines=CLAIMS,
        bylines=CLAIMS,
        published=CLAIMS,
        modified=CLAIMS,
        section=st.text(),
        access=st.sampled_from(Access),
        correction_notes=st.lists(st.text(), max_size=3).map(tuple),
        replaced=st.integers(0),
    )
)
def test_a_payload_gives_the_facts_back(facts: PageFacts) -> None:
    assert facts_from_payload(json.loads(json.dumps(facts_to_payload(facts)))) == facts


def test_payloads_of_other_releases_are_read() -> None:
    assert facts_from_payload({}) == PageFacts()
    assert facts_from_payload({"section": "Sea", "tide": "high"}) == PageFacts(section="Sea")
