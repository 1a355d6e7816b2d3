from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.breaker import (
    FAILURES_TO_OPEN,
    LONGEST_PAUSE,
    TRIAL_LIMIT,
    Breaker,
    BreakerState,
    ask_breaker,
    note_result,
)
from quietedit_core.outcomes import FetchOutcome, is_source_failure

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
FAILURE, SUCCESS = FetchOutcome.SERVER_ERROR, FetchOutcome.FETCHED


def after(outcomes: list[FetchOutcome], at: datetime = NOON) -> Breaker:
    """A closed breaker after results that all came at once."""
    breaker = Breaker()
    for outcome in outcomes:
        breaker = note_result(breaker, outcome, asked_at=at, now=at).breaker
    return breaker


OPEN = after([FAILURE] * FAILURES_TO_OPEN)
TRIED = ask_breaker(OPEN, now=NOON + 5 * MINUTE).breaker
AT = NOON + 5 * MINUTE


@pytest.mark.parametrize(
    ("outcomes", "state", "count"),
    [
        pytest.param([], BreakerState.CLOSED, 0, id="new"),
        pytest.param([FAILURE] * 4, BreakerState.CLOSED, 4, id="four failures"),
        pytest.param([FAILURE] * 5, BreakerState.OPEN, 5, id="five failures in a row"),
        pytest.param([*[FAILURE] * 4, SUCCESS, FAILURE], BreakerState.CLOSED, 1, id="not in a row"),
        pytest.param([FAILURE] * 50, BreakerState.OPEN, 5, id="late ones do not add up"),
        pytest.param([FetchOutcome.NOT_FOUND] * 9, BreakerState.CLOSED, 0, id="404 is an answer"),
        pytest.param([FetchOutcome.RATE_LIMITED] * 5, BreakerState.OPEN, 5, id="429"),
        pytest.param([FetchOutcome.BOT_WALL] * 5, BreakerState.OPEN, 5, id="bot walls"),
        pytest.param(
            [*[FAILURE] * 4, FetchOutcome.ROBOTS_FORBIDDEN, FetchOutcome.INTERRUPTED],
            BreakerState.CLOSED,
            4,
            id="what was not asked clears nothing",
        ),
        pytest.param([*[FAILURE] * 5, SUCCESS], BreakerState.OPEN, 5, id="a success comes late"),
    ],
)
def test_ours_failures_open(outcomes: list[FetchOutcome], state: BreakerState, count: int) -> None:
    breaker = after(outcomes)
    assert (breaker.state, breaker.failure_count) == (state, count)


@pytest.mark.parametrize(
    ("breaker", "now", "is_allowed", "retry_at"),
    [
        pytest.param(Breaker(), NOON, True, None, id="closed"),
        pytest.param(OPEN, NOON, False, AT, id="just opened"),
        pytest.param(OPEN, AT - SECOND, False, AT, id="before the pause is over"),
        pytest.param(OPEN, AT, True, None, id="the trial"),
        pytest.param(TRIED, AT, False, AT + TRIAL_LIMIT, id="a second one beside the trial"),
        pytest.param(TRIED, AT + TRIAL_LIMIT, True, None, id="a trial that never came back"),
        pytest.param(TRIED, AT - DAY, True, None, id="a trial claimed by a clock that ran ahead"),
        pytest.param(OPEN, NOON - 30 * DAY, True, None, id="opened by a clock that ran ahead"),
        pytest.param(
            replace(TRIED, trial_claimed_at=None), AT, True, None, id="a trial given back"
        ),
        pytest.param(replace(OPEN, open_until=None), NOON, True, None, id="open without an end"),
    ],
)
def test_ours_passage(
    breaker: Breaker, now: datetime, *, is_allowed: bool, retry_at: datetime | None
) -> None:
    passage = ask_breaker(breaker, now=now)
    assert (passage.is_allowed, passage.retry_at) == (is_allowed, retry_at)
    assert passage.reason


