import json
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.diff import diff_articles
from quietedit_core.diff.page import diff_page_html
from quietedit_core.diff.payload import diff_to_payload
from quietedit_core.diff.rendering import Layout, diff_to_html, summarize
from quietedit_core.extraction import Article, Block, BlockKind

OLD = Article(
    title="Bridge closed",
    blocks=(
        Block(BlockKind.HEADING, "Repairs"),
        Block(BlockKind.PARAGRAPH, "The bridge will stay closed for 3 days, the canton said."),
        Block(BlockKind.PARAGRAPH, "Buses take the long way round. Cyclists use the old ferry."),
        Block(BlockKind.QUOTATION, "We had no choice but to close it, said the engineer."),
    ),
)
NEW = Article(
    title="Bridge closed for weeks",
    blocks=(
        Block(BlockKind.HEADING, "Repairs"),
        Block(BlockKind.PARAGRAPH, "The bridge will stay closed for 30 days, the canton said."),
        Block(BlockKind.PARAGRAPH, "Buses take the long way round."),
        Block(BlockKind.PARAGRAPH, "Cyclists use the old ferry."),
        Block(BlockKind.TICKER_ENTRY, "Work has begun <early> & quietly.", "07:10"),
    ),
)
LAYOUTS: tuple[Layout, ...] = ("inline", "side_by_side")
VOID = {"meta", "br"}


class Reading(HTMLParser):
    """Gathers tags and text, and checks that every element is closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("layout", LAYOUTS)
def test_changes_are_marked_and_spoken(layout: Layout) -> None:
    html = diff_to_html(diff_articles(OLD, NEW), OLD, NEW, layout=layout)
    assert '<del><span class="qe-hidden">[removed: </span>3<' in html
    assert '<ins><span class="qe-hidden">[added: </span>30<' in html
    assert "Split into 2" in html
    assert ">Removed<" in html
    assert ">Added<" in html
    assert "Work has begun &lt;early&gt; &amp; quietly." in html


def test_inline_keeps_the_kind_of_each_block() -> None:
    html = diff_to_html(diff_articles(OLD, NEW), OLD, NEW)
    assert '<h3 class="qe-text qe-heading" dir="auto">Repairs</h3>' in html
    assert '<blockquote class="qe-text qe-quotation" dir="auto"><del>' in html
    assert '<span class="qe-time">07:10</span> ' in html


def test_a_break_alone_can_be_seen_and_heard() -> None:
    html = diff_to_html(diff_articles(OLD, NEW), OLD, NEW)
    assert '<span class="qe-hidden">paragraph break</span><span aria-hidden="true">¶' in html
    assert '<span class="qe-hidden">space</span><span aria-hidden="true">␣' in html


def test_side_by_side_is_a_table_with_headers() -> None:
    html = diff_to_html(diff_articles(OLD, NEW), OLD, NEW, layout="side_by_side")
    assert html.count('scope="col"') == 3
    assert html.count('scope="row"') == 1 + len(diff_articles(OLD, NEW).blocks)
    assert "<caption" in html


def test_a_move_says_from_where() -> None:
    blocks = tuple(Block(BlockKind.PARAGRAPH, f"Part {k} of what we know so far") for k in range(5))
    moved = Article(blocks=(*blocks[1:], blocks[0]))
    html = diff_to_html(diff_articles(Article(blocks=blocks), moved), Article(blocks=blocks), moved)
    assert "Moved from place 1 to 5<" in html


def test_summary() -> None:
    assert summarize(diff_articles(OLD, NEW)) == (
        "Headline changed, 1 edited, 1 added, 1 removed, 1 split."
    )
    assert summarize(diff_articles(OLD, OLD)) == "Nothing changed."


TEXTS = st.text(max_size=30) | st.lists(
    st.sampled_from(["<script>", "</del>", "&amp;", '"', "'", "\u202e", "\x00", "\ud800", "word "])
).map("".join)
ARTICLES = st.builds(
    lambda title, blocks: Article(title=title, blocks=tuple(blocks)),
    TEXTS,
    st.lists(st.builds(Block, st.sampled_from(BlockKind), TEXTS, st.none() | TEXTS), max_size=5),
)
PAGE_TAGS = {"html", "head", "meta", "title", "style", "body", "main"}
TEXT_TAGS = {"section", "p", "h2", "h3", "div", "span", "del", "ins", "blockquote"}
TABLE_TAGS = {"table", "caption", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.parametrize("layout", LAYOUTS)
@given(old=ARTICLES, new=ARTICLES)
def test_nothing_in_an_article_becomes_markup(layout: Layout, old: Article, new: Article) -> None:
    html = diff_page_html(diff_articles(old, new), old, new, layout=layout)
    reading = Reading(html)
    assert set(reading.tags) <= PAGE_TAGS | TEXT_TAGS | TABLE_TAGS
    names = {"class", "aria-label", "aria-hidden", "dir", "scope", "lang", "charset", "name"}
    assert {name for name, _ in reading.attributes} <= names | {"content", "http-equiv"}
    html.encode()
    assert "\0" not in html


def test_the_page_stands_alone() -> None:
    html = diff_page_html(diff_articles(OLD, NEW), OLD, NEW)
    assert html.startswith("<!doctype html>")
    assert "<title>Bridge closed for weeks</title>" in html
    for foreign in ("<script", "src=", "href=", "url(", "@import"):
        assert foreign not in html


def test_payload() -> None:
    payload = diff_to_payload(diff_articles(OLD, NEW), OLD, NEW)
    assert list(payload) == ["format", "title", "counts", "blocks"]
    assert payload["format"] == 1
    assert payload["title"] == {
        "is_changed": True,
        "words": [
            {"kind": "equal", "text": "Bridge closed"},
            {"kind": "insert", "text": " for weeks"},
        ],
    }
    assert payload["counts"] == {
        "keep": 1, "edit": 1, "insert": 1, "delete": 1, "move": 0, "split": 1, "merge": 0,
    }  # fmt: skip
    assert payload["blocks"][0] == {
        "kind": "keep",
        "is_edited": False,
        "old": [0],
        "new": [0],
        "old_blocks": [{"kind": "heading", "time": None}],
        "new_blocks": [{"kind": "heading", "time": None}],
        "words": [{"kind": "equal", "text": "Repairs"}],
    }


@given(ARTICLES, ARTICLES)
def test_payload_is_json(old: Article, new: Article) -> None:
    payload = diff_to_payload(diff_articles(old, new), old, new)
    assert json.loads(json.dumps(payload)) == payload
