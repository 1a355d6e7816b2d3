"""feeds.yaml, read whole or refused with its line."""

import random
from contextlib import suppress
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.catalogue import (
    Catalogue,
    FeedSpec,
    KnownFeed,
    Reconciliation,
    add_to_yaml,
    catalogue_to_yaml,
    merge_catalogues,
    parse_catalogue,
    plan_reconciliation,
)
from quietedit_core.errors import InvalidCatalogue

FEED = "feeds:\n  - url: https://kurier.example/rss\n    name: Kurier\n"


def spec(key: str = "kurier", **others: object) -> FeedSpec:
    fields: dict[str, object] = {
        "key": key,
        "url": f"https://{key}.example/rss",
        "name": key.title(),
        "source": f"{key}.example",
    }
    return FeedSpec(**(fields | others))  # type: ignore[arg-type]  # the test's own table


def test_a_feed_needs_a_url_and_a_name() -> None:
    assert parse_catalogue(FEED).feeds == (spec(),)


def test_a_feed_with_everything() -> None:
    text = """
defaults: {language: de, delay: 2}
feeds:
  - key: kurier-stadt
    url: https://feeds.kurier.example/stadt.rss
    name: "Kurier: Stadt"
    source: kurier
    topics: [stadt, verkehr, stadt]
    language: pt-BR
    poll_interval: 15 min
    hourly_ceiling: 60
    active: false
    selectors:
      title: h1.head
      drop: [.ad, //aside]
"""
    assert parse_catalogue(text).feeds == (
        spec(
            "kurier-stadt",
            url="https://feeds.kurier.example/stadt.rss",
            name="Kurier: Stadt",
            source="kurier",
            topics=("stadt", "verkehr"),
            language="pt-BR",
            poll_interval_seconds=900,
            delay_seconds=2.0,
            hourly_ceiling=60,
            selectors=(("title", "h1.head"), ("drop", ".ad"), ("drop", "//aside")),
            active=False,
        ),
    )


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Neue Zürcher Zeitung", "neue-zurcher-zeitung"),
        ("Straße & Łódź!", "strasse-lodz"),
        ("1843", "1843"),
        ("no", "no"),
        ("Новости", "kurier-example"),
    ],
)
def test_ours_a_key_is_made_of_the_name(name: str, key: str) -> None:
    (feed,) = parse_catalogue(FEED.replace("Kurier", name)).feeds
    assert (feed.name, feed.key) == (name, key)


@pytest.mark.parametrize(
    ("duration", "seconds"),
    [
        ("900", 900),
        ("15 min", 900),
        ("15m", 900),
        ("2 h", 7_200),
        ("1 h 30 min", 5_400),
        ("1.5 hours", 5_400),
        ("1 day", 86_400),
        ("'90 s'", 90),
    ],
)
def test_ours_durations(duration: str, seconds: int) -> None:
    (feed,) = parse_catalogue(f"{FEED}    poll_interval: {duration}\n").feeds
    assert feed.poll_interval_seconds == seconds


def test_ours_norwegian_is_not_false() -> None:
    assert parse_catalogue(f"{FEED}    language: no\n").feeds[0].language == "no"


