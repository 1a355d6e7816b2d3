"""An entry that says its article was updated has it looked at, as long as its feed is believed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from quietedit_core.claims import CLAIMS_TO_LOSE, TEST_PAUSE
from tests.papers import Paper
from tests.sites import own_page


def publish(paper: Paper, updated: dict[str, datetime]) -> None:
    """An Atom feed whose entries say when they were updated."""
    entries = "".join(
        f"<entry><id>{path}</id><title>{path}</title><link href='http://harbour.test{path}'/>"
        f"<updated>{at.isoformat()}</updated></entry>"
        for path, at in updated.items()
    )
    paper.site.pages["/feed.xml"] = (
        f"<feed xmlns='http://www.w3.org/2005/Atom'><title>Harbour</title>{entries}</feed>"
    )


def start(paper: Paper, *paths: str) -> None:
    """Articles that were read once and are watched no longer."""
    for path in paths:
        paper.site.pages[path] = own_page(path)
    publish(paper, dict.fromkeys(paths, datetime(2026, 1, 5, tzinfo=UTC)))
    paper.run("poll")
    paper.rows("update document set next_check_at = null returning 1")


def claim(paper: Paper, *paths: str, minutes: int = 1) -> None:
    publish(paper, dict.fromkeys(paths, datetime.now(UTC) + timedelta(minutes=minutes)))
    paper.poll_now()


def power(paper: Paper) -> dict[str, Any]:
    [(payload,)] = paper.rows("select claim_power from feed")
    found: dict[str, Any] = payload
    return found


def set_power(paper: Paper, **values: object) -> None:
    pairs = ", ".join(f"'{name}', {value}" for name, value in values.items())
    paper.rows(f"update feed set claim_power = jsonb_build_object({pairs}) returning 1")  # noqa: S608


def test_a_claim_wakes_a_retired_article(paper: Paper) -> None:
    start(paper, "/a", "/b")
    paper.site.pages["/a"] = own_page("/a as corrected")
    claim(paper, "/a")
    assert paper.version_counts() == {"/a": 2, "/b": 1}
    assert power(paper)["revision_count"] == 1
    [(reason,)] = paper.rows(
        "select check_reason from quietedit.fetch where purpose = 'article' "
        "order by fetch_id desc limit 1"
    )
    assert "the feed says it was updated" in reason


@pytest.mark.parametrize(
    "updated",
    [
        pytest.param(datetime(2026, 1, 5, tzinfo=UTC), id="what it said before"),
        pytest.param(datetime(2026, 1, 6, tzinfo=UTC), id="a time before our last look"),
    ],
)
def test_what_we_know_is_no_claim(paper: Paper, updated: datetime) -> None:
    start(paper, "/a")
    publish(paper, {"/a": updated})
    paper.poll_now()
    assert paper.site.asked.count("/a") == 1


def test_the_last_fruitless_claim_takes_the_power(paper: Paper) -> None:
    start(paper, "/a")
    set_power(paper, fruitless_count=CLAIMS_TO_LOSE - 1)
    claim(paper, "/a")
    assert power(paper)["lost_at"] is not None
    assert paper.site.asked.count("/a") == 2
    paper.rows("update document set next_check_at = null returning 1")
    claim(paper, "/a", minutes=2)
    assert paper.site.asked.count("/a") == 2


def test_a_test_gives_the_power_back_though_all_is_retired(paper: Paper) -> None:
    start(paper, "/a", "/b")
    long_ago = (datetime.now(UTC) - 2 * TEST_PAUSE).isoformat()
    set_power(paper, fruitless_count=CLAIMS_TO_LOSE, lost_at=f"'{long_ago}'::text")
    paper.site.pages["/a"] = own_page("/a as corrected")
    paper.site.pages["/b"] = own_page("/b as corrected")
    now = datetime.now(UTC)
    publish(paper, {"/a": now + timedelta(minutes=2), "/b": now + timedelta(minutes=1)})
    paper.poll_now()
    assert paper.version_counts() == {"/a": 2, "/b": 1}  # the newest is the test
    assert power(paper)["lost_at"] is None
    assert power(paper)["fruitless_count"] == 0
