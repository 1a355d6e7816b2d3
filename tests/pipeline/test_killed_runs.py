"""A run that is killed while it fetches loses nothing that was observed, and holds up nobody."""

import signal
import subprocess
import sys
import threading
from datetime import timedelta

import pytest

from quietedit_pipeline.recovery import close_lost_work
from quietedit_store.database import Database
from quietedit_store.hosts import reserve_slot
from quietedit_store.ledger import prepare_ledger
from quietedit_store.pages import PageStore
from quietedit_store.workers import enrolled_worker
from tests.papers import Paper, checks_of, counts_of
from tests.rows import HOST, NOW, plant_document, plant_request
from tests.sites import Reply, own_page, rss

POLL = """
from quietedit_pipeline.definitions import defs
import dagster as dg
from tests.papers import today

with dg.DagsterInstance.ephemeral() as instance:
    defs.resolve_job_def("poll").execute_in_process(
        instance=instance, partition_key=today().isoformat())
"""


def test_the_run_after_a_killed_one_completes(paper: Paper) -> None:
    asked, go_on = threading.Event(), threading.Event()
    names = [f"/{number}" for number in range(6)]
    for name in names:
        paper.site.pages[name] = own_page(name)

    def stall() -> None:
        asked.set()
        go_on.wait(30)

    paper.site.pages["/slow"] = Reply(body=own_page("/slow").encode(), before=stall)
    hosts = ["harbour.test"] * 3 + ["market.test"] * 3
    links = [f"http://{host}{name}" for host, name in zip(hosts, names, strict=True)]
    paper.site.pages["/feed.xml"] = rss([*links, "http://market.test/slow"])

    run = subprocess.Popen(
        [sys.executable, "-c", POLL], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert asked.wait(60)
    run.kill()
    assert run.wait() == -signal.SIGKILL
    go_on.set()

    counts = counts_of(paper.poll_now()) + counts_of(paper.run("recheck"))
    assert counts["document_versions.unreadable"] == 0
    assert paper.version_counts() == dict.fromkeys([*names, "/slow"], 1)
    lost = paper.rows(
        """
        select document.url, outcome from quietedit.fetch left join document using (document_id)
        where outcome not in ('fetched', 'unchanged')
        """
    )
    # The slow one for certain; another may have been under way at that very moment.
    assert ("http://market.test/slow", "interrupted") in lost
    assert {outcome for _, outcome in lost} == {"interrupted"}
    assert all(checks_of(paper.run("recheck")).values())
    assert_nothing_hangs(paper)


def assert_nothing_hangs(paper: Paper) -> None:
    """No row without what it stands for, and nothing that a later run would wait for."""
    for query in (
        """
        select 1 from slot_reservation as slot left join quietedit.fetch using (slot_id)
        where slot.closed_at is null or fetch_id is null
        """,
        "select 1 from host where open_slot_id is not null",
        "select 1 from document where claimed_by is not null or next_check_at is null",
        "select 1 from feed where claimed_by is not null",
        "select 1 from worker where ended_at is null",
        "select 1 from reading_queue",
        "select 1 from version group by document_id, text_hash having count(*) > 1",
        """
        select 1 from quietedit.fetch
        where outcome = 'fetched' and purpose = 'article' and page_sha256 is null
        """,
    ):
        assert paper.rows(query) == [], query
    pages = PageStore(str(paper.catalogue.parent / "pages"))
    for (page_sha256,) in paper.rows("select page_sha256 from page"):
        assert pages.get(page_sha256)


def lose_a_request(database: Database) -> None:
    """A worker fails between a request and its row, as when the disk is full."""
    with enrolled_worker(database, run_id="failing", now=NOW) as worker_id:
        with database.connect() as connection:
            document_id = plant_document(connection)
            request = plant_request(worker_id, document_id=document_id)
            reserve_slot(connection, request, now=NOW, hourly_ceiling=9)
        raise OSError("disk full")


def test_a_lost_request_is_closed_once_as_interrupted(database: Database) -> None:
    with pytest.raises(OSError, match="disk full"):
        lose_a_request(database)
    later = NOW + timedelta(minutes=5)
    with database.connect() as connection:
        prepare_ledger(connection, later)
    counts = [close_lost_work(database, now=later, pause=timedelta(seconds=2)) for _ in range(2)]
    assert counts == [1, 0]
    with database.connect() as connection:
        fetch = connection.execute(
            "select fetched_at, outcome, reason, host from quietedit.fetch"
        ).fetchall()
        host = connection.execute("select open_slot_id, next_slot_at from host").fetchone()
        slot = connection.execute("select closed_at from slot_reservation").fetchone()
    reason = "the run ended before the answer to the request of 12:00:00"
    assert fetch == [(later, "interrupted", reason, HOST)]
    assert host == (None, later + timedelta(seconds=2))
    assert slot == (later,)


def test_a_lost_request_that_is_closed_months_later_finds_its_month(paper: Paper) -> None:
    """The ledger has no month for now when the next run begins."""
    with pytest.raises(OSError, match="disk full"):
        lose_a_request(paper.database)
    paper.run("recheck")
    assert paper.rows("select outcome from quietedit.fetch where purpose = 'article'") == [
        ("interrupted",)
    ]
    assert paper.rows("select count(*) from fetch_outside") == [(0,)]