def test_ours_an_empty_list_is_a_catalogue() -> None:
    assert parse_catalogue("feeds: []") == Catalogue(())


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        pytest.param("", None, "is empty", id="empty"),
        pytest.param("# nothing yet\n", None, "is empty", id="comments alone"),
        pytest.param("feeds:\n", 1, "should be a list", id="a list of nothing said"),
        pytest.param("- https://x.example", 1, "mapping with a list", id="a bare list"),
        pytest.param("topics: [a]", 1, "no `topics`", id="no feeds"),
        pytest.param("{}", 1, "no list `feeds`", id="an empty mapping"),
        pytest.param("feeds:\n  - https://x.example", 2, "`url` and `name`", id="a bare address"),
        pytest.param("feeds:\n\n  - name: Kurier", 3, "has no `url`", id="no address"),
        pytest.param("feeds:\n  - url: https://x.example", 2, "has no `name`", id="no name"),
        pytest.param(f"{FEED}    topic: [a]", 4, "did you mean `topics`", id="a misspelt key"),
        pytest.param(f"{FEED}    zzz: 1", 4, "known are key, url", id="a key of no kind"),
        pytest.param(f"{FEED}    name: Bote", 4, "`name` stands here twice", id="a key twice"),
        pytest.param(f"{FEED}    [a]: b", 4, "has no ``", id="a key that is a list"),
        pytest.param(
            f"{FEED}    ? {{a: b}}\n    : c", 4, "has no ``", id="a key that is a mapping"
        ),
        pytest.param(FEED.replace("https", "ftp"), 2, "not an http(s) address", id="ftp"),
        pytest.param(FEED.replace("https://", ""), 2, "not an address", id="no scheme"),
        pytest.param(FEED.replace("Kurier", "[a]"), 3, "should be a text", id="a list for a name"),
        pytest.param(FEED.replace("Kurier", "~"), 3, "should be a text", id="null for a name"),
        pytest.param(FEED.replace("Kurier", "''"), 3, "is empty", id="an empty name"),
        pytest.param(FEED.replace("Kurier", '"a\\x07"'), 3, "U+0007", id="a bell in a name"),
        pytest.param(FEED.replace("Kurier", '"\\ud800"'), 3, "", id="half a character"),
        pytest.param(FEED.replace("Kurier", "K" * 5_000), 3, "longer than", id="an endless name"),
        pytest.param(f"{FEED}    key: Über Uns", 4, "lower-case letters", id="a key with spaces"),
        pytest.param(f"{FEED}    language: German", 4, "language tag", id="a language by its name"),
        pytest.param(f"{FEED}    topics: {{a: b}}", 4, "should be a text", id="topics as mapping"),
        pytest.param(f"{FEED}    poll_interval: soon", 4, "15 min", id="no duration"),
        pytest.param(f"{FEED}    poll_interval: 1:30", 4, "15 min", id="a clock time"),
        pytest.param(f"{FEED}    poll_interval: 5 5", 4, "15 min", id="two bare numbers"),
        pytest.param(f"{FEED}    poll_interval: 0", 4, "between", id="no pause at all"),
        pytest.param(f"{FEED}    poll_interval: -5 min", 4, "15 min", id="a negative pause"),
        pytest.param(f"{FEED}    delay: 2 d", 4, "a day at most", id="an absurd delay"),
        pytest.param(
            f"{FEED}    delay: 1\n    delay_seconds: 1", 5, "the same thing", id="one thing twice"
        ),
        pytest.param(f"{FEED}    hourly_ceiling: 0", 4, "whole number", id="a ceiling of none"),
        pytest.param(f"{FEED}    hourly_ceiling: 1.5", 4, "whole number", id="half a request"),
        pytest.param(f"{FEED}    active: maybe", 4, "true or false", id="perhaps"),
        pytest.param(f"{FEED}    selectors: h1", 4, "should be a mapping", id="a bare selector"),
        pytest.param(f"{FEED}    selectors: {{byline: a}}", 4, "knows title", id="an unknown part"),
        pytest.param(f"{FEED}    selectors: {{body: '//['}}", 4, "no XPath", id="a broken XPath"),
        pytest.param(f"defaults: {{url: x}}\n{FEED}", 1, "no `url`", id="an address for all"),
        pytest.param(f"defaults: []\n{FEED}", 1, "should be a mapping", id="defaults as a list"),
        pytest.param("feeds:\n\t- url: x", 2, "with spaces", id="a tab"),
        pytest.param("feeds: [", 1, "is not YAML", id="an open bracket"),
        pytest.param("feeds: []\n---\nfeeds: []", 2, "is not YAML", id="two documents"),
        pytest.param("feeds:\n  - \x00", 2, "U+0000", id="a NUL"),
        pytest.param("feeds:\n  - \ud800", 2, "U+D800", id="a lone surrogate"),
        pytest.param("a: &a [x]\nfeeds: *a", 1, "anchors and aliases", id="an anchor"),
        pytest.param("feeds: *a", 1, "aliases", id="an alias"),
        pytest.param("a: &a [*a]", 1, "anchors", id="a list in itself"),
        pytest.param("feeds: " + "[" * 50_000, 1, "", id="nested without end"),
        pytest.param("feeds: " + "[" * 20 + "]" * 20, 1, "too deeply", id="nested too deeply"),
        pytest.param("#" * 5_000_000, None, "is longer than", id="endless"),
        pytest.param(f"{FEED}    x: !!python/name:os.system y", 4, "no `x`", id="a tag of Python"),
    ],
)
def test_ours_what_is_wrong_and_where(text: str, line: int | None, problem: str) -> None:
    with pytest.raises(InvalidCatalogue) as caught:
        parse_catalogue(text, file="mine.yaml")
    assert (caught.value.line, caught.value.file) == (line, "mine.yaml")
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("url", "name", "problem"),
    [
        pytest.param("https://kurier.example/rss", "Bote", "the feed", id="one address"),
        pytest.param(
            "http://KURIER.example/rss/?utm_source=x", "Bote", "the feed", id="in essence"
        ),
        pytest.param("https://bote.example/rss", "Kurier", "the key 'kurier'", id="one key"),
    ],
)
def test_ours_clashes_name_both_places(url: str, name: str, problem: str) -> None:
    second = f"  - url: {url}\n    name: {name}\n"
    with pytest.raises(InvalidCatalogue, match=r"feeds\.yaml, line 2 already") as caught:
        parse_catalogue(FEED + second)
    assert caught.value.line == 4
    assert problem in caught.value.problem
    one = parse_catalogue(FEED, file="one.yaml")
    two = parse_catalogue(f"feeds:\n{second}", file="two.yaml")
    with pytest.raises(InvalidCatalogue, match=r"two.yaml, line 2: .* one.yaml, line 2 already"):
        merge_catalogues(one, two)


