"""What was fetched can be read again at any time, without asking anybody."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from quietedit_core.extraction import Article, Block, BlockKind, extract_article
from quietedit_pipeline import extracting, readers
from quietedit_store.pages import PageStore
from tests.papers import Paper, counts_of, today
from tests.sites import PARAGRAPHS, own_page, page

# Documents of a test are of today; the range begins before and has days with nothing on them.
RANGE = (today() - timedelta(days=3), today())


def test_pages_become_versions_without_a_request(paper: Paper) -> None:
    paper.print(["/a", "/b"])
    paper.run_assets("feed_catalogue", "feed_entries", "fetched_pages", days=RANGE)
    assert paper.version_counts() == {"/a": 0, "/b": 0}
    paper.site.asked.clear()
    counts = counts_of(paper.run_assets("extracted_text", "document_versions", days=RANGE))
    assert counts["extracted_text.articles"] == counts["document_versions.new"] == 2
    assert paper.version_counts() == {"/a": 1, "/b": 1}
    again = counts_of(paper.run_assets("extracted_text", "document_versions", days=RANGE))
    assert again["extracted_text.read"] == again["document_versions.new"] == 0
    assert paper.site.asked == []


def upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have another release: it also reads a line that the one before left out."""

    def extract(body: bytes, **how: Any) -> Article:
        article = extract_article(body, **how)
        line = Block(BlockKind.PARAGRAPH, "Read by the new release.")
        return replace(article, blocks=(*article.blocks, line))

    monkeypatch.setattr(extracting, "extract_article", extract)
    monkeypatch.setattr(readers, "EXTRACTOR", "extraction-999/folding-1")


def test_an_extractor_upgrade_is_no_edit_and_hides_none(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper.print(["/same", "/new-ad", "/edited", "/edited-later"])
    paper.run("poll")
    upgrade(monkeypatch)
    paper.site.pages["/new-ad"] = own_page("/new-ad").replace("Home", "Buy a boat")
    paper.site.pages["/edited"] = page("Ferries", [*PARAGRAPHS, "The mayor resigned."])
    counts = counts_of(paper.recheck("/same", "/new-ad", "/edited"))
    assert counts["document_versions.new"] == counts["document_versions.same"] == 1
    once = {"/same": 1, "/new-ad": 1, "/edited": 2, "/edited-later": 1}
    assert paper.version_counts() == once

    paper.site.asked.clear()
    counts = counts_of(paper.run_assets("extracted_text", "document_versions", days=RANGE))
    assert counts["extracted_text.read"] == 2  # the two pages that only the old release had read
    assert counts["document_versions.new"] == 0
    assert paper.site.asked == []

    paper.site.pages["/edited-later"] = page("Ferries", PARAGRAPHS[:2])
    assert counts_of(paper.recheck())["document_versions.new"] == 1
    assert paper.version_counts() == once | {"/edited-later": 2}


def test_an_upgrade_without_the_old_page_leaves_the_old_reading_standing(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper.print(["/a"])
    paper.run("poll")
    monkeypatch.setattr(extracting, "extract_article", extract_article)
    monkeypatch.setattr(readers, "EXTRACTOR", "extraction-999/folding-1")
    pages = PageStore(str(paper.catalogue.parent / "pages"))
    for (page_sha256,) in paper.rows("select page_sha256 from page"):
        pages._files.rm(pages._path(page_sha256))
    paper.site.pages["/a"] = own_page("/a").replace("Home", "Buy a boat")
    assert counts_of(paper.recheck())["document_versions.same"] == 1
