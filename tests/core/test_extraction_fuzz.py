"""No page stops the reader, and every page is read the same wherever it is read."""

import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.extraction import explain_extraction, extract_article
from quietedit_core.fingerprint import content_hash

SEED_PAGE = (
    b"<html lang=en><head><meta charset=utf-8><title>Pier closes</title>"
    b'<script type="application/ld+json">{"@type":"NewsArticle","headline":"Pier"}</script></head>'
    b"<body><nav><a href=/>Home</a></nav><article><h1>Pier closes</h1>"
    b"<p>The harbour council of Ostrel Bay voted on Tuesday to close the pier.</p><br><br>"
    b"<div class='live'><div><time>14:05</time>"
    b"<p>The bridge at Holm has been closed again.</p></div>"
    b"</div><table><tr><td>2019</td><td>412</td></tr></table><blockquote>So be it</blockquote>"
    b"<ul><li>North<li>South</ul><figure><figcaption>Dusk</figcaption></figure>"
    b"</article></body></html>"
)
TAGS = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<div class='ad'>",
        "</div>",
        "<td>",
        "<tr>",
        "<a>",
        "</a>",
        "<br>",
        "<li>",
        "<h1>",
    ]
)
TEXTS = st.text(max_size=12) | st.sampled_from(["14:05", "3 min ago", "Correction: so", "\ue0ff"])


@given(st.binary(max_size=400))
def test_any_bytes_are_read(body: bytes) -> None:
    extract_article(body)


@given(st.lists(TAGS | TEXTS, max_size=60))
def test_any_soup_of_tags_is_read(parts: list[str]) -> None:
    html = "".join(parts).encode("utf-8", "surrogatepass")
    kept = [line.text for line in explain_extraction(html) if line.kept]
    assert len(kept) >= len([b for b in extract_article(html).blocks if b.time is None])


def test_mutated_pages_are_read() -> None:
    chance = Random(7)  # noqa: S311  a fixed walk, not a secret
    for _ in range(600):
        page = bytearray(SEED_PAGE)
        for _ in range(chance.randint(1, 12)):
            start = chance.randrange(len(page))
            page[start : start + chance.randint(0, 9)] = chance.randbytes(chance.randint(0, 6))
        extract_article(bytes(page))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "html",
    [
        pytest.param(b"<div>" * 60_000 + b"deep", id="nested without end"),
        pytest.param(b"<b>" * 60_000 + b"deep", id="inline without end"),
        pytest.param(b"<p>short and plain text</p>" * 30_000, id="a great many paragraphs"),
        pytest.param(b"<tr><td>1<td>2" * 20_000, id="a great many rows"),
        pytest.param(b"<p>" + b"word " * 400_000, id="one endless paragraph"),
        pytest.param(b"<br>" * 100_000, id="nothing but breaks"),
        pytest.param(b"<a href=x>" * 20_000, id="links never closed"),
        pytest.param(b"<meta charset=" + b"x" * 400_000, id="a declaration without end"),
        pytest.param(b"<!--" * 50_000, id="comments never closed"),
        pytest.param(b"<script>" * 30_000, id="scripts never closed"),
    ],
)
def test_pathological_pages_end(html: bytes) -> None:
    extract_article(html)


def test_two_processes_read_alike() -> None:
    code = (
        "import sys; from quietedit_core.extraction import *;"
        "print(article_to_payload(extract_article(sys.stdin.buffer.read())))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=SEED_PAGE,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_reading_twice_gives_one_hash() -> None:
    assert content_hash(extract_article(SEED_PAGE)) == content_hash(extract_article(SEED_PAGE))
