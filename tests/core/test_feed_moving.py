import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.outcomes import FetchOutcome
from quietedit_core.polling import (
    MoveDecision,
    MoveVerdict,
    MoveWatch,
    judge_address,
    move_watch_from_payload,
    move_watch_to_payload,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOME = "https://kurier.example/feed"
NEW = "https://kurier.example/rss/all"
OTHER = "https://kurier.example/maintenance"
PLAIN = "http://kurier.example/rss/all"
FEED, SAME, QUIET = FetchOutcome.FETCHED, FetchOutcome.UNCHANGED, FetchOutcome.NOT_MODIFIED
DOWN, GONE, PAGE = FetchOutcome.TIMEOUT, FetchOutcome.GONE, "not_a_feed"


def judge(looks: Sequence[tuple[float, str, str]], url: str = HOME) -> MoveDecision:
    """The decision after looks of (days since noon, where it led, what stood there)."""
    watch = MoveWatch()
    for days, moved_url, outcome in looks:
        decision = judge_address(
            watch, url=url, moved_url=moved_url, outcome=outcome, at=NOON + timedelta(days=days)
        )
        watch = decision.watch
    return decision


STAYS = [
    pytest.param([(0, HOME, FEED)], id="at home"),
    pytest.param([(0, NEW, FEED)], id="one redirect is a claim"),
    pytest.param([(0, NEW, FEED), (0.1, NEW, FEED), (1.9, NEW, FEED)], id="not yet two days"),
    pytest.param([(0, NEW, FEED), (9, NEW, FEED)], id="two sights"),
    pytest.param([(0, OTHER, PAGE)] * 9, id="a maintenance page"),
    pytest.param([(0, OTHER, PAGE), (1, OTHER, PAGE), (5, HOME, FEED)], id="maintenance, and back"),
    pytest.param(
        [(0, NEW, FEED), (1, NEW, FEED), (2, NEW, PAGE), (3, NEW, FEED)],
        id="a page where the feed was begins anew",
    ),
    pytest.param(
        [(0, NEW, FEED), (1, NEW, FEED), (2, HOME, FEED), (3, NEW, FEED)],
        id="back at home in between",
    ),
    pytest.param(
        [(0, NEW, FEED), (1, OTHER, FEED), (2, NEW, FEED), (3, OTHER, FEED)],
        id="now here, now there",
    ),
    pytest.param([(0, NEW, QUIET), (1, NEW, QUIET), (3, NEW, QUIET)], id="304 proves no feed"),
    pytest.param([(0, PLAIN, FEED), (1, PLAIN, FEED), (3, PLAIN, FEED)], id="out of https"),
    pytest.param([(0, NEW, GONE)], id="410 where it leads"),
    pytest.param([(0, NEW, FEED), (-3, NEW, FEED), (-9, NEW, FEED)], id="a clock that runs back"),
]


@pytest.mark.parametrize("looks", STAYS)
def test_ours_address_is_kept(looks: list[tuple[float, str, str]]) -> None:
    decision = judge(looks)
    assert (decision.verdict, decision.url) == (MoveVerdict.STAY, HOME)
    assert decision.reason


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param([(0, NEW, FEED), (1, NEW, FEED), (2, NEW, FEED)], id="three sights, two days"),
        pytest.param([(0, NEW, FEED), (1, NEW, QUIET), (2, NEW, SAME)], id="304 counts as sight"),
        pytest.param(
            [(0, NEW, FEED), (1, NEW, DOWN), (2, HOME, DOWN), (3, NEW, FEED), (4, NEW, FEED)],
            id="failures say nothing",
        ),
        pytest.param([(0, OTHER, PAGE), *((day, NEW, FEED) for day in (1, 2, 3))], id="late"),
    ],
)
def test_ours_address_is_adopted(looks: list[tuple[float, str, str]]) -> None:
    decision = judge(looks)
    assert (decision.verdict, decision.url) == (MoveVerdict.MOVE, NEW)
    assert decision.watch == MoveWatch()


def test_ours_http_may_become_https() -> None:
    looks = [(day, "https://kurier.example/feed", FEED) for day in (0, 1, 2)]
    assert judge(looks, url="http://kurier.example/feed").verdict is MoveVerdict.MOVE


def test_rfc9110_410_deactivates_with_its_reason() -> None:
    decision = judge([(0, HOME, FEED), (1, HOME, GONE)])
    assert decision.verdict is MoveVerdict.DEACTIVATE
    assert "410" in decision.reason


LOOKS = st.lists(
    st.tuples(
        st.floats(-1, 5),
        st.sampled_from([HOME, NEW, OTHER, PLAIN]),
        st.sampled_from([*FetchOutcome, PAGE]),
    ),
    min_size=1,
    max_size=40,
)


@given(LOOKS)
def test_what_is_adopted_was_a_feed_at_least_three_times_over_two_days(
    looks: list[tuple[float, str, str]],
) -> None:
    decision = judge(looks)
    if decision.verdict is MoveVerdict.MOVE:
        sights = [
            days
            for days, url, outcome in looks
            if url == decision.url and outcome in (FEED, SAME, QUIET)
        ]
        assert len(sights) >= 3
        assert max(sights) - min(sights) >= 2
    payload = move_watch_to_payload(decision.watch)
    assert move_watch_from_payload(json.loads(json.dumps(payload))) == decision.watch
