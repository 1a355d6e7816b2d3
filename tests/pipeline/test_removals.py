"""An article that goes and comes back, and pages that are not the article."""

import pytest

from quietedit_pipeline.clock import Clock
from tests.papers import Paper, counts_of
from tests.sites import Reply, own_page


def observations(paper: Paper) -> list[str]:
    return [kind for (kind,) in paper.rows("select kind from observation order by observation_id")]


def test_gone_is_a_removal_and_back_a_restoration(paper: Paper) -> None:
    paper.print(["/a"])
    paper.run("poll")
    paper.site.pages["/a"] = Reply(status=410)
    for _ in range(2):
        paper.recheck()
    assert observations(paper) == ["removal"]
    paper.site.pages["/a"] = "<html><title>Sorry</title><body></body></html>"
    paper.recheck()
    assert observations(paper) == ["removal", "emptied"]
    paper.site.pages["/a"] = own_page("/a")
    counts = counts_of(paper.recheck())
    assert counts["document_versions.new"] == 0
    assert observations(paper) == ["removal", "emptied", "restoration"]
    paper.recheck()
    assert observations(paper) == ["removal", "emptied", "restoration"]
    assert paper.version_counts() == {"/a": 1}


@pytest.mark.parametrize(
    ("reply", "due_after_minutes"),
    [
        pytest.param(Reply(status=403), 5, id="forbidden is tried again"),
        pytest.param(
            Reply(status=503, headers={"Retry-After": "7200"}), 120, id="a pause asked for is kept"
        ),
    ],
)
def test_a_failure_is_no_removal(paper: Paper, reply: Reply, due_after_minutes: int) -> None:
    paper.print(["/a"])
    paper.run("poll")
    paper.site.pages["/a"] = reply
    paper.recheck()
    assert observations(paper) == []
    [(failures, due)] = paper.rows("select failure_count, next_check_at from document")
    assert failures == 1
    seconds = (due - Clock().now()).total_seconds()
    assert due_after_minutes * 60 - 60 < seconds <= due_after_minutes * 60
