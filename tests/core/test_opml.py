"""Catalogues that travel as OPML."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.catalogue import catalogue_from_opml, catalogue_to_opml, parse_catalogue
from quietedit_core.errors import InvalidCatalogue

FEEDS = """
feeds:
  - url: https://kurier.example/rss?a=1&b=2
    name: Kurier "Stadt" <1>
    topics: [town, "roads & rails"]
    language: de
    poll_interval: 10 min
    delay: 2.5
    hourly_ceiling: 30
  - {url: "https://feeds.bote.example/x", name: Bote, key: b1, source: bote.example}
"""
OPML = """<?xml version="1.0"?>
<opml version="1.1"><head/><body>
  <outline text="Town">
    <outline text="Kurier" xmlUrl="feed://kurier.example/rss" type="rss"/>
    <outline text="Roads"><outline title="Bote" text="b" xmlUrl="https://bote.example/rss"/></outline>
  </outline>
  <outline text="Again"><outline text="K." xmlUrl="https://kurier.example/rss/"/></outline>
  <outline text="Bote" category="/World/Europe,x" xmlUrl="https://bote.example/world"/>
  <outline text="a note"/>
</body></opml>"""


def test_there_and_back() -> None:
    catalogue = parse_catalogue(FEEDS)
    assert catalogue_from_opml(catalogue_to_opml(catalogue).encode()) == catalogue


def test_paused_feeds_stay_at_home() -> None:
    catalogue = parse_catalogue(FEEDS.replace("key: b1", "key: b1, active: no"))
    assert "Bote" not in catalogue_to_opml(catalogue)


def test_lists_of_other_readers() -> None:
    read = [(feed.key, feed.topics) for feed in catalogue_from_opml(OPML.encode()).feeds]
    assert read == [
        ("kurier", ("Town", "Again")),
        ("bote", ("Town", "Roads")),
        ("bote-2", ("World/Europe", "x")),
    ]


BOMB = """<!DOCTYPE opml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><opml><body>
<outline text="&b;" xmlUrl="https://kurier.example/rss"/></body></opml>"""


@pytest.mark.parametrize(
    ("body", "line", "problem"),
    [
        pytest.param(b"", 1, "is not XML", id="nothing"),
        pytest.param(b"<opml>\n<body>\n</opml>", 3, "is not XML", id="a tag too few"),
        pytest.param(b"<rss/>", 1, "without an `opml`", id="a feed"),
        pytest.param(BOMB.encode(), None, "document type", id="entities"),
        pytest.param(
            b'<opml>\n<outline text="x" xmlUrl="ftp://kurier.example"/></opml>',
            2,
            "not an http(s) address",
            id="ftp",
        ),
        pytest.param(
            b'<opml>\n\n<outline text="x" xmlUrl="nonsense"/></opml>', 3, "", id="no address"
        ),
        pytest.param(b"<opml>" + b"<outline>" * 500, 1, "is not XML", id="nested without end"),
        pytest.param(b" " * (9 * 1024 * 1024), None, "is larger", id="endless"),
    ],
)
def test_what_is_no_opml(body: bytes, line: int | None, problem: str) -> None:
    with pytest.raises(InvalidCatalogue) as caught:
        catalogue_from_opml(body)
    assert (caught.value.line, caught.value.file) == (line, "OPML")
    assert problem in caught.value.problem


@given(
    st.binary()
    | st.text().map(lambda text: f"<opml><outline xmlUrl='{text}'/>".encode("utf-8", "replace"))
)
def test_nothing_but_invalid_catalogue_is_raised(body: bytes) -> None:
    with suppress(InvalidCatalogue):
        catalogue_from_opml(body)


def test_seeded_fuzz() -> None:
    chooser = random.Random(20)  # noqa: S311  a seed, not a secret
    for _ in range(500):
        body = bytearray(OPML.encode())
        for _ in range(chooser.randrange(1, 4)):
            body[chooser.randrange(60, len(body))] = chooser.choice(b"<>&;\"'= a/\x00\xff")
        with suppress(InvalidCatalogue):
            catalogue_from_opml(bytes(body))
