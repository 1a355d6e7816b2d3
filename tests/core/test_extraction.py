"""Pages of our own making: the article's text is read, what stands around it is not."""

import json

import pytest

from quietedit_core.extraction import (
    Article,
    BlockKind,
    article_from_payload,
    explain_extraction,
    extract_article,
    reading_to_payload,
)
from quietedit_core.fingerprint import content_hash

VOTE = "The harbour council of Ostrel Bay voted on Tuesday to close the old ferry pier for repairs."
COST = "Mayor Lena Holt said the work would cost 1.5 million crowns, with 12 workers on site a day."
ANGER = "Residents had complained for years, and a petition gathered 3,400 names before the vote."
AFTER = "The ferry will run from the east quay until the work is done, the council said on Monday."
PROSE = (VOTE, COST, ANGER)


def page(body: str, *, head: str = "", title: str = "Pier closes | Kurier") -> bytes:
    top = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    return f"{top}{head}</head><body>{body}</body></html>".encode()


def paragraphs(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def article(body: str) -> bytes:
    return page(f"<article><h1>Pier closes</h1>{body}</article>")


ROTATING = '<li><a href="/{0}">{1}</a></li>'
STORM, FARES, SWANS = (
    "Storm warning lifted for the coast after two days",
    "Ferry fares rise again this autumn across the bay",
    "Swans return to the upper lake for the first time",
)


def links(*texts: str) -> str:
    return "".join(ROTATING.format(number, text) for number, text in enumerate(texts))


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(article(paragraphs(*PROSE)), id="paragraphs in an article"),
        pytest.param(page("<h1>Pier closes</h1>" + paragraphs(*PROSE)), id="a bare body"),
        pytest.param(
            page("<h1>Pier closes</h1>" + "".join(f"<div>{text}</div>" for text in PROSE)),
            id="nothing but div elements",
        ),
        pytest.param(
            page(f"<h1>Pier closes</h1><div>{'<br><br>'.join(PROSE)}</div>"),
            id="paragraphs parted by two line breaks",
        ),
        pytest.param(
            page(f"<table><tr><td>{paragraphs(*PROSE)}</td></tr></table>"), id="a layout table"
        ),
        pytest.param(
            article(paragraphs(VOTE, COST) + "<script>var a='<p>x</p>'</script>" + f"<p>{ANGER}"),
            id="a script between, a paragraph unclosed",
        ),
        pytest.param(
            article(f'<div class="part">{paragraphs(VOTE, COST)}</div>'
            '<div class="promo"><p>Get our app and read every story before your neighbours do.</p>'
            f'<a href="/app">Download</a></div><div class="part">{paragraphs(ANGER)}</div>'),
            id="X1 two containers with a promotion between them",
        ),
        pytest.param(
            article(paragraphs(VOTE, COST)
            + f'<div class="recommended"><h3>Recommended</h3><ul>{links(STORM, FARES)}</ul></div>'
            + paragraphs(ANGER)),
            id="X2 a list of recommendations in the middle",
        ),
        pytest.param(
            article(paragraphs(VOTE, COST)
            + f"<div><p>Read also</p><ul>{links(STORM, FARES)}</ul></div>" + paragraphs(ANGER)),
            id="X2 the same without a telling name",
        ),
        pytest.param(
            page("<nav><ul>" + links(STORM, FARES) + "</ul></nav><main><article>"
            "<h1>Pier closes</h1>"
            '<p class="byline">By Ann Lee</p><time datetime="2031-02-03">3 Feb 2031</time>'
            + paragraphs(*PROSE)
            + "</article></main><aside><p>Most read</p><ul>" + links(SWANS, STORM) + "</ul></aside>"
            "<footer><p>© 2031 Kurier Media. All rights reserved.</p></footer>"),
            id="navigation, byline, stamp, sidebar and footer",
        ),
        pytest.param(
            article(paragraphs(*PROSE)
            + '<div id="comments" class="comment-list"><p>I have used this pier all my life and it '
            'never looked safe to me, so well done.</p><p>They should have done this '
            'ten years ago, before the winter storms came over us.</p></div>'),
            id="what readers say below",
        ),
    ],
)  # fmt: skip
def test_the_prose_and_nothing_else(html: bytes) -> None:
    assert extract_article(html).paragraphs == PROSE


@pytest.mark.parametrize(
    ("newsletter", "language"),
    [
        pytest.param("Abonnieren Sie unseren Newsletter und verpassen Sie nichts.", "de", id="de"),
        pytest.param("Sign up for our newsletter and never miss a story again.", "en", id="en"),
        pytest.param("Inscrivez-vous à notre newsletter pour ne rien manquer.", "fr", id="fr"),
        pytest.param("Iscriviti alla newsletter per non perdere le notizie.", "it", id="it"),
        pytest.param("Suscríbete a nuestro boletín y no te pierdas nada.", "es", id="es"),
        pytest.param("Meld je aan voor onze nieuwsbrief en mis niets meer.", "nl", id="nl"),
        pytest.param("Zapisz się do newslettera i nie przegap wiadomości.", "pl", id="pl"),
    ],
)
def test_a_newsletter_box_in_seven_languages(newsletter: str, language: str) -> None:
    box = f'<div class="newsletter-signup" lang="{language}"><p>{newsletter}</p></div>'
    assert (
        extract_article(article(paragraphs(VOTE, COST) + box + paragraphs(ANGER))).paragraphs
        == PROSE
    )


TABLE = "<table><tr><th>Year</th><th>Boats</th></tr><tr><td>2019</td><td>412</td></tr></table>"


