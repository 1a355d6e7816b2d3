"""One exchange: robots.txt, slots, redirects, tries again, and a row for every request."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from quietedit_core.outcomes import FetchOutcome
from quietedit_core.politeness import Wait
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.exchange import Exchanger
from quietedit_pipeline.fetcher import Fetcher
from quietedit_pipeline.targets import Landed, Target
from quietedit_store.database import Connection, Database
from quietedit_store.pages import PageStore
from quietedit_store.workers import enrolled_worker
from tests.sites import Reply, Site, own_page

AGENT = "QuietEdit/0.1 (+https://harbour.test/bot)"


@dataclass
class Desk:
    """An exchanger at work, and what it settled."""

    exchanger: Exchanger
    database: Database
    pages: PageStore
    landed: list[Landed] = field(default_factory=list)

    def follow(self, path: str, *, host: str = "harbour.test", **known: str) -> Wait | None:
        return self.exchanger.follow(
            Target(url=f"http://{host}{path}", purpose="article", **known),  # type: ignore[arg-type]
            self._settle,
        )

    def follow_to_the_end(self, path: str, *, host: str = "harbour.test") -> Landed:
        """As a round does: wait for what the exchange waits for."""
        for _ in range(30):
            wait = self.follow(path, host=host)
            if wait is None:
                return self.landed[-1]
            Clock().sleep_until(wait.until)
        raise AssertionError(f"waits for ever: {wait}")

    def _settle(self, _connection: Connection, landed: Landed) -> None:
        self.landed.append(landed)

    def ledger(self) -> list[tuple[str, str, str]]:
        """Host, path and outcome of every row but those of robots.txt."""
        with self.database.connect() as connection:
            rows = connection.execute(
                """
                select host, url, outcome from quietedit.fetch
                where purpose = 'article' order by fetch_id
                """
            ).fetchall()
        return [(host, "/" + url.split("/", 3)[3], outcome) for host, url, outcome in rows]

    def outcomes(self) -> list[str]:
        return [outcome for _, _, outcome in self.ledger()]


@pytest.fixture
def desk(site: Site, database: Database) -> Iterator[Desk]:
    pinned = dict.fromkeys(("harbour.test", "market.test"), site.address)
    pages = PageStore(f"memory://{site.address}")
    clock = Clock()
    with (
        Fetcher(user_agent=AGENT, pinned=pinned) as fetcher,
        enrolled_worker(database, run_id="r", now=clock.now()) as worker_id,
    ):
        yield Desk(
            Exchanger(
                database=database,
                fetcher=fetcher,
                pages=pages,
                clock=clock,
                worker_id=worker_id,
                user_agent=AGENT,
                delay_seconds=0.05,
                hourly_ceiling=100,
                retry_pauses=(timedelta(milliseconds=5), timedelta(milliseconds=5)),
            ),
            database,
            pages,
        )


def redirect(to: str, status: int = 301) -> Reply:
    return Reply(status=status, headers={"Location": to})


def test_a_page_is_stored_before_its_row(desk: Desk, site: Site) -> None:
    site.pages["/a"] = own_page("/a")
    landed = desk.follow_to_the_end("/a")
    assert landed.outcome is FetchOutcome.FETCHED
    assert landed.page_sha256 is not None
    assert desk.pages.get(landed.page_sha256) == own_page("/a").encode()
    assert site.asked == ["/robots.txt", "/a"]


def test_the_same_bytes_are_unchanged(desk: Desk, site: Site) -> None:
    site.pages["/a"] = own_page("/a")
    known = desk.follow_to_the_end("/a").page_sha256
    assert known is not None
    time.sleep(0.06)
    assert desk.follow("/a", known_sha256=known) is None
    assert desk.outcomes() == ["fetched", "unchanged"]


def test_every_hop_of_a_redirect_is_a_row_and_permanence_is_noted(desk: Desk, site: Site) -> None:
    site.pages |= {
        "/old": redirect("/older"),
        "/older": redirect("http://market.test/now", 308),
        "/now": redirect("/today", 302),
        "/today": own_page("/today"),
    }
    landed = desk.follow_to_the_end("/old")
    assert desk.ledger() == [
        ("harbour.test", "/old", "redirected"),
        ("harbour.test", "/older", "redirected"),
        ("market.test", "/now", "redirected"),
        ("market.test", "/today", "fetched"),
    ]
    assert landed.url == "http://market.test/today"
    assert landed.moved_url == "http://market.test/now"
    assert site.asked.count("/robots.txt") == 2


@pytest.mark.parametrize(
    ("pages", "expected", "requests"),
    [
        pytest.param({"/a": redirect("/a")}, "redirect_loop", 1, id="to itself"),
        pytest.param(
            {"/a": redirect("/b"), "/b": redirect("/a")}, "redirect_loop", 2, id="there and back"
        ),
        pytest.param(
            {"/a": redirect("/0")} | {f"/{n}": redirect(f"/{n + 1}") for n in range(20)},
            "too_many_redirects",
            11,
            id="on and on",
        ),
        pytest.param({"/a": Reply(status=302)}, "protocol", 3, id="to nowhere, three times"),
        pytest.param({"/a": redirect("ftp://harbour.test/a")}, "protocol", 3, id="out of the web"),
        pytest.param(
            {"/a": redirect("http://10.0.0.1/a")}, "refused_address", 2, id="into a private net"
        ),
        pytest.param(
            {"/a": redirect("/private/a")}, "robots_forbidden", 2, id="to where robots may not go"
        ),
    ],
)
def test_redirects_that_end_nowhere(
    desk: Desk, site: Site, pages: dict[str, str | bytes | Reply], expected: str, requests: int
) -> None:
    site.pages |= pages
    landed = desk.follow_to_the_end("/a")
    assert landed.outcome == expected
    assert landed.reason
    assert len(desk.outcomes()) == requests
    assert "/private/a" not in site.asked


def test_robots_are_asked_for_at_every_host_of_a_redirect(desk: Desk, site: Site) -> None:
    site.pages["/a"] = redirect("http://market.test/b")
    site.pages["market.test/robots.txt"] = "User-agent: QuietEdit\nDisallow: /\n"
    landed = desk.follow_to_the_end("/a")
    assert landed.outcome is FetchOutcome.ROBOTS_FORBIDDEN
    assert "/b" not in site.asked
    desk.follow_to_the_end("/a")
    assert site.asked.count("/robots.txt") == 2  # held for both, asked for once


@pytest.mark.parametrize(
    ("reply", "outcomes"),
    [
        pytest.param(Reply(status=500), ["server_error"] * 3, id="an error is tried three times"),
        pytest.param(Reply(status=404), ["not_found"], id="an answer is taken at its word"),
        pytest.param(
            Reply(status=503, headers={"Retry-After": "60"}),
            ["server_error"],
            id="a pause that was asked for is no time for another try",
        ),
        pytest.param(
            Reply(body=b"<p>half an art", length=400),
            ["connection"] * 3,
            id="half a page is no page",
        ),
    ],
)
def test_trying_again(desk: Desk, site: Site, reply: Reply, outcomes: list[str]) -> None:
    site.pages["/a"] = reply
    landed = desk.follow_to_the_end("/a")
    assert desk.outcomes() == outcomes
    assert landed.page_sha256 is None
    assert len(desk.landed) == 1
    with desk.database.connect() as connection:
        assert connection.execute("select count(*) from page").fetchone() == (0,)


def test_a_try_that_succeeds_settles_once(desk: Desk, site: Site) -> None:
    def mend() -> None:
        site.pages["/a"] = own_page("/a")

    site.pages["/a"] = Reply(status=502, before=mend)
    assert desk.follow_to_the_end("/a").outcome is FetchOutcome.FETCHED
    assert desk.outcomes() == ["server_error", "fetched"]
    assert len(desk.landed) == 1


@pytest.mark.parametrize(
    ("headers", "minutes"),
    [
        pytest.param({}, 15, id="a quarter of an hour if it does not say"),
        pytest.param({"Retry-After": "3600"}, 60, id="for as long as it says"),
    ],
)
def test_a_host_that_has_enough_is_left_alone(
    desk: Desk, site: Site, headers: dict[str, str], minutes: int
) -> None:
    site.pages["/a"] = Reply(status=429, headers=headers)
    assert desk.follow_to_the_end("/a").outcome is FetchOutcome.RATE_LIMITED
    asked = len(site.asked)
    wait = desk.follow("/b")
    assert isinstance(wait, Wait)
    left = (wait.until - Clock().now()).total_seconds() / 60
    assert minutes - 1 < left <= minutes
    assert wait.reason == "it answered 429"
    assert len(site.asked) == asked
    assert desk.follow_to_the_end("/b", host="market.test").outcome is FetchOutcome.NOT_FOUND


@pytest.mark.parametrize(
    ("robots", "outcome"),
    [
        pytest.param(Reply(status=404), "fetched", id="none: all is allowed"),
        pytest.param(Reply(status=500), "robots_forbidden", id="an error: nothing is"),
        pytest.param(
            Reply(status=301, headers={"Location": "http://market.test/robots.txt"}),
            "robots_forbidden",
            id="a redirect is followed",
        ),
        pytest.param(
            Reply(status=301, headers={"Location": "/robots.txt"}),
            "fetched",
            id="a redirect without end: all is allowed",
        ),
    ],
)
def test_robots_that_are_no_file(desk: Desk, site: Site, robots: Reply, outcome: str) -> None:
    site.pages["harbour.test/robots.txt"] = robots
    site.pages["market.test/robots.txt"] = "User-agent: *\nDisallow: /\n"
    site.pages["/a"] = own_page("/a")
    assert desk.follow_to_the_end("/a").outcome == outcome


def test_a_host_on_a_private_address_is_refused_once_with_its_robots(desk: Desk) -> None:
    landed = desk.follow_to_the_end("/a", host="10.0.0.1")
    assert landed.outcome is FetchOutcome.REFUSED_ADDRESS
    assert desk.outcomes() == ["refused_address"]


def test_every_reservation_has_its_fetch(desk: Desk, site: Site) -> None:
    site.pages |= {"/a": redirect("/b"), "/b": own_page("/b"), "/c": Reply(status=500)}
    for path in ("/a", "/c", "/private/d"):
        desk.follow_to_the_end(path)
    with desk.database.connect() as connection:
        rows = connection.execute(
            """
            select count(*) filter (where slot.closed_at is null and slot.slot_id is not null),
                   count(*) filter (where ledger.fetch_id is null),
                   count(*) filter (where slot.slot_id is null)
            from slot_reservation as slot full join quietedit.fetch as ledger using (slot_id)
            """
        ).fetchone()
    assert rows == (0, 0, 1)  # what robots.txt forbids has a row and no slot