def test_two_files_make_one_catalogue() -> None:
    two = FEED.replace("kurier", "bote").replace("Kurier", "Bote")
    merged = merge_catalogues(parse_catalogue(FEED), parse_catalogue(two))
    assert [feed.key for feed in merged.feeds] == ["kurier", "bote"]
    assert merge_catalogues() == Catalogue(())


OLD, NEW = spec(), spec(topics=("town",))
PAUSED = spec(active=False)


@pytest.mark.parametrize(
    ("known", "listed", "expected"),
    [
        pytest.param([], [NEW], {"add": (NEW,)}, id="a new feed is added"),
        pytest.param([(OLD, True)], [NEW], {"update": (NEW,)}, id="a changed feed is updated"),
        pytest.param([(OLD, True)], [OLD], {"unchanged": (OLD,)}, id="the same is left alone"),
        pytest.param([(OLD, True)], [], {"deactivate": (OLD,)}, id="a missing one rests"),
        pytest.param([(OLD, False)], [], {"unchanged": (OLD,)}, id="and goes on resting"),
        pytest.param([(OLD, False)], [NEW], {"reactivate": (NEW,)}, id="a returned one wakes"),
        pytest.param([(OLD, True)], [PAUSED], {"deactivate": (OLD,)}, id="a paused one rests"),
        pytest.param([(OLD, False)], [PAUSED], {"unchanged": (PAUSED,)}, id="paused and resting"),
        pytest.param([], [PAUSED], {"unchanged": (PAUSED,)}, id="paused before it began"),
        pytest.param(
            [(OLD, True)],
            [spec("bote", url=OLD.url)],
            {"add": (spec("bote", url=OLD.url),), "deactivate": (OLD,)},
            id="another key is another feed",
        ),
    ],
)
def test_ours_reconciliation(
    known: list[tuple[FeedSpec, bool]],
    listed: list[FeedSpec],
    expected: dict[str, tuple[FeedSpec, ...]],
) -> None:
    held = [KnownFeed(feed, is_active) for feed, is_active in known]
    plan = plan_reconciliation(held, Catalogue(tuple(listed)))
    assert plan == Reconciliation(**expected)


KEYS = st.sampled_from(["a", "b", "c", "d"])
SPECS = st.builds(spec, KEYS, topics=st.sampled_from([(), ("x",)]), active=st.booleans())
CATALOGUES = st.lists(SPECS, unique_by=lambda feed: feed.key).map(lambda s: Catalogue(tuple(s)))


@given(CATALOGUES, CATALOGUES)
def test_reconciling_twice_changes_nothing_more(first: Catalogue, second: Catalogue) -> None:
    held: dict[str, KnownFeed] = {}
    for catalogue in (first, second):
        plan = plan_reconciliation(held.values(), catalogue)
        for feed in (*plan.add, *plan.update, *plan.reactivate):
            held[feed.key] = KnownFeed(feed, is_active=True)
        for feed in plan.deactivate:
            held[feed.key] = KnownFeed(feed, is_active=False)
        again = plan_reconciliation(held.values(), catalogue)
        moved = (*again.add, *again.update, *again.deactivate, *again.reactivate)
        assert moved == ()
        active = {key for key, feed in held.items() if feed.is_active}
        assert active == {feed.key for feed in catalogue.feeds if feed.active}


