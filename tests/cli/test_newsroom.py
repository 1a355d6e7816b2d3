"""The demo's newsroom: what its outlets answer, minute by minute."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from quietedit_cli.newsroom import Event, Newsroom, load_script
from quietedit_cli.newsroom.steps import Merge, Revert, Split
from quietedit_core.encoding import decode
from quietedit_core.extraction import extract_article
from quietedit_core.feeds import parse_feed
from quietedit_core.fingerprint import content_hash
from quietedit_core.folding import fold_text

START = datetime(2026, 3, 2, 6, tzinfo=UTC)
SCRIPT = load_script(leave_out=("walls", "byline"))
REACHABLE = [key for key in SCRIPT.outlets if SCRIPT.is_reachable(key)]


def newsroom_at(minute: float) -> Newsroom:
    newsroom = Newsroom(SCRIPT, start=START)
    newsroom.advance_to(minute)
    return newsroom


def ask(
    newsroom: Newsroom, url: str, *, number: int = 0, **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    host, _, path = url.removeprefix("http://").partition("/")
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = newsroom.respond(host, f"/{path}", asked, number)
    return answer.status, answer.body, {k.lower(): v for k, v in answer.headers.items()}


def test_there_is_enough_of_everything() -> None:
    kinds = Counter(kind for event in SCRIPT.events for kind in event.kinds)
    assert len(SCRIPT.outlets) >= 6
    assert len(SCRIPT.articles) >= 40
    assert len(SCRIPT.events) >= 60
    assert {outlet.encoding for outlet in SCRIPT.outlets.values()} >= {"utf-8", "windows-1252"}
    assert len({outlet.feed.dialect for outlet in SCRIPT.outlets.values()}) >= 3
    assert any(outlet.fails for outlet in SCRIPT.outlets.values())
    assert any(outlet.delay_seconds for outlet in SCRIPT.outlets.values())
    assert {event.observation for event in SCRIPT.events} >= {"removal", "restoration"}
    assert kinds.keys() >= {
        "headline",
        "number",
        "quotation",
        "correction_note",
        "expansion",
        "cut",
        "move",
        "encoding_repair",
        "revert",
        "typo",
        "ticker_entry",
    }


@pytest.mark.parametrize("outlet", REACHABLE)
def test_feeds_list_what_is_published(outlet: str) -> None:
    newsroom = newsroom_at(SCRIPT.last_minute)
    status, body, headers = ask(newsroom, SCRIPT.outlets[outlet].feed_url)
    feed = parse_feed(
        body, content_type=headers["content-type"], url=SCRIPT.outlets[outlet].feed_url
    )
    published = [place for place in SCRIPT.articles if place[0] == outlet]
    assert status == 200
    assert not feed.repaired
    assert len(feed.entries) == len(published) + bool(SCRIPT.outlets[outlet].forbidden)


@pytest.mark.parametrize("outlet", REACHABLE)
def test_robots_txt_forbids_what_the_feed_links(outlet: str) -> None:
    _, body, _ = ask(newsroom_at(0), f"http://{SCRIPT.outlets[outlet].host}/robots.txt")
    assert f"Disallow: {SCRIPT.outlets[outlet].forbidden}".encode() in body


def test_every_event_shows_on_its_page_and_not_before() -> None:
    for event in SCRIPT.events:
        if event.makes_revision and SCRIPT.is_reachable(event.outlet):
            before, after = page_text(event, event.minute - 1), page_text(event, event.minute)
            assert before != after, event.id
            is_new = not any(isinstance(step, (Split, Merge, Revert)) for step in event.steps)
            for text in event.planted.new_texts:
                assert not is_new or fold_text(text) not in before, event.id
                assert fold_text(text) in after, event.id


def page_text(event: Event, minute: float) -> str:
    url = SCRIPT.article_url(event.outlet, event.article)
    _, body, headers = ask(newsroom_at(minute), url)
    text = decode(body, headers.get("content-type")).text
    plain = text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    return fold_text(plain)


def test_what_stands_around_an_article_is_new_at_every_request_and_its_text_is_not() -> None:
    newsroom = newsroom_at(SCRIPT.last_minute)
    turned = 0
    for outlet, key in SCRIPT.articles:
        if not SCRIPT.is_reachable(outlet):
            continue
        answers = [ask(newsroom, SCRIPT.article_url(outlet, key), number=n) for n in (1, 2)]
        if answers[0][0] != 200:
            continue
        turned += answers[0][1] != answers[1][1]
        hashes = {content_hash(extract_article(body)) for _, body, _ in answers}
        assert len(hashes) == 1, (outlet, key)
    assert turned >= 30


def test_the_same_request_is_answered_alike() -> None:
    outlet, key = next(place for place in SCRIPT.articles if SCRIPT.is_reachable(place[0]))
    url = SCRIPT.article_url(outlet, key)
    assert ask(newsroom_at(99), url, number=7) == ask(newsroom_at(99), url, number=7)


def test_feeds_answer_304_to_their_validators() -> None:
    newsroom = newsroom_at(10)
    count = 0
    for outlet in map(SCRIPT.outlets.__getitem__, REACHABLE):
        _, _, headers = ask(newsroom, outlet.feed_url)
        if "etag" in headers:
            count += 1
            assert ask(newsroom, outlet.feed_url, if_none_match=headers["etag"])[0] == 304
        elif "last-modified" in headers:
            count += 1
            status, _, _ = ask(
                newsroom, outlet.feed_url, if_modified_since=headers["last-modified"]
            )
            assert status == 304
    assert count >= 4


def test_a_withdrawn_article_is_gone_and_may_come_back() -> None:
    gone = next(event for event in SCRIPT.events if event.observation == "removal")
    back = next(
        event
        for event in SCRIPT.events
        if event.observation == "restoration" and event.article == gone.article
    )
    url = SCRIPT.article_url(gone.outlet, gone.article)
    assert ask(newsroom_at(gone.minute), url)[0] == 410
    assert ask(newsroom_at(back.minute), url)[0] == 200


def test_dates_follow_the_script() -> None:
    outlet = SCRIPT.outlets["harbour-post"]
    _, body, _ = ask(newsroom_at(SCRIPT.last_minute), outlet.feed_url)
    feed = parse_feed(body)
    published = min(entry.published_text or "" for entry in feed.entries)
    earliest = min(a.published_minute for p, a in SCRIPT.articles.items() if p[0] == outlet.key)
    assert published.startswith((START + timedelta(minutes=earliest)).strftime("%Y-%m-%dT%H:%M"))