@pytest.mark.parametrize(
    ("outcome", "asked_at", "state", "trial"),
    [
        pytest.param(SUCCESS, AT, BreakerState.CLOSED, None, id="success closes"),
        pytest.param(FetchOutcome.NOT_FOUND, AT, BreakerState.CLOSED, None, id="so does a 404"),
        pytest.param(FetchOutcome.TOO_LARGE, AT, BreakerState.CLOSED, None, id="and a huge page"),
        pytest.param(FAILURE, AT, BreakerState.OPEN, None, id="failure opens again"),
        pytest.param(
            FetchOutcome.INTERRUPTED, AT, BreakerState.HALF_OPEN, None, id="no result gives it back"
        ),
        pytest.param(
            FetchOutcome.ROBOTS_FORBIDDEN, AT, BreakerState.HALF_OPEN, None, id="not asked at all"
        ),
        pytest.param(
            SUCCESS, AT - SECOND, BreakerState.HALF_OPEN, AT, id="an older request's success"
        ),
        pytest.param(
            FAILURE, AT - SECOND, BreakerState.HALF_OPEN, AT, id="an older request's failure"
        ),
    ],
)
def test_ours_trial_decides(
    outcome: FetchOutcome, asked_at: datetime, state: BreakerState, trial: datetime | None
) -> None:
    transition = note_result(TRIED, outcome, asked_at=asked_at, now=AT + SECOND)
    assert (transition.breaker.state, transition.breaker.trial_claimed_at) == (state, trial)
    assert transition.reason


def test_ours_pause_doubles_with_each_failed_trial_up_to_six_hours() -> None:
    breaker, pauses = OPEN, []
    for _ in range(10):
        now = breaker.open_until or NOON
        trial = ask_breaker(breaker, now=now)
        assert trial.is_allowed
        breaker = note_result(trial.breaker, FAILURE, asked_at=now, now=now).breaker
        pauses.append(((breaker.open_until or now) - now) / MINUTE)
    assert pauses == [10, 20, 40, 80, 160, 320, 360, 360, 360, 360]
    assert breaker.opened_at == NOON


@pytest.mark.parametrize(
    ("asked", "pause"),
    [
        pytest.param(MINUTE, 10 * MINUTE, id="never shorter than ours"),
        pytest.param(DAY, DAY, id="as long as the server asks"),
        pytest.param(400 * DAY, 7 * DAY, id="within reason"),
    ],
)
def test_ours_retry_after_lengthens(asked: timedelta, pause: timedelta) -> None:
    opened = note_result(TRIED, FAILURE, asked_at=AT, now=AT, asked_pause=asked).breaker
    assert opened.open_until == AT + pause
    assert not ask_breaker(opened, now=AT + pause - SECOND).is_allowed


def test_ours_rows_bring_the_state_as_text() -> None:
    row = asdict(TRIED) | {"state": "half_open"}
    assert not ask_breaker(Breaker(**row), now=AT).is_allowed
    assert set(row) == {"state", "failure_count", "opened_at", "open_until", "trial_claimed_at"}


STEPS = st.lists(
    st.tuples(st.timedeltas(-MINUTE, 8 * 60 * MINUTE), st.sampled_from(FetchOutcome)), max_size=60
)


def live(steps: list[tuple[timedelta, FetchOutcome]]) -> tuple[Breaker, datetime]:
    breaker, now = Breaker(), NOON
    for wait, outcome in steps:
        now += wait
        passage = ask_breaker(breaker, now=now)
        breaker = passage.breaker
        if passage.is_allowed:
            breaker = note_result(breaker, outcome, asked_at=now, now=now).breaker
    return breaker, now


@given(STEPS, st.timedeltas(timedelta(0), 2 * LONGEST_PAUSE), st.integers(2, 9))
def test_exactly_one_trial_goes_once_a_pause_is_over(
    steps: list[tuple[timedelta, FetchOutcome]], wait: timedelta, workers: int
) -> None:
    breaker, now = live(steps)
    is_closed = breaker.state == BreakerState.CLOSED
    allowed = 0
    for _ in range(workers):
        passage = ask_breaker(breaker, now=now + wait)
        breaker = passage.breaker
        allowed += passage.is_allowed
    assert allowed == workers if is_closed else allowed <= 1
    if not is_closed and wait >= LONGEST_PAUSE + MINUTE:
        assert allowed == 1


@given(STEPS)
def test_no_breaker_stays_open_for_ever(steps: list[tuple[timedelta, FetchOutcome]]) -> None:
    breaker, now = live(steps)
    for _ in range(2):
        passage = ask_breaker(breaker, now=now)
        if passage.is_allowed:
            break
        assert passage.retry_at is not None
        assert now < passage.retry_at <= now + LONGEST_PAUSE + 60 * MINUTE
        breaker, now = passage.breaker, passage.retry_at
    assert passage.is_allowed
    closed = note_result(passage.breaker, SUCCESS, asked_at=now, now=now).breaker
    assert closed == Breaker()


@given(st.lists(st.sampled_from(FetchOutcome), max_size=4))
def test_fewer_failures_than_it_takes_never_open(outcomes: list[FetchOutcome]) -> None:
    breaker = after(outcomes)
    assert breaker.state == BreakerState.CLOSED
    assert breaker.failure_count <= sum(map(is_source_failure, outcomes))
