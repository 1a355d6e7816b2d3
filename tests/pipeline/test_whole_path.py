"""From a feed on loopback to versions, through the real assets on a real database."""

from datetime import timedelta

import dagster as dg

from quietedit_core.versions import find_broken_link
from quietedit_store.versions import list_chain
from tests.papers import Paper, checks_of, counts_of, range_tags, today
from tests.sites import PARAGRAPHS, page, rss

KEYS = {
    "feed_entries": ("due", "new_entries", "new_documents"),
    "fetched_pages": ("due", "fetched", "not_modified", "unchanged", "put_off", "failed"),
    "extracted_text": ("read", "articles", "other"),
    "document_versions": ("new", "same", "not_article", "unreadable"),
}


def test_an_edit_becomes_revision_2_and_a_second_look_nothing(paper: Paper) -> None:
    paper.print(["/a", "/b", "/private/c"])
    paper.site.pages["/a"] = page("Ferries to run twice as often")
    first = paper.run("poll")
    assert all(checks_of(first).values()), checks_of(first)
    assert counts_of(first)["fetched_pages.failed"] == 1
    edited = [PARAGRAPHS[0], PARAGRAPHS[1].replace("20", "30"), PARAGRAPHS[2]]
    paper.site.pages["/a"] = page("Ferries to run twice as often", edited)
    counts = counts_of(paper.recheck())
    assert counts["document_versions.new"] == 1
    assert counts["fetched_pages.unchanged"] == 1
    expected = {"/a": 2, "/b": 1, "/private/c": 0}
    assert paper.version_counts() == expected

    again = counts_of(paper.recheck()) + counts_of(paper.poll_now())
    assert again["document_versions.new"] == again["feed_entries.new_entries"] == 0
    assert again["fetched_pages.unchanged"] == 2
    assert paper.version_counts() == expected
    assert paper.rows("select feed_key, outcome from feed") == [("harbour", "unchanged")]

    assert "/private/c" not in paper.site.asked
    [(document_id,)] = paper.rows("select document_id from document where url like %s", "%/a")
    with paper.database.connect() as connection:
        chain = list_chain(connection, document_id)
    assert len(chain) == 2
    assert find_broken_link(chain) is None


def test_a_run_that_finds_nothing_due_succeeds_with_zeros(paper: Paper) -> None:
    paper.site.publish([])
    paper.run("poll")
    for result in (paper.run("poll"), paper.run("recheck")):
        counts = counts_of(result)
        for asset in {key.to_user_string() for key in materialized(result)} & KEYS.keys():
            for name in KEYS[asset]:
                assert counts.get(f"{asset}.{name}") == 0, (asset, name)
        assert all(checks_of(result).values())


def materialized(result: dg.ExecuteInProcessResult) -> list[dg.AssetKey]:
    found = [event.asset_key for event in result.get_asset_materialization_events()]
    return [key for key in found if key is not None]


def test_a_run_over_a_range_reports_every_day(paper: Paper) -> None:
    paper.print(["/a", "/b"])
    paper.run("poll")
    first, last = today() - timedelta(days=2), today()
    paper.rows("update document set cohort = %s where url like %s returning 1", first, "%/a")
    paper.rows("update document set cohort = %s where url like %s returning 1", last, "%/b")
    paper.rows("update document set next_check_at = 'epoch' returning 1")
    result = paper.run("recheck", tags=range_tags(first, last))
    by_day = {
        event.partition: event.step_materialization_data.materialization.metadata["due"].value
        for event in result.get_asset_materialization_events()
        if event.asset_key == dg.AssetKey("fetched_pages")
    }
    assert by_day == {f"{first}": 1, f"{first + timedelta(days=1)}": 0, f"{last}": 1}


def test_two_feeds_with_the_same_articles_do_not_hold_each_other_up(paper: Paper) -> None:
    paths = [f"/{number:03}" for number in range(150)]
    paper.site.pages["/robots.txt"] = "User-agent: *\nDisallow: /0\nDisallow: /1\n"
    links = [f"http://harbour.test{path}" for path in paths]
    paper.site.pages["harbour.test/feed.xml"] = rss(links)
    paper.site.pages["market.test/feed.xml"] = rss(links[::-1])
    with paper.catalogue.open("a") as catalogue:
        catalogue.write("  - name: Market\n    url: http://market.test/feed.xml\n")
    counts = counts_of(paper.run("poll"))
    assert counts["feed_entries.new_documents"] == 150
    assert counts["feed_entries.new_entries"] == 300
