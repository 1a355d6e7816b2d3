"""What lies between two versions is classified as they come, and again by a better classifier."""

from typing import Any

import pytest

from quietedit_pipeline import asset_checks, classifying
from quietedit_pipeline.assets import changes as asset
from quietedit_store.pages import PageStore
from tests.papers import Paper, checks_of, counts_of, today
from tests.pipeline.test_backfill import upgrade
from tests.rows import plant_version
from tests.sites import PARAGRAPHS, page

TODAY = (today(), today())
NUMBER = [PARAGRAPHS[0], PARAGRAPHS[1].replace("20 minutes", "30 minutes"), PARAGRAPHS[2]]


def stamped(paragraphs: list[str], modified: str) -> str:
    stamp = f'<meta property="article:modified_time" content="{modified}">'
    return page("Ferries", paragraphs).replace("<head>", f"<head>{stamp}")


def print_ferries(paper: Paper, paragraphs: list[str] = PARAGRAPHS) -> None:
    paper.site.pages["/ferries"] = page("Ferries", paragraphs)
    paper.site.publish(["/ferries"])
    paper.run("poll")


def changes(paper: Paper, *columns: str) -> list[tuple[Any, ...]]:
    return paper.rows(f"select {', '.join(columns)} from change order by document_id, number")  # noqa: S608


def test_an_edit_is_classified_in_the_run_that_sees_it(paper: Paper) -> None:
    print_ferries(paper)
    assert changes(paper, "number") == []
    paper.site.pages["/ferries"] = page("Ferries", NUMBER)
    result = paper.recheck()
    counts = counts_of(result)
    assert counts["changes.classified"] == counts["changes.none"] == 1
    assert counts["changes.failed"] == 0
    assert checks_of(result)["pairs_are_classified"]
    found = changes(
        paper, "number", "kinds", "disclosure", "read_as", "headline", "blocks_changed",
        "words_inserted", "words_deleted",
    )  # fmt: skip
    assert found == [(2, ["number"], "none", "stored", "Ferries", 1, 1, 1)]
    ((significance, excerpt, evidence),) = changes(paper, "significance", "excerpt", "evidence")
    assert significance >= 0.7
    assert excerpt["kind"] == "number"
    assert ("20" in excerpt["before"], "30" in excerpt["after"]) == (True, True)
    assert evidence[0]["why"]
    assert paper.rows("select * from change_queue") == []
    bounds = "change.changed_after = unchanged_at, change.changed_before = seen_at"
    assert paper.rows(
        f"select {bounds} from change join version using (document_id, number)"  # noqa: S608
    ) == [(True, True)]


def test_a_later_stamp_alone_discloses_by_stamp(paper: Paper) -> None:
    paper.site.pages["/ferries"] = stamped(PARAGRAPHS, "2026-03-05T10:00:00Z")
    paper.site.publish(["/ferries"])
    paper.run("poll")
    paper.site.pages["/ferries"] = stamped(NUMBER, "2026-03-05T12:00:00Z")
    paper.recheck()
    assert changes(paper, "kinds", "disclosure") == [(["number"], "stamp")]


def test_a_return_to_an_earlier_text_is_a_revert(paper: Paper) -> None:
    print_ferries(paper)
    for paragraphs in (NUMBER, PARAGRAPHS):
        paper.rows(
            "update document set text_seen_at = text_seen_at - interval '3 days' returning 1"
        )
        paper.site.pages["/ferries"] = page("Ferries", paragraphs)
        paper.recheck()
    (first,), (second,) = changes(paper, "kinds")
    assert "revert" in second
    assert "revert" not in first


def test_what_an_upgrade_alone_sees_is_no_part_of_the_change(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_ferries(paper)
    upgrade(monkeypatch)
    paper.site.pages["/ferries"] = page("Ferries", NUMBER)
    paper.recheck()
    assert changes(paper, "kinds", "read_as") == [(["number"], "reread")]


def test_without_the_old_page_the_doubt_is_recorded(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_ferries(paper)
    upgrade(monkeypatch)
    pages = PageStore(str(paper.catalogue.parent / "pages"))
    for (page_sha256,) in paper.rows("select page_sha256 from page"):
        pages._files.rm(pages._path(page_sha256))
    paper.site.pages["/ferries"] = page("Ferries", NUMBER)
    paper.recheck()
    ((kinds, read_as),) = changes(paper, "kinds", "read_as")
    assert "number" in kinds
    assert read_as == "mixed"


def test_a_backfill_rebuilds_changes_without_touching_a_version(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_ferries(paper)
    paper.site.pages["/ferries"] = page("Ferries", NUMBER)
    paper.recheck()
    chain = paper.rows("select * from version order by document_id, number")
    first = changes(paper, "kinds", "evidence", "significance")
    for module in (classifying, asset, asset_checks):
        monkeypatch.setattr(module, "CLASSIFIER", "classification-999")
    result = paper.recheck()
    assert counts_of(result)["changes.classified"] == 0
    assert not checks_of(result)["pairs_are_classified"]
    counts = counts_of(paper.run_assets("changes", days=TODAY))
    assert counts["changes.classified"] == 1
    assert changes(paper, "classifier") == [("classification-999",)]
    assert changes(paper, "kinds", "evidence", "significance") == first
    assert counts_of(paper.run_assets("changes", days=TODAY))["changes.classified"] == 0
    assert paper.rows("select * from version order by document_id, number") == chain


def test_a_pair_that_cannot_be_read_waits_and_stops_no_other(paper: Paper) -> None:
    paper.print(["/broken", "/ferries"])
    paper.run("poll")
    ((document_id,),) = paper.rows("select document_id from document where url like '%%/broken'")
    with paper.database.connect() as connection:
        plant_version(connection, document_id, payload={"title": "Blocks are missing"})
    paper.site.pages["/ferries"] = page("Ferries", NUMBER)
    counts = counts_of(paper.recheck("/ferries"))
    assert (counts["changes.classified"], counts["changes.failed"]) == (1, 1)
    assert paper.rows("select document_id, number from change_queue") == [(document_id, 2)]