@pytest.mark.parametrize(
    ("inner", "kind", "text"),
    [
        pytest.param(
            "<h2>What comes next</h2>", BlockKind.HEADING, "What comes next", id="heading"
        ),
        pytest.param(
            "<ul><li>The north ramp closes in May.</li><li>The south ramp in June.</li></ul>",
            BlockKind.LIST_ITEM,
            "The south ramp in June.",
            id="list item",
        ),
        pytest.param(
            "<blockquote><p>We waited far too long for this, said Holt.</p></blockquote>",
            BlockKind.QUOTATION,
            "We waited far too long for this, said Holt.",
            id="quotation",
        ),
        pytest.param(TABLE, BlockKind.TABLE_ROW, "2019 | 412", id="table row"),
        pytest.param(
            "<figure><img src='p.jpg'><figcaption>The old pier at dusk, from the tower."
            "</figcaption></figure>",
            BlockKind.CAPTION,
            "The old pier at dusk, from the tower.",
            id="caption",
        ),
        pytest.param(
            '<aside class="pullquote">“We waited far too long for this pier.”</aside>',
            BlockKind.QUOTATION,
            "“We waited far too long for this pier.”",
            id="pull quote",
        ),
    ],
)
def test_kinds_of_blocks(inner: str, kind: BlockKind, text: str) -> None:
    read = extract_article(article(paragraphs(VOTE, COST) + inner + paragraphs(ANGER, AFTER)))
    assert (kind, text) in [(block.kind, block.text) for block in read.blocks]


def test_captions_and_pull_quotes_stand_beside_the_prose() -> None:
    inner = (
        "<figure><figcaption>The old pier at dusk, from the tower.</figcaption></figure>"
        '<aside class="pull-quote">“We waited far too long for this pier.”</aside>'
    )
    read = extract_article(article(paragraphs(VOTE) + inner + paragraphs(COST, ANGER)))
    assert read.paragraphs == PROSE
    assert [block.beside for block in read.blocks] == [False, True, True, False, False]


def test_a_long_list_is_text() -> None:
    items = [f"Boat number {number} of the harbour's own fleet" for number in range(200)]
    listed = "".join(f"<li>{item}</li>" for item in items)
    read = extract_article(article(f"{paragraphs(VOTE)}<ul>{listed}</ul>"))
    assert read.paragraphs == (VOTE, *items)


def test_a_text_of_three_words_is_read() -> None:
    assert extract_article(article("<p>A quake hit Holm.</p>")).paragraphs == ("A quake hit Holm.",)


def test_the_title_is_the_heading_that_agrees_with_what_is_declared() -> None:
    head = '<meta property="og:title" content="Pier closes for repairs">'
    body = '<h1><a href="/">Kurier of the Bay</a></h1><h1>Pier closes for good repairs</h1>'
    read = extract_article(page(body + paragraphs(*PROSE), head=head))
    assert read.title == "Pier closes for good repairs"


def test_the_same_page_with_other_link_lists_and_counters_is_the_same_version() -> None:
    def fetched(first: str, second: str, count: int) -> bytes:
        return page(
            f"<header><a href='/?n={count}'>{second}</a></header><article><h1>Pier closes</h1>"
            f"<div data-views='{count}'>{count} comments</div>{paragraphs(VOTE, COST)}"
            f"<div class='related'><ul>{links(first, second)}</ul></div>{paragraphs(ANGER)}"
            "</article>"
            f"<aside><ul>{links(second, first)}</ul><p>{count} readers now</p></aside>"
        )

    before, after = fetched(STORM, FARES, 41), fetched(SWANS[::-1], STORM, 97)
    assert content_hash(extract_article(before)) == content_hash(extract_article(after))


def test_corrections_are_kept_as_text_and_noted() -> None:
    note = "Correction: an earlier version of this article gave the wrong sum."
    read = extract_article(article(paragraphs(*PROSE) + f'<div class="note"><p>{note}</p></div>'))
    assert read.facts.correction_notes == (note,)
    assert note in read.paragraphs


def test_a_mobile_copy_of_the_text_is_read_once() -> None:
    copies = "".join(
        f'<div class="{name}">{paragraphs(*PROSE)}</div>' for name in ("wide", "small")
    )
    assert extract_article(article(copies)).paragraphs == PROSE


def test_a_long_title_in_the_header_is_no_standfirst() -> None:
    title = "Strike: no boat leaves the old harbour on Thursday"
    byline = '<p class="meta"><span class="author">By Ida Lund</span> · 5 March 2026, 9.10</p>'
    share = f'<ul class="share-bar">{links("Share", "Print")}</ul>'
    html = page(
        f'<main><article class="story"><header class="story-head"><p class="kicker">Harbour</p>'
        f'<h1>{title}</h1>{byline}{share}</header><div class="story-body">{paragraphs(*PROSE)}'
        "</div></article></main>",
        title=f"{title} | Kurier",
    )
    read = extract_article(html)
    assert read.title == title
    assert read.paragraphs == PROSE
    assert len(read.blocks) == len(PROSE)


def test_a_payload_gives_the_article_back() -> None:
    read = extract_article(article(paragraphs(*PROSE) + TABLE))
    payload = json.loads(json.dumps(reading_to_payload(read)))
    again = article_from_payload(payload)
    assert (again.title, again.blocks, again.facts) == (read.title, read.blocks, read.facts)
    assert json.loads(json.dumps(reading_to_payload(again))) == payload


def test_every_piece_has_a_reason() -> None:
    told = explain_extraction(article(paragraphs(*PROSE) + f"<aside>{STORM}</aside>"))
    assert [line.text for line in told if line.kept] == list(PROSE)
    assert all(line.reason for line in told)


def test_what_is_no_page_is_an_empty_article() -> None:
    for nothing in (b"", b"\x00", b"\xff\xfe", b"<", b"<!doctype html>"):
        assert extract_article(nothing).blocks == Article().blocks
