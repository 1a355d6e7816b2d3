"""What a site's own canonical links teach."""

import pytest

from quietedit_core.urls import UrlRule, UrlRuleKind, canonicalize, learn_url_rules

WWW = "https://www.kurier.example"
NAMES = ("fire", "flood", "vote", "strike")


def pairs(seen: str, canonical: str, count: int = 3) -> list[tuple[str, str]]:
    return [(seen.format(name), canonical.format(name)) for name in NAMES[:count]]


@pytest.mark.parametrize(
    ("seen", "canonical"),
    [
        pytest.param(f"{WWW}/{{}}?ref=home", f"{WWW}/{{}}", id="a parameter that means nothing"),
        pytest.param("https://m.kurier.example/{}", f"{WWW}/{{}}", id="a mobile host"),
        pytest.param("https://amp.kurier.example/{}", f"{WWW}/{{}}", id="an AMP host"),
        pytest.param("https://kurier.example/{}", f"{WWW}/{{}}", id="the bare host"),
        pytest.param("http://www.kurier.example/{}", f"{WWW}/{{}}", id="http is https"),
        pytest.param(f"{WWW}/{{}}/amp", f"{WWW}/{{}}", id="AMP below the article"),
        pytest.param(f"{WWW}/{{}}/amp/", f"{WWW}/{{}}/", id="AMP below, with slashes"),
        pytest.param(f"{WWW}/amp/{{}}", f"{WWW}/{{}}", id="AMP above the article"),
        pytest.param(f"{WWW}/{{}}.amp.html", f"{WWW}/{{}}.html", id="AMP in the name"),
        pytest.param(f"{WWW}/{{}}?amp", f"{WWW}/{{}}", id="AMP as a parameter"),
        pytest.param(f"{WWW}/{{}}/index.html", f"{WWW}/{{}}/", id="index.html is its folder"),
        pytest.param(f"{WWW}/{{}}/", f"{WWW}/{{}}", id="a slash too many"),
        pytest.param(f"{WWW}/{{}}", f"{WWW}/{{}}/", id="a slash too few"),
        pytest.param("http://m.kurier.example/{}/amp?ref=x", f"{WWW}/{{}}", id="all of it at once"),
    ],
)
def test_ours_repeated_evidence_makes_a_rule(seen: str, canonical: str) -> None:
    rules = learn_url_rules(pairs(seen, canonical))
    unseen = "an-article-never-seen"
    assert canonicalize(seen.format(unseen), rules=rules) == canonical.format(unseen)
    assert canonicalize(canonical.format(unseen), rules=rules) == canonical.format(unseen)


@pytest.mark.parametrize(
    "evidence",
    [
        pytest.param(pairs(f"{WWW}/{{}}?ref=x", f"{WWW}/{{}}", 2), id="two articles are too few"),
        pytest.param(
            [(f"{WWW}/article?id={number}", f"{WWW}/article") for number in range(9)],
            id="nine addresses of one article are one",
        ),
        pytest.param(
            [*pairs(f"{WWW}/{{}}?id=1", f"{WWW}/{{}}"), (f"{WWW}/x?id=2", f"{WWW}/x?id=2")],
            id="a parameter that is canonical elsewhere",
        ),
        pytest.param(
            [
                *pairs("https://m.kurier.example/{}", f"{WWW}/{{}}"),
                ("https://m.kurier.example/z",) * 2,
            ],
            id="a mobile host with articles of its own",
        ),
        pytest.param(
            [
                *pairs("https://m.kurier.example/{}", f"{WWW}/{{}}"),
                ("https://m.kurier.example/z", "https://sport.kurier.example/z"),
            ],
            id="a mobile host that leads to two",
        ),
        pytest.param(
            [*pairs(f"{WWW}/{{}}/", f"{WWW}/{{}}"), (f"{WWW}/live/",) * 2],
            id="slashes that the site is not of one mind about",
        ),
        pytest.param(pairs(f"{WWW}/{{}}", "https://bote.example/{}"), id="another publisher"),
        pytest.param(pairs(f"{WWW}/{{}}?ref=x", f"{WWW}/"), id="a home page for every article"),
        pytest.param(
            pairs(f"{WWW}/1/{{}}", f"{WWW}/2/{{}}"), id="a path that no rule of ours turns"
        ),
        pytest.param([("nonsense", WWW), (WWW, "ftp://x")] * 9, id="what is no address"),
    ],
)
def test_ours_weak_or_torn_evidence_makes_none(evidence: list[tuple[str, str]]) -> None:
    assert not learn_url_rules(evidence).rules


def test_ours_rules_hold_for_their_host() -> None:
    rules = learn_url_rules(pairs(f"{WWW}/{{}}?ref=x", f"{WWW}/{{}}"))
    assert rules.rules == {UrlRule("www.kurier.example", UrlRuleKind.PARAMETER, "ref")}
    assert canonicalize("https://bote.example/a?ref=x", rules=rules).endswith("?ref=x")


def test_one_document_behind_mobile_amp_and_reference() -> None:
    rules = learn_url_rules(
        [
            *pairs("https://m.kurier.example/{}?ref=push", f"{WWW}/{{}}"),
            *pairs(f"{WWW}/{{}}/amp", f"{WWW}/{{}}"),
        ]
    )
    spellings = (f"{WWW}/a", f"{WWW}/a/amp", "https://m.kurier.example/a?ref=feed")
    assert {canonicalize(url, rules=rules) for url in spellings} == {f"{WWW}/a"}
