"""Broken feeds are read as far as they can be, and say so."""

import gzip

import pytest

from quietedit_core.feeds import parse_feed

HEAD = '<?xml version="1.0" encoding="utf-8"?>'
XML = "application/rss+xml; charset=utf-8"


def item(title: str, number: int = 1, extra: str = "") -> str:
    return (
        f"<item><title>{title}</title><link>https://kurier.example/{number}</link>"
        f'<guid isPermaLink="false">g{number}</guid><pubDate>Thu, 03 Apr 2025 08:00 GMT</pubDate>'
        f"<description>About &lt;i&gt;{number}&lt;/i&gt;</description>{extra}</item>"
    )


def rss(*items: str, head: str = HEAD) -> str:
    return f'{head}<rss version="2.0"><channel><title>K</title>{"".join(items)}</channel></rss>'


def titles(body: bytes, content_type: str | None = None) -> list[str]:
    return [entry.title for entry in parse_feed(body, content_type=content_type).entries]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(rss(item("Caf&eacute;&nbsp;opens")), ["Café opens"], id="named references"),
        pytest.param(rss(item("A & B")), ["A & B"], id="a bare ampersand"),
        pytest.param(rss(item("A &unknown; B")), ["A &unknown; B"], id="an unknown reference"),
        pytest.param(rss(item("3 < 4")), ["3 < 4"], id="a bare bracket"),
        pytest.param(rss(item("A &#8; B &#146;")), ["A B ’"], id="forbidden numbers"),
        pytest.param(rss(item("A ]]> & B")), ["A ]]> & B"], id="the end of no section"),
        pytest.param(
            rss(item("A"), "<description>x<br>y<p>z</description>", item("B", 2)),
            ["A", "B"],
            id="markup without ends",
        ),
        pytest.param(
            rss(item("A <b>bold<i> word"), item("B", 2)), ["A bold word", "B"], id="in a title"
        ),
        pytest.param(
            rss(item("A", 1, "<dc:creator>Z</dc:creator><x:y>1</x:y>")), ["A"], id="prefixes"
        ),
        pytest.param(
            "<br />\n<b>Warning</b>: odd in <b>/srv/a.php</b>\n" + rss(item("A")),
            ["A"],
            id="warnings before the feed",
        ),
        pytest.param(rss(item("A")) + "<!-- 12 ms --><script>x</script>", ["A"], id="junk behind"),
        pytest.param(rss(item("A"), "</item>", item("B", 2)), ["A", "B"], id="an end too many"),
    ],
)
def test_repairs(text: str, expected: list[str]) -> None:
    feed = parse_feed(text.encode())
    assert [entry.title for entry in feed.entries] == expected
    assert (feed.repaired, feed.truncated) == (True, False)
    assert feed.notes


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n \n" + rss(item("A")), id="white space"),
        pytest.param("\ufeff" + rss(item("A")), id="a mark"),
        pytest.param("\ufeff\ufeff\n" + rss(item("A")), id="two marks"),
        pytest.param(rss(item("<![CDATA[A]]>")), id="CDATA"),
        pytest.param(rss("<!-- a -- b -->", item("A")), id="a comment with hyphens"),
        pytest.param(rss(item("A"), head=f"{HEAD}<!DOCTYPE rss>"), id="a document type"),
        pytest.param(rss(item("A"), head="<?xml version='1.1'?><!-- x -->"), id="XML 1.1"),
        pytest.param(
            '<channel xmlns="x"><title>K</title>' + item("A") + "</channel>", id="no rss around it"
        ),
    ],
)
def test_harmless_oddities_are_no_repairs(text: str) -> None:
    feed = parse_feed(text.encode())
    assert [entry.title for entry in feed.entries] == ["A"]
    assert not feed.repaired


def test_control_characters_are_dropped_and_counted() -> None:
    feed = parse_feed(rss(item("A\x08 b\x0bell\x08"), item("B\ufffe", 2)).encode())
    assert [entry.title for entry in feed.entries] == ["A bell", "B"]
    assert (feed.dropped_characters, feed.repaired) == (4, True)


