"""Walls, stubs and front pages are told from articles, each with its reason."""

from collections.abc import Mapping

import pytest

from quietedit_core.extraction import Article, extract_article
from quietedit_core.standing import Standing, judge_page

URL = "https://kurier.example/region/2031/mill-opens"
SENTENCE = (
    "The mill at Varde will open again in March after eleven years of silence, said the owner. "
)
FULL = "".join(
    f"<p>{SENTENCE * 3}{word} it is.</p>" for word in ("So", "Thus", "Now", "Here", "There")
)
STORY = f"<article><h1>Mill opens</h1>{FULL}</article>"
METERED = (
    '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": "True",'
    '"hasPart": {"@type": "WebPageElement", "isAccessibleForFree": "False"}}</script>'
)


def read(body: str, head: str = "<title>Kurier</title>") -> Article:
    return extract_article(f"<html><head>{head}</head><body>{body}</body></html>".encode())


def judge(
    article: Article,
    *,
    status: int = 200,
    final_url: str = URL,
    headers: Mapping[str, str] | None = None,
    previous: Article | None = None,
) -> Standing:
    judgement = judge_page(
        article,
        html_size=5000,
        status=status,
        requested_url=URL,
        final_url=final_url,
        headers=headers,
        previous=previous,
    )
    assert judgement.reason
    return judgement.standing


PARTNERS = "".join(f"<li><a href='/p{n}'>Partner {n}</a></li>" for n in range(412))
TEASER = f"<article><h1>Mill opens</h1><p>{SENTENCE}</p></article>"
SECTION = "".join(
    f"<div><a href='/{n}'>A story with the number {n} in it</a></div>" for n in range(60)
)


@pytest.mark.parametrize(
    ("body", "head", "standing"),
    [
        pytest.param(STORY, "<title>Mill opens</title>", Standing.ARTICLE, id="an article"),
        pytest.param(
            STORY.replace("So it is.", "The site said: page not found, we value your privacy."),
            "<title>Mill opens</title>",
            Standing.ARTICLE,
            id="an article that speaks of walls",
        ),
        pytest.param(
            "<h1>Just a moment...</h1><p>Checking your browser before you go on to the site.</p>",
            "<title>Just a moment...</title>",
            Standing.BOT_WALL,
            id="N2 a challenge",
        ),
        pytest.param(
            "<h1>Zugriff verweigert</h1><p>Bitte bestätigen Sie, dass Sie kein Roboter sind.</p>",
            "<title>Kurier</title>",
            Standing.BOT_WALL,
            id="a challenge in German",
        ),
        pytest.param(
            "<h1>Seite nicht gefunden</h1><p>Der Artikel wurde verschoben oder gelöscht.</p>",
            "<title>Fehler 404</title>",
            Standing.SOFT_404,
            id="a soft 404 in German",
        ),
        pytest.param(
            "<h1>Strona nie została znaleziona</h1>",
            "<title>Kurier</title>",
            Standing.SOFT_404,
            id="a soft 404 in Polish",
        ),
        pytest.param(
            "<h1>We value your privacy</h1><p>We and our partners store and/or access information "
            f"on a device.</p><button>Accept all</button><ul>{PARTNERS}</ul>",
            "<title>Kurier</title>",
            Standing.CONSENT_WALL,
            id="N6 consent for 412 partners",
        ),
        pytest.param(
            "<h1>Votre vie privée</h1><p>Nous et nos partenaires utilisons des traceurs avec "
            "votre consentement pour mesurer l'audience.</p><a href='/x'>Tout accepter</a>",
            "<title>Kurier</title>",
            Standing.CONSENT_WALL,
            id="consent in French",
        ),
        pytest.param(
            TEASER + "<div class='paywall'><p>Subscribe to continue reading. Already a subscriber? "
            "Log in.</p></div>",
            f"<title>Mill opens</title>{METERED}",
            Standing.PAYWALL_STUB,
            id="a stub that says so",
        ),
        pytest.param(
            TEASER + "<div class='wall'><p>Artículo exclusivo para suscriptores. ¿Ya eres "
            "suscriptor?</p></div>",
            "<title>Mill opens</title>",
            Standing.PAYWALL_STUB,
            id="a stub in Spanish",
        ),
        pytest.param(
            "<h1>Mill opens</h1><video src='v.mp4'></video><p>See the mill turn again.</p>",
            '<title>Mill opens</title><meta property="og:type" content="video.other">',
            Standing.VIDEO_ONLY,
            id="a video",
        ),
        pytest.param("", "<title>Kurier</title>", Standing.EMPTIED, id="nothing"),
    ],
)
def test_standing_by_the_page(body: str, head: str, standing: Standing) -> None:
    assert judge(read(body, head)) is standing


def test_a_header_tells_a_challenge() -> None:
    assert (
        judge(read(STORY), status=403, headers={"CF-Mitigated": "challenge"}) is Standing.BOT_WALL
    )


def test_an_address_that_leads_home_is_gone_softly() -> None:
    assert judge(read(SECTION), final_url="https://kurier.example/") is Standing.SOFT_404


def test_an_address_that_leads_to_consent() -> None:
    there = "https://consent.kurier.example/ask?return=mill"
    assert judge(read(STORY), final_url=there) is Standing.CONSENT_WALL


def test_links_in_place_of_an_article_are_a_section() -> None:
    there = "https://kurier.example/region"
    assert judge(read(SECTION), final_url=there) is Standing.SECTION_PAGE


def test_a_teaser_after_the_full_text_is_no_cut() -> None:
    teaser = read(TEASER, f"<title>Mill opens</title>{METERED}")
    assert judge(teaser, previous=read(STORY)) is Standing.PAYWALL_STUB


def test_a_cut_without_a_wall_is_an_article() -> None:
    shorter = read(f"<article><h1>Mill opens</h1><p>{SENTENCE * 4}</p></article>")
    assert judge(shorter, previous=read(STORY)) is Standing.ARTICLE


def test_a_text_that_all_but_vanished_is_an_emptying() -> None:
    assert (
        judge(read("<h1>Mill opens</h1><p>More to follow in a while.</p>"), previous=read(STORY))
        is Standing.EMPTIED
    )
