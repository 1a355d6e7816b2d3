"""A feed that moves for good is followed, one that is gone for good is left alone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quietedit_core.polling.moving import DAYS_TO_MOVE, SIGHTS_TO_MOVE
from quietedit_pipeline.catalogue import read_catalogue, take_over
from quietedit_store.feeds import revive_feed
from tests.papers import Paper
from tests.sites import Reply, rss

NEW = "http://market.test/new.xml"


def move(paper: Paper, status: int = 301) -> None:
    paper.site.pages["harbour.test/feed.xml"] = Reply(status=status, headers={"Location": NEW})
    paper.site.pages["market.test/new.xml"] = rss([])


def address(paper: Paper) -> str:
    [(url,)] = paper.rows("select url from feed")
    found: str = url
    return found


def poll_for_days(paper: Paper) -> None:
    for _ in range(SIGHTS_TO_MOVE - 1):
        paper.poll_now()
    first = (datetime.now(UTC) - DAYS_TO_MOVE - timedelta(hours=1)).isoformat()
    paper.rows(
        "update feed set move_watch = move_watch || jsonb_build_object('first_seen_at', %s::text), "
        "body_sha256 = null returning 1",
        first,
    )
    paper.poll_now()


@pytest.fixture
def moved(paper: Paper) -> Paper:
    paper.print(["/a"])
    paper.run("poll")
    move(paper)
    poll_for_days(paper)
    return paper


def take_catalogue_over(paper: Paper) -> None:
    with paper.database.connect() as connection:
        take_over(connection, read_catalogue(paper.catalogue), now=datetime.now(UTC))


def rewrite(file: Path, old: str, new: str) -> None:
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")


def test_a_feed_that_moved_is_asked_at_its_new_address(moved: Paper) -> None:
    assert address(moved) == NEW
    asked = moved.site.asked.count("/feed.xml")
    moved.poll_now()
    assert moved.site.asked.count("/feed.xml") == asked


def test_a_change_of_its_name_does_not_move_it_back(moved: Paper) -> None:
    rewrite(moved.catalogue, "name: Harbour", "name: Harbour\n    language: en")
    take_catalogue_over(moved)
    assert address(moved) == NEW


def test_another_address_in_the_catalogue_wins(moved: Paper) -> None:
    rewrite(moved.catalogue, "feed.xml", "third.xml\n    key: harbour")
    take_catalogue_over(moved)
    assert address(moved) == "http://harbour.test/third.xml"


def test_a_passing_redirect_moves_nothing(paper: Paper) -> None:
    paper.print(["/a"])
    paper.run("poll")
    move(paper, status=302)
    for _ in range(SIGHTS_TO_MOVE + 1):
        paper.poll_now()
    assert address(paper) == "http://harbour.test/feed.xml"


def test_a_feed_that_is_gone_stays_gone_until_revived(paper: Paper) -> None:
    paper.print(["/a"])
    paper.run("poll")
    paper.site.pages["/feed.xml"] = Reply(status=410)
    paper.poll_now()
    take_catalogue_over(paper)
    assert paper.rows("select is_active, gone_at is null from feed") == [(False, False)]
    with paper.database.connect() as connection:
        assert not revive_feed(connection, "nobody", now=datetime.now(UTC))
        [(key,)] = connection.execute("select feed_key from feed").fetchall()
        assert revive_feed(connection, key, now=datetime.now(UTC))
    assert paper.rows("select is_active, gone_at is null from feed") == [(True, True)]


def test_a_gone_feed_at_a_new_address_is_asked_again(paper: Paper) -> None:
    paper.run("poll")
    paper.rows("update feed set is_active = false, gone_at = now() returning 1")
    rewrite(paper.catalogue, "feed.xml", "second.xml")
    take_catalogue_over(paper)
    assert paper.rows("select url, is_active, gone_at is null from feed") == [
        ("http://harbour.test/second.xml", True, True)
    ]