TEXTS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Cn"], blacklist_characters="\ufeff"),
    min_size=1,
    max_size=30,
).filter(lambda text: text.strip() == text)
RICH = st.builds(
    spec,
    KEYS,
    name=TEXTS,
    source=TEXTS,
    topics=st.lists(TEXTS, unique=True, max_size=3).map(tuple),
    language=st.sampled_from([None, "no", "de", "pt-BR"]),
    poll_interval_seconds=st.none() | st.integers(1, 10_000),
    delay_seconds=st.none() | st.sampled_from([0.0, 0.5, 3.0]),
    hourly_ceiling=st.none() | st.integers(1, 1_000),
    selectors=st.sampled_from([None, (("title", "h1"), ("drop", ".a"), ("drop", "//b"))]),
    active=st.booleans(),
)


@given(st.lists(RICH, unique_by=lambda feed: feed.key).map(lambda feeds: Catalogue(tuple(feeds))))
def test_what_is_written_is_read_again(catalogue: Catalogue) -> None:
    assert parse_catalogue(catalogue_to_yaml(catalogue)) == catalogue


BOTE = spec("bote", topics=("town",))
BOTE_LINES = "- key: bote\n  url: https://bote.example/rss\n  name: Bote\n  topics:\n  - town\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(FEED, "", id="at the end of the file"),
        pytest.param(FEED.removesuffix("\n"), "", id="without a last line end"),
        pytest.param(FEED, "\n# what all share\ndefaults:\n  language: de\n", id="before a part"),
        pytest.param(f"# ours\n{FEED}", "# the end\n\n", id="between comments"),
        pytest.param(FEED.replace("  - ", "- ").replace("    ", "  "), "", id="not indented"),
    ],
)
def test_ours_a_feed_is_added_and_the_rest_left_alone(before: str, after: str) -> None:
    indent = "" if "\n- " in before else "  "
    feed = spec("bote", topics=("town",), language="de" if "defaults" in after else None)
    expected = "".join(f"{indent}{line}\n" for line in BOTE_LINES.splitlines())
    expected += f"{indent}  language: de\n" if feed.language else ""
    assert add_to_yaml(before + after, feed) == before.rstrip("\n") + "\n" + expected + after


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("feeds: []", "by hand", id="an empty list"),
        pytest.param('feeds: [{url: "https://x.example", name: x}]', "by hand", id="a flow list"),
        pytest.param(f"{FEED}    key: bote\n", "already", id="a key that is taken"),
        pytest.param("feeds: [", "not YAML", id="a file that is wrong"),
    ],
)
def test_ours_a_feed_that_cannot_be_added(text: str, problem: str) -> None:
    with pytest.raises(InvalidCatalogue, match=problem):
        add_to_yaml(text, BOTE)


def test_ours_a_feed_is_added_to_the_catalogue_we_ship() -> None:
    text = (files("quietedit_core") / ".." / "feeds.yaml").read_text("utf-8")
    added = add_to_yaml(text, BOTE)
    assert added.startswith(text.rstrip("\n"))
    assert parse_catalogue(added).feeds[-1] == BOTE
    bare = parse_catalogue(add_to_yaml(text, spec("bote"))).feeds[-1]
    assert bare == spec("bote", topics=("news",))


@given(st.text())
def test_nothing_but_invalid_catalogue_is_raised(text: str) -> None:
    with pytest.raises(InvalidCatalogue):
        parse_catalogue(text)


def test_seeded_fuzz() -> None:
    chooser = random.Random(2)  # noqa: S311  a seed, not a secret
    source = (
        f"defaults: {{delay: 1 s}}\n{FEED}    topics: [a, 'b']\n    selectors:\n      drop: //a\n"
    )
    for _ in range(400):
        text = list(source)
        for _ in range(chooser.randrange(1, 6)):
            text[chooser.randrange(len(text))] = chooser.choice(
                "\t\n:-[]{}'\"&*!?|>%@`#, \x85\u2028a0"
            )
        with suppress(InvalidCatalogue):
            parse_catalogue("".join(text))


def test_the_catalogue_we_ship() -> None:
    text = (files("quietedit_core") / ".." / "feeds.yaml").read_text("utf-8")
    catalogue = parse_catalogue(text)
    assert {"srf-news", "bbc-news"} <= {feed.key for feed in catalogue.feeds}
    languages = {feed.language for feed in catalogue.feeds}
    assert {"de", "en", "fr", "it", "es", "nl", "pl"} <= languages
