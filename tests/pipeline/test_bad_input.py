"""Whatever a site sends is recorded with its reason; the run succeeds, and its neighbours go on."""

import gzip
import random

from tests.papers import Paper, checks_of, counts_of
from tests.sites import Reply, own_page, page

BOMB = gzip.compress(b"<p>" + b"\0" * (64 * 1024 * 1024))
NOISE = random.Random(7).randbytes(30_000)  # noqa: S311  not for secrets
HTML = {"Content-Type": "text/html"}


def redirect(to: str) -> Reply:
    return Reply(status=302, headers={"Location": to})


PAGES = {
    "/large": Reply(body=b"<p>la la</p>" * 5000, length=50 * 1024 * 1024, headers=HTML),
    "/bomb": Reply(body=BOMB, headers=HTML | {"Content-Encoding": "gzip"}),
    "/loop": redirect("/pool"),
    "/pool": redirect("/loop"),
    "/noise": Reply(body=NOISE, headers=HTML | {"ETag": '"a\x01b"'}),
    "/mixed": Reply(
        body=page("Ferries \0").encode()[:-40] + NOISE[:4000],
        headers={"Content-Type": "text/html; charset=klingon"},
    ),
    "/zeros": Reply(body=b"\0" * 5000, headers=HTML),
    "/deep": Reply(body=b"<div>" * 20_000 + b"<p>bottom", headers=HTML),
    "/empty": Reply(body=b"", headers=HTML),
    "/picture": Reply(body=b"\x89PNG\r\n\x1a\n" + NOISE, headers={"Content-Type": "image/png"}),
    "/wide": Reply(body=page("Fähren fahren öfter").encode("utf-16"), headers=HTML),
}
OUTCOMES = {
    "/large": "too_large",
    "/bomb": "too_large",
    "/loop": "redirect_loop",
}


def test_one_run_over_all_that_is_bad(paper: Paper) -> None:
    paper.print(["/good"])
    paper.site.pages |= PAGES
    paper.site.publish([name for name in PAGES if name != "/pool"] + ["/good"])
    with paper.catalogue.open("a") as catalogue:
        catalogue.write("  - name: Market\n    url: http://market.test/feed.xml\n")
    paper.site.pages["market.test/feed.xml"] = own_page("no feed")

    result = paper.run("poll")
    answers = dict(
        paper.rows(
            """
            select '/' || split_part(document.url, '/', 4), outcome
            from quietedit.fetch join document using (document_id)
            where outcome <> 'redirected'
            """
        )
    )
    assert answers == dict.fromkeys(PAGES.keys() - {"/pool"} | {"/good"}, "fetched") | OUTCOMES
    assert (
        paper.rows("select 1 from quietedit.fetch where outcome <> 'fetched' and reason = ''") == []
    )
    [(failures, outcome, reason)] = paper.rows(
        "select failure_count, outcome, reason from feed where feed_key = 'market'"
    )
    assert (failures, outcome) == (1, "not_a_feed")
    assert "instead of a feed" in reason

    versions = paper.version_counts()
    assert versions["/good"] == versions["/wide"] == 1
    no_article = {"/noise", "/zeros", "/empty", "/picture"}
    assert {name for name in no_article if versions[name]} == set()
    readings = paper.rows("select reason from reading where verdict <> 'new'")
    assert len(readings) >= len(no_article)
    assert all(reason for (reason,) in readings)
    assert counts_of(result)["fetched_pages.failed"] == len(OUTCOMES)
    due = paper.rows(
        "select url from document where next_check_at is null or claimed_by is not null"
    )
    assert due == []
    assert checks_of(result)["ledger_is_complete"]


def test_a_catalogue_that_cannot_be_read_changes_nothing(paper: Paper) -> None:
    paper.print(["/a"])
    paper.run("poll")
    before = paper.rows("select * from feed")
    paper.catalogue.write_text(
        "feeds:\n  - name: Market\n    url: http://market.test/feed.xml\n    polite: yes\n"
    )
    result = paper.run("poll")
    assert paper.rows("select * from feed") == before
    assert not checks_of(result)["catalogue_is_valid"]
    [check] = [
        found
        for found in result.get_asset_check_evaluations()
        if found.check_name == "catalogue_is_valid"
    ]
    assert "feeds.yaml, line 4" in str(check.metadata["problem"].value)
    paper.catalogue.write_bytes(NOISE)
    assert not checks_of(paper.run("poll"))["catalogue_is_valid"]
    assert paper.rows("select * from feed") == before


def test_entries_that_lead_nowhere_are_kept_with_the_reason(paper: Paper) -> None:
    paper.site.pages["/feed.xml"] = (
        "<rss version='2.0'><channel><title>Harbour</title>"
        "<item><title>No link \x01</title><guid>1</guid>"
        "<description>a &#0; b &#xD800; c</description></item>"
        "<item><title>Mail</title><guid>2</guid><link>mailto:desk@harbour.test</link></item>"
        "<item><title>Nonsense</title><guid>3</guid><link>http://[</link></item>"
        "<item><title>Fine</title><link>http://harbour.test/fine</link></item>"
        "</channel></rss>"
    )
    paper.site.pages["/fine"] = own_page("/fine")
    paper.run("poll")
    found = dict(paper.rows("select split_part(title, ' ', 1), problem is null from entry"))
    assert found == {"No": False, "Mail": False, "Nonsense": False, "Fine": True}
    assert paper.version_counts() == {"/fine": 1}


def test_half_a_feed_is_read_and_asked_for_again(paper: Paper) -> None:
    paper.print(["/a"])
    whole = paper.site.pages["/feed.xml"]
    assert isinstance(whole, str)
    headers = {"Content-Type": "application/rss+xml", "ETag": '"7"'}
    body = whole.encode()
    paper.site.pages["/feed.xml"] = Reply(body=body[:-16], length=len(body), headers=headers)
    paper.run("poll")
    assert paper.rows("select etag, failure_count from feed") == [(None, 0)]
    assert paper.version_counts() == {"/a": 1}