def test_a_stray_byte_costs_one_character() -> None:
    body = rss(item("früh"), item("Grüße", 2)).encode().replace("früh".encode(), b"fr\xfch", 1)
    assert titles(body, XML) == ["fr\ufffdh", "Grüße"]
    alone = rss(item("früh"), item("plain", 2)).encode().replace("früh".encode(), b"fr\xfch", 1)
    assert titles(alone, XML) == ["fr\ufffdh", "plain"]


WIDE = rss(item("Grüße – śł"), head="")


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        pytest.param(WIDE.encode("utf-16"), None, "Grüße – śł", id="utf-16 with a mark"),
        pytest.param(WIDE.encode("utf-16-le"), None, "Grüße – śł", id="little endian, no mark"),
        pytest.param(WIDE.encode("utf-16-be"), XML, "Grüße – śł", id="big endian, called utf-8"),
        pytest.param(WIDE.encode("utf-32"), None, "Grüße – śł", id="utf-32"),
        pytest.param(
            rss(item("Grüße €"), head='<?xml version="1.0" encoding="ISO-8859-1"?>').encode(
                "cp1252"
            ),
            None,
            "Grüße €",
            id="latin-1 is windows-1252",
        ),
        pytest.param(
            rss(item("Grüße – ś")).encode(), "text/xml; charset=iso-8859-1", "Grüße – ś", id="wrong"
        ),
        pytest.param(
            rss(item("Grüße für Käufer"), item("Öl", 2)).encode("cp1252"),
            XML,
            "Grüße für Käufer",
            id="windows-1252 that calls itself utf-8",
        ),
        pytest.param(
            rss(item("привет"), head='<?xml version="1.0" encoding="koi8-r"?>').encode("koi8-r"),
            None,
            "привет",
            id="what the declaration says",
        ),
        pytest.param(rss(item("ś")).encode(), "text/xml; charset=nonsense", "ś", id="nonsense"),
        pytest.param(
            rss(item("ś"), head='<?xml version="1.0" encoding="utf-16"?>').encode(),
            None,
            "ś",
            id="says utf-16 in ascii",
        ),
    ],
)
def test_encodings(body: bytes, content_type: str | None, expected: str) -> None:
    assert titles(body, content_type)[0] == expected


BODY = rss(item("One"), item("Two", 2), item("Three", 3)).encode()


@pytest.mark.parametrize("kept", range(BODY.index(b"g1"), len(BODY) - len("</rss>"), 7))
def test_a_cut_body_keeps_its_entries_whole(kept: int) -> None:
    whole = {entry.guid: entry for entry in parse_feed(BODY).entries}
    feed = parse_feed(BODY[:kept])
    assert feed.truncated
    assert len(feed.entries) >= BODY[:kept].count(b"</item>")
    for entry in feed.entries:
        same = next(each for each in whole.values() if each.link == entry.link)
        assert entry.title == same.title
        assert entry.guid in {same.guid, None}
        assert entry.published_text in {same.published_text, None}


def test_a_body_cut_within_a_section() -> None:
    body = rss(item("One"), item("<![CDATA[Two & a half", 2)).encode()
    feed = parse_feed(body.partition(b" a half")[0])
    assert ([entry.title for entry in feed.entries], feed.truncated) == (["One"], True)


def test_a_cut_packed_body() -> None:
    noise = "".join(item(f"Title {number * 7919 % 1000}", number) for number in range(300))
    packed = gzip.compress(rss(noise).encode())
    feed = parse_feed(packed[: len(packed) // 2])
    assert feed.truncated
    assert len(feed.entries) > 50


def test_a_cut_json_feed() -> None:
    body = b'{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"https://j.test/1","title":"A"},{"id":"2","ti'
    feed = parse_feed(body)
    assert ([entry.title for entry in feed.entries], feed.truncated) == (["A"], True)
