"""Between looks that found the same text, what folding hid is told from the stored pages."""

from quietedit_pipeline.clock import Clock
from quietedit_pipeline.masking import MaskedObservation, list_masked_observations
from quietedit_pipeline.readers import load_readers
from quietedit_store.pages import PageStore
from tests.papers import Paper
from tests.sites import own_page


def test_what_folding_hid_is_told_from_kept_pages(paper: Paper) -> None:
    pages = PageStore(str(paper.catalogue.parent / "pages"))

    def observed() -> list[MaskedObservation]:
        with paper.database.connect() as connection:
            readers = load_readers(connection)
            return list_masked_observations(
                connection, pages, readers, document_id, now=Clock().now()
            )

    paper.print(["/a"])
    paper.run("poll")
    [(document_id,)] = paper.rows("select document_id from document")
    paper.recheck()  # the very same page
    assert observed() == []
    first = own_page("/a")
    softened = first.replace("the", "t\u00adhe")
    assert softened != first
    paper.site.pages["/a"] = softened
    paper.recheck()
    [seen] = observed()
    assert seen.seen_before < seen.observed_at
    assert {change.rule for change in seen.changes} == {"form"}
    assert all("\u00ad" in change.after for change in seen.changes)
    paper.site.pages["/a"] = softened.replace("t\u00adhe", "no", 1)
    paper.recheck()
    assert paper.version_counts() == {"/a": 2}
    assert observed() == [seen]  # an edit is a version, and not told here
