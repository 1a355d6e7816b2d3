import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.claims import (
    CLAIMS_TO_LOSE,
    TEST_PAUSE,
    ClaimPower,
    claim_power_from_payload,
    claim_power_to_payload,
    judge_claim,
    makes_claim,
    note_claim_result,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


def after(results: list[bool]) -> ClaimPower:
    power = ClaimPower()
    for brought_revision in results:
        power = note_claim_result(power, brought_revision=brought_revision, now=NOON)
    return power


@pytest.mark.parametrize(
    ("results", "is_believed"),
    [
        pytest.param([], True, id="a new feed"),
        pytest.param([False] * 19, True, id="nineteen in vain"),
        pytest.param([False] * 20, False, id="twenty in vain"),
        pytest.param([False] * 19 + [True] + [False] * 19, True, id="not in a row"),
        pytest.param([False] * 90, False, id="ninety in vain"),
        pytest.param([False] * 90 + [True], True, id="the first that brings one earns it back"),
        pytest.param([False] * 90 + [True] + [False] * 19, True, id="and begins anew"),
        pytest.param([False] * 90 + [True] + [False] * 20, False, id="and may lose it again"),
    ],
)
def test_ours_power(results: list[bool], *, is_believed: bool) -> None:
    decision = judge_claim(after(results), now=NOON + HOUR)
    assert decision.is_believed == is_believed
    assert decision.reason


def test_ours_tested_once_a_day_after_the_loss() -> None:
    power, believed = after([False] * 20), []
    for hour in range(24 * 10):
        for _ in range(30):  # as many claims as the feed has entries, at every poll
            decision = judge_claim(power, now=NOON + hour * HOUR)
            power = decision.power
            if decision.is_believed:
                believed.append(hour)
                power = note_claim_result(power, brought_revision=False, now=NOON + hour * HOUR)
    assert believed == list(range(24, 240, 24))


def test_ours_way_back_when_every_article_is_retired() -> None:
    """No look of our own brings a result any more, so the test alone must do."""
    power = after([False] * 20)
    decision = judge_claim(power, now=NOON + TEST_PAUSE)
    assert (decision.is_believed, decision.reason) == (True, "tested anew")
    power = note_claim_result(decision.power, brought_revision=True, now=NOON + TEST_PAUSE + HOUR)
    assert judge_claim(power, now=NOON + TEST_PAUSE + HOUR).is_believed
    assert power.lost_at is None


def test_ours_a_test_without_a_result_is_made_again() -> None:
    power = judge_claim(after([False] * 20), now=NOON + DAY).power
    assert not judge_claim(power, now=NOON + 2 * DAY - SECOND).is_believed
    assert judge_claim(power, now=NOON + 2 * DAY).is_believed


def test_ours_a_clock_that_ran_ahead_does_not_close_the_way_back() -> None:
    power = ClaimPower(fruitless_count=20, lost_at=NOON + 900 * DAY)
    assert judge_claim(power, now=NOON).is_believed


@pytest.mark.parametrize(
    ("text", "known_text", "updated_at", "checked_at", "is_claim"),
    [
        pytest.param("12:00", "11:00", NOON, NOON - HOUR, True, id="updated since our look"),
        pytest.param("12:00", None, NOON, NOON - HOUR, True, id="says so for the first time"),
        pytest.param("12:00", "12:00", NOON, NOON - HOUR, False, id="said so before"),
        pytest.param("12:00", "11:00", NOON, NOON, False, id="we have looked since"),
        pytest.param("12:00", None, NOON, None, False, id="never looked at, so due anyway"),
        pytest.param(None, "11:00", None, NOON - HOUR, False, id="no longer says"),
        pytest.param("soon", "11:00", None, NOON - HOUR, False, id="not a date"),
        pytest.param("2041", "2041", NOON, NOON - HOUR, False, id="a future read as now"),
    ],
)
def test_ours_claims(
    text: str | None,
    known_text: str | None,
    updated_at: datetime | None,
    checked_at: datetime | None,
    *,
    is_claim: bool,
) -> None:
    assert is_claim == makes_claim(
        updated_text=text, known_text=known_text, updated_at=updated_at, checked_at=checked_at
    )


STEPS = st.lists(st.tuples(st.timedeltas(-HOUR, 2 * DAY), st.booleans()), max_size=80)


@given(STEPS)
def test_power_follows_the_results(steps: list[tuple[timedelta, bool]]) -> None:
    power, now, fruitless = ClaimPower(), NOON, 0
    for wait, brought_revision in steps:
        now += wait
        power = note_claim_result(
            judge_claim(power, now=now).power, brought_revision=brought_revision, now=now
        )
        fruitless = 0 if brought_revision else fruitless + 1
        assert power.fruitless_count == fruitless
        assert (power.lost_at is not None) == (fruitless >= CLAIMS_TO_LOSE)
        assert judge_claim(power, now=now + TEST_PAUSE + 90 * HOUR).is_believed
    payload = claim_power_to_payload(power)
    assert claim_power_from_payload(json.loads(json.dumps(payload))) == power
    assert power.checked_count == len(steps)


def test_a_payload_of_an_older_or_newer_version_is_read() -> None:
    assert claim_power_from_payload({"of_tomorrow": 1}) == ClaimPower()
