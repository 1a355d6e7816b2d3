"""Live tickers come out as entries with their times."""

import pytest

from quietedit_core.extraction import Article, BlockKind, extract_article
from quietedit_core.fingerprint import content_hash

BRIDGE = "The bridge at Holm has been closed to all traffic by the police."
TRAINS = "Trains between Holm and Varde are running again after two hours."
SCHOOLS = "Schools on the coast will stay shut on Friday, the county says."
POWER = "Power is back in the old town, the grid company has announced."


def ticker(*entries: tuple[str, str], shape: str) -> Article:
    rows = "".join(shape.format(time=time, text=text) for time, text in entries)
    body = f'<h1>Storm over Holm</h1><div class="live">{rows}</div>'
    return extract_article(f"<html><body>{body}</body></html>".encode())


PLAIN = "<div><div>{time}</div><div>{text}</div></div>"
LIST = "<li><time>{time}</time><p>{text}</p></li>"
NESTED = "<section><div><span>{time}</span></div><div><div>{text}</div></div></section>"
INLINE = "<p><b>{time}</b> {text}</p>"


@pytest.mark.parametrize(
    "shape", [PLAIN, LIST, NESTED, INLINE], ids=["div", "li", "deep", "inline"]
)
def test_entries_carry_their_times(shape: str) -> None:
    read = ticker(("14:05", BRIDGE), ("13:40", TRAINS), ("12:02", SCHOOLS), shape=shape)
    assert [(b.kind, b.time, b.text) for b in read.blocks] == [
        (BlockKind.TICKER_ENTRY, "14:05", BRIDGE),
        (BlockKind.TICKER_ENTRY, "13:40", TRAINS),
        (BlockKind.TICKER_ENTRY, "12:02", SCHOOLS),
    ]


def test_one_new_entry_is_one_new_block_although_all_times_shift() -> None:
    old = ticker(
        ("3 min ago", BRIDGE), ("17 min ago", TRAINS), ("1 hour ago", SCHOOLS), shape=PLAIN
    )
    new = ticker(
        ("just now", POWER),
        ("9 min ago", BRIDGE),
        ("23 min ago", TRAINS),
        ("1 hour ago", SCHOOLS),
        shape=PLAIN,
    )
    assert [block.text for block in new.blocks if block.text not in old.paragraphs] == [POWER]
    assert len(new.blocks) == len(old.blocks) + 1


def test_times_that_shift_alone_are_no_edit() -> None:
    old = ticker(
        ("3 min ago", BRIDGE), ("17 min ago", TRAINS), ("1 hour ago", SCHOOLS), shape=PLAIN
    )
    new = ticker(
        ("8 min ago", BRIDGE), ("22 min ago", TRAINS), ("1 hour ago", SCHOOLS), shape=PLAIN
    )
    assert content_hash(old) == content_hash(new)


def test_a_clock_time_that_changes_is_an_edit() -> None:
    old = ticker(("14:05", BRIDGE), ("13:40", TRAINS), ("12:02", SCHOOLS), shape=PLAIN)
    new = ticker(("14:15", BRIDGE), ("13:40", TRAINS), ("12:02", SCHOOLS), shape=PLAIN)
    assert content_hash(old) != content_hash(new)


HEADED = (
    '<div class="entry"><div class="entry-time">{time}</div><h3>{head}</h3>'
    '<div class="entry-text">{text}</div><ul class="share"><li><a href="#">Share</a></li></ul>'
    "</div>"
)


@pytest.mark.parametrize(
    "head", ["Bridge", "A very long heading that nearly reads like prose does"]
)
def test_headings_belong_to_their_entries_whatever_stands_around_them(head: str) -> None:
    shape = HEADED.replace("{head}", head)
    few = ticker(("9.35am", BRIDGE), ("9.20am", TRAINS), ("9.05am", SCHOOLS), shape=shape)
    more = ticker(
        ("9.50am", POWER),
        ("9.35am", BRIDGE),
        ("9.20am", TRAINS),
        ("9.05am", SCHOOLS),
        shape=shape,
    )
    assert [block.text for block in few.blocks] == [
        f"{head}\n{text}" for text in (BRIDGE, TRAINS, SCHOOLS)
    ]
    assert more.blocks[1:] == few.blocks


def test_a_short_entry_is_read_as_its_siblings_are() -> None:
    read = ticker(
        ("14:05", BRIDGE),
        ("13:50", "All clear."),
        ("13:40", TRAINS),
        ("12:02", SCHOOLS),
        shape=PLAIN,
    )
    assert [block.text for block in read.blocks] == [BRIDGE, "All clear.", TRAINS, SCHOOLS]


BYLINE = (
    "<p class='credit'>By Ida Lund <time datetime='2026-03-05T08:00:00Z'>5 March 2026</time></p>"
)


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        pytest.param(
            HEADED.replace("{head}", "What we know"), "<article>", id="each with a heading"
        ),
        pytest.param(
            HEADED.replace("{head}", "What we know"),
            f"<article>{BYLINE}",
            id="beside a byline that has a time",
        ),
        pytest.param(PLAIN, "<article class='liveblog'>", id="in a box that says it is live"),
    ],
)
def test_two_entries_are_a_ticker_that_says_so(shape: str, box: str) -> None:
    def read(*entries: tuple[str, str]) -> Article:
        rows = "".join(shape.format(time=time, text=text) for time, text in entries)
        lead = f"<p>{POWER} Crews from three counties worked through the night.</p>"
        html = f"<html><body>{box}<h1>Storm over Holm</h1>{lead}{rows}</article></body></html>"
        return extract_article(html.encode())

    old = read(("13:40", TRAINS), ("12:02", SCHOOLS))
    new = read(("14:05", BRIDGE), ("13:40", TRAINS), ("12:02", SCHOOLS))
    assert [block.kind for block in old.blocks[-2:]] == [BlockKind.TICKER_ENTRY] * 2
    assert old.blocks[-2:] == new.blocks[-2:]


def test_two_dated_paragraphs_are_no_ticker() -> None:
    rows = "".join(
        PLAIN.format(time=time, text=text) for time, text in (("1 May", BRIDGE), ("2 May", TRAINS))
    )
    html = f"<html><body><article><h1>Holm</h1><p>{POWER}</p>{rows}</article></body></html>"
    read = extract_article(html.encode())
    assert BlockKind.TICKER_ENTRY not in {block.kind for block in read.blocks}
