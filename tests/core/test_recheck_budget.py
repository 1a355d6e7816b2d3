from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.recheck import Candidate, choose_within_budget

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def due(
    key: str, edit_chance: float, *, hours_ago: float = 0, is_control: bool = False
) -> Candidate:
    return Candidate(
        document_key=key,
        due_at=NOW - timedelta(hours=hours_ago),
        edit_chance=edit_chance,
        is_control=is_control,
    )


@pytest.mark.parametrize(
    ("candidates", "budget", "chosen"),
    [
        pytest.param([due("a", 0.1), due("b", 0.4)], 1, ["b"], id="the likelier edit first"),
        pytest.param([due("a", 0.1), due("b", 0.4)], 5, ["b", "a"], id="all, if all fit"),
        pytest.param([due("a", 0.1)], 0, [], id="no budget, no look"),
        pytest.param([due("a", 0.1)], -2, [], id="a budget overspent is no budget"),
        pytest.param(
            [due("a", 0.01, hours_ago=24), due("b", 0.9)], 1, ["a"], id="who waited long goes first"
        ),
        pytest.param(
            [due("a", 0.1, hours_ago=1), due("b", 0.4)], 1, ["b"], id="an hour does not count much"
        ),
        pytest.param(
            [due("a", 0.9), due("b", 0.0, is_control=True)], 1, ["b"], id="the control arm first"
        ),
        pytest.param([due("b", 0.2), due("a", 0.2)], 1, ["a"], id="ties are broken by key"),
        pytest.param(
            [due("a", 0.1, hours_ago=-9), due("b", 0.2)], 1, ["b"], id="due in the future waits not"
        ),
    ],
)
def test_chosen(candidates: list[Candidate], budget: int, chosen: list[str]) -> None:
    choice = choose_within_budget(candidates, budget, now=NOW)
    assert [each.document_key for each in choice.chosen] == chosen
    assert len(choice.chosen) + len(choice.put_off) == len(candidates)


def test_what_is_put_off_says_why() -> None:
    (put_off,) = choose_within_budget([due("a", 0.125), due("b", 0.4)], 1, now=NOW).put_off
    assert put_off.candidate.document_key == "a"
    assert put_off.reason == "budget of 1 spent on likelier edits: chance 12%, place 2 of 2"


@given(st.integers(1, 3), st.integers(4, 12))
def test_nobody_waits_for_ever(budget: int, rivals: int) -> None:
    """However many certain edits come due every hour, a hopeless look is made within two days."""
    for hour in range(48):
        now = NOW + timedelta(hours=hour)
        fresh = [
            Candidate(document_key=f"{hour}-{n}", due_at=now, edit_chance=1.0)
            for n in range(rivals)
        ]
        choice = choose_within_budget([due("patient", 0.0), *fresh], budget, now=now)
        if any(each.document_key == "patient" for each in choice.chosen):
            return
    raise AssertionError("still waiting")
