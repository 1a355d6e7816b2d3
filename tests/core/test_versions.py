"""The chain of a document's versions tells of every change to the past."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.versions import ChainLink, chain_hash, find_broken_link, payload_hash

SEEN = datetime(2026, 3, 5, 12, tzinfo=UTC)
FIRST = ChainLink(
    document_url="http://harbour.test/a",
    number=1,
    text_hash="a" * 64,
    payload_sha256="b" * 64,
    page_sha256="c" * 64,
    extractor="extraction-1/folding-1",
    seen_at=SEEN,
    unchanged_at=None,
    previous_hash=None,
)
Chain = list[tuple[ChainLink, str]]


def chain_of(count: int) -> Chain:
    chain: Chain = []
    for number in range(1, count + 1):
        link = replace(
            FIRST,
            number=number,
            text_hash=f"{number:064x}",
            seen_at=SEEN + timedelta(hours=number),
            unchanged_at=None if number == 1 else SEEN + timedelta(hours=number, minutes=-5),
            previous_hash=chain[-1][1] if chain else None,
        )
        chain.append((link, chain_hash(link)))
    return chain


@given(st.integers(0, 8))
def test_a_chain_as_it_was_written_is_whole(count: int) -> None:
    assert find_broken_link(chain_of(count)) is None


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"document_url": "http://harbour.test/b"}, id="given to another document"),
        pytest.param({"number": 4}, id="renumbered"),
        pytest.param({"text_hash": "f" * 64}, id="another text"),
        pytest.param({"payload_sha256": "f" * 64}, id="another payload"),
        pytest.param({"page_sha256": "f" * 64}, id="another page"),
        pytest.param({"extractor": "extraction-2/folding-1"}, id="another extractor"),
        pytest.param({"seen_at": SEEN}, id="seen earlier"),
        pytest.param({"unchanged_at": None}, id="never seen unchanged"),
        pytest.param({"previous_hash": "f" * 64}, id="hung onto another"),
        pytest.param({"previous_hash": None}, id="cut loose"),
    ],
)
def test_a_row_that_was_changed_is_found(changes: dict[str, Any]) -> None:
    chain = chain_of(3)
    chain[1] = (replace(chain[1][0], **changes), chain[1][1])
    assert find_broken_link(chain) == 2


@pytest.mark.parametrize(
    ("positions", "broken"),
    [
        pytest.param([1, 2], 1, id="the first is gone"),
        pytest.param([0, 2], 2, id="one in the middle is gone"),
        pytest.param([0, 2, 1], 2, id="two were swapped"),
        pytest.param([0, 0, 1, 2], 2, id="one stands twice"),
        pytest.param([0, 1], None, id="the last is gone, which only a noted hash can tell"),
    ],
)
def test_rows_that_went_or_moved_are_found(positions: list[int], broken: int | None) -> None:
    chain = chain_of(3)
    assert find_broken_link([chain[position] for position in positions]) == broken


def test_whoever_rewrites_a_row_with_its_hash_breaks_the_next() -> None:
    chain = chain_of(3)
    forged = replace(chain[1][0], text_hash="f" * 64)
    chain[1] = (forged, chain_hash(forged))
    assert find_broken_link(chain) == 3


def test_the_hash_knows_the_instant_and_not_how_it_is_written() -> None:
    elsewhere = replace(FIRST, seen_at=SEEN.astimezone(timezone(timedelta(hours=9))))
    later = replace(FIRST, seen_at=SEEN + timedelta(microseconds=1))
    assert chain_hash(elsewhere) == chain_hash(FIRST) != chain_hash(later)


def test_the_order_of_keys_is_no_part_of_a_payload() -> None:
    assert payload_hash({"a": 1, "b": "ü"}) == payload_hash({"b": "ü", "a": 1})
    assert payload_hash({"a": ["x", "y"]}) != payload_hash({"a": ["y", "x"]})
