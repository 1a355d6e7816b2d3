import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.outcomes import FetchOutcome
from quietedit_core.polling import (
    LONGEST_INTERVAL,
    SHORTEST_INTERVAL,
    NextPoll,
    Polled,
    PollReason,
    PollState,
    Wishes,
    max_age_seconds,
    plan_poll,
    poll_state_from_payload,
    poll_state_to_payload,
)

NOON = datetime(2026, 3, 2, 12, 17, tzinfo=UTC)  # a Monday
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def read(at: datetime, known: int, of: int = 20, **said: object) -> Polled:
    return Polled(at=at, outcome=FetchOutcome.FETCHED, entry_count=of, known_count=known, **said)  # type: ignore[arg-type]


def silent(at: datetime) -> Polled:
    return Polled(at=at, outcome=FetchOutcome.NOT_MODIFIED)


def failed(at: datetime, outcome: str = FetchOutcome.TLS) -> Polled:
    return Polled(at=at, outcome=outcome)


def poll_on_time(known: list[int], late_by: timedelta = timedelta(0)) -> NextPoll:
    """A first poll with everything new, then one a known count, each when it is due."""
    plan = plan_poll(PollState(), read(NOON, 0))
    for count in known:
        plan = plan_poll(plan.state, read(plan.due_at + late_by, count))
    return plan


@pytest.mark.parametrize(
    ("known", "interval"),
    [
        pytest.param([], 10 * MINUTE, id="the first poll finds all new and says nothing"),
        pytest.param([19], 10 * MINUTE, id="one quiet poll may be chance"),
        pytest.param([19, 19], 15 * MINUTE, id="two quiet polls make it longer"),
        pytest.param([19, 10], 10 * MINUTE, id="a quiet and a middling one do not"),
        pytest.param([10, 12, 9, 11], 10 * MINUTE, id="the middle moves nothing"),
        pytest.param([19] * 4, 22.5 * MINUTE, id="two more make it longer again"),
        pytest.param([19] * 3, 15 * MINUTE, id="a longer interval is judged by its own polls"),
        pytest.param([19] * 40, 30 * MINUTE, id="a feed that brings is asked every half hour"),
        pytest.param([19] * 4 + [2, 2], 11.25 * MINUTE, id="two busy polls halve it"),
        pytest.param([19] * 4 + [2] * 8, 10 * MINUTE, id="never below the operator's setting"),
        pytest.param([19] * 4 + [2, 19], 22.5 * MINUTE, id="a busy and a quiet one keep it"),
    ],
)
def test_ours_interval_follows_known_share(known: list[int], interval: timedelta) -> None:
    assert poll_on_time(known).interval == interval


def test_ours_late_polls_do_not_judge_the_interval() -> None:
    assert poll_on_time([19] * 10, late_by=8 * MINUTE).interval == SHORTEST_INTERVAL
    assert poll_on_time([19] * 2, late_by=4 * MINUTE).interval > SHORTEST_INTERVAL


def test_ours_quiet_feed_slows_down_to_once_a_day() -> None:
    plan = plan_poll(PollState(), read(NOON, 0))
    longest = {}
    while plan.due_at < NOON + 30 * DAY:
        plan = plan_poll(plan.state, silent(plan.due_at))
        longest[(plan.state.polled_at - NOON).days] = plan.interval  # type: ignore[operator]
    assert longest[0] == 30 * MINUTE
    assert longest[6] == 3 * HOUR
    assert plan.interval == LONGEST_INTERVAL
    woken = plan_poll(plan.state, read(plan.due_at, 19))
    assert woken.interval == 30 * MINUTE


@pytest.mark.parametrize(
    ("shortest", "interval"),
    [
        pytest.param(20 * timedelta(seconds=1), timedelta(seconds=45), id="seconds"),
        pytest.param(HOUR, HOUR, id="slower than what we think best"),
        pytest.param(3 * DAY, 3 * DAY, id="slower than our slowest"),
    ],
)
def test_ours_operator_sets_the_shortest(shortest: timedelta, interval: timedelta) -> None:
    plan = plan_poll(PollState(), read(NOON, 0), shortest=shortest)
    for _ in range(4):
        plan = plan_poll(plan.state, read(plan.due_at, 19), shortest=shortest)
    assert plan.interval == interval


@pytest.mark.parametrize(
    ("polled", "options", "wait", "reason"),
    [
        pytest.param(silent(NOON), {}, 10 * MINUTE, PollReason.INTERVAL, id="nothing said"),
        pytest.param(
            read(NOON, 0, wishes=Wishes(3600)), {}, HOUR, PollReason.TTL, id="a ttl of an hour"
        ),
        pytest.param(
            read(NOON, 0, wishes=Wishes(60)),
            {},
            10 * MINUTE,
            PollReason.INTERVAL,
            id="a ttl never hurries us",
        ),
        pytest.param(
            read(NOON, 0, wishes=Wishes(10**15)), {}, DAY, PollReason.TTL, id="a ttl of ages"
        ),
        pytest.param(
            read(NOON, 0, wishes=Wishes(1800), max_age_seconds=7200),
            {},
            2 * HOUR,
            PollReason.MAX_AGE,
            id="the longer of ttl and max-age",
        ),
        pytest.param(
            silent(NOON),
            {"asked_pause": 3 * DAY},
            3 * DAY,
            PollReason.ASKED_PAUSE,
            id="Retry-After may pass our longest interval",
        ),
        pytest.param(
            silent(NOON),
            {"asked_pause": 900 * DAY},
            7 * DAY,
            PollReason.ASKED_PAUSE,
            id="Retry-After has a ceiling",
        ),
        pytest.param(
            silent(NOON), {"hub_works": True}, 40 * MINUTE, PollReason.HUB, id="a hub pushes"
        ),
        pytest.param(
            failed(NOON), {}, 40 * MINUTE, PollReason.FAILURES, id="a failure: half an hour more"
        ),
        pytest.param(
            failed(NOON, FetchOutcome.TIMEOUT),
            {},
            25 * MINUTE,
            PollReason.FAILURES,
            id="a passing failure weighs half",
        ),
        pytest.param(
            failed(NOON, FetchOutcome.NOT_FOUND),
            {},
            70 * MINUTE,
            PollReason.FAILURES,
            id="a lasting one weighs double",
        ),
        pytest.param(
            failed(NOON, "not_a_feed"), {}, 40 * MINUTE, PollReason.FAILURES, id="not a feed"
        ),
        pytest.param(
            failed(NOON, FetchOutcome.INTERRUPTED),
            {},
            10 * MINUTE,
            PollReason.INTERVAL,
            id="our own end is no failure of theirs",
        ),
        pytest.param(
            failed(NOON),
            {"shortest": timedelta(seconds=10)},
            timedelta(seconds=40),
            PollReason.FAILURES,
            id="who polls by the second is not put off for half an hour",
        ),
    ],
)
def test_ours_longest_wait_holds(
    polled: Polled, options: dict[str, timedelta], wait: timedelta, reason: PollReason
) -> None:
    plan = plan_poll(PollState(), polled, **options)  # type: ignore[arg-type]
    assert (plan.due_at - NOON, plan.reason) == (wait, reason)


def test_ours_failures_put_off_further_and_further_and_never_drop() -> None:
    plan = plan_poll(PollState(), failed(NOON))
    waits = []
    for _ in range(60):
        at = plan.due_at
        plan = plan_poll(plan.state, failed(at))
        waits.append(plan.due_at - at)
    assert waits == sorted(waits)
    assert waits[:2] == [70 * MINUTE, 100 * MINUTE]
    assert waits[-1] == DAY
    assert plan.state.failure_count == 61
    back = plan_poll(plan.state, silent(plan.due_at))
    assert back.due_at - plan.due_at == 10 * MINUTE
    assert back.state.failure_count == 0


def test_ours_wishes_outlive_a_304_but_max_age_does_not() -> None:
    plan = plan_poll(
        PollState(), read(NOON, 0, wishes=Wishes(1800, (3,), ("sunday",)), max_age_seconds=7200)
    )
    plan = plan_poll(plan.state, silent(plan.due_at))
    assert plan.state.wishes == Wishes(1800, (3,), ("sunday",))
    assert (plan.due_at - NOON, plan.reason) == (150 * MINUTE, PollReason.TTL)


@pytest.mark.parametrize(
    ("hours", "days", "due_at"),
    [
        pytest.param((), (), (2, 12, 27), id="nothing to skip"),
        pytest.param((12,), (), (2, 13, 27), id="one hour, and the minute stays"),
        pytest.param((12, 13, 14), (), (2, 15, 27), id="hours in a row"),
        pytest.param(tuple(range(12, 24)), (), (3, 0, 27), id="until midnight"),
        pytest.param((*range(12, 24), 24), (), (3, 1, 27), id="24 is midnight"),
        pytest.param((), ("monday",), (3, 0, 27), id="a day"),
        pytest.param((0, 1), (" Monday ", "TUESDAY"), (4, 2, 27), id="days, then hours"),
        pytest.param((), DAYS[:6], (8, 0, 27), id="all days but one"),
        pytest.param((), DAYS, (2, 12, 27), id="every day is no day"),
        pytest.param(tuple(range(24)), (), (2, 12, 27), id="every hour is no hour"),
        pytest.param(range(1, 25), ("monday",), (2, 12, 27), id="every hour from 1 to 24"),
        pytest.param((36, -12), ("Montag", ""), (2, 12, 27), id="no hours and no days"),
    ],
)
def test_rss_skip_hours_and_days(
    hours: tuple[int, ...], days: tuple[str, ...], due_at: tuple[int, int, int]
) -> None:
    plan = plan_poll(PollState(), read(NOON, 0, wishes=Wishes(None, tuple(hours), days)))
    day, hour, minute = due_at
    assert plan.due_at == datetime(2026, 3, day, hour, minute, tzinfo=UTC)
    assert (plan.reason is PollReason.SKIPPED) == (plan.due_at != NOON + 10 * MINUTE)


def test_rss_skip_hours_are_gmt_wherever_the_clock_stands() -> None:
    at = datetime.fromisoformat("2026-03-02T21:17:00+09:00")
    assert (
        plan_poll(PollState(), read(at, 0, wishes=Wishes(None, (12,)))).due_at == NOON + 70 * MINUTE
    )


@pytest.mark.parametrize(
    ("header", "age", "seconds"),
    [
        pytest.param("max-age=900", None, 900, id="alone"),
        pytest.param("public, Max-Age=900, must-revalidate", None, 900, id="among others"),
        pytest.param('max-age="900"', None, 900, id="quoted"),
        pytest.param("max-age = 900", None, 900, id="with spaces"),
        pytest.param("public max-age=900; private", None, 900, id="other separators"),
        pytest.param("max-age=900", "300", 600, id="already aged"),
        pytest.param("max-age=900", "3000", 0, id="stale"),
        pytest.param("max-age=900", "soon", 900, id="an age that is none"),
        pytest.param("max-age=60, max-age=900", None, 60, id="the first of two"),
        pytest.param("max-age=" + "9" * 40, None, 2**31, id="beyond all numbers"),
        pytest.param("max-age=" + "9" * 5000, None, None, id="beyond all reason"),
        pytest.param("s-maxage=900", None, None, id="for shared caches"),
        pytest.param("x-max-age=900", None, None, id="another directive"),
        pytest.param('private="max-age=900"', None, None, id="inside a quoted value"),
        pytest.param("no-store, max-age=900", None, None, id="not to be kept"),
        pytest.param('no-cache="x", max-age=900', None, None, id="not to be trusted"),
        pytest.param("max-age=-5", None, None, id="negative"),
        pytest.param("max-age=1.5", None, None, id="a fraction"),
        pytest.param("max-age=٩", None, None, id="figures of another script"),
        pytest.param("max-age", None, None, id="without a number"),
        pytest.param("", None, None, id="empty"),
        pytest.param(None, "5", None, id="no header"),
    ],
)
def test_rfc9111_max_age(header: str | None, age: str | None, seconds: int | None) -> None:
    assert max_age_seconds(header, age=age) == seconds


@given(st.text(alphabet='max-age=0123456789,;" \\\x00é') | st.text())
def test_max_age_takes_whatever_stands_there(header: str) -> None:
    assert 0 <= (max_age_seconds(header, age=header) or 0) <= 2**31


def list_conditions(plan: NextPoll, count: int) -> list[bool]:
    conditions = []
    for _ in range(count):
        conditions.append(plan.is_conditional)
        outcome = FetchOutcome.NOT_MODIFIED if plan.is_conditional else FetchOutcome.UNCHANGED
        plan = plan_poll(plan.state, Polled(at=plan.due_at, outcome=outcome))
    return conditions


def test_ours_every_tenth_poll_is_unconditional() -> None:
    conditions = list_conditions(plan_poll(PollState(), read(NOON, 0)), 40)
    assert [place for place, is_conditional in enumerate(conditions, 1) if not is_conditional] == [
        10,
        20,
        30,
        40,
    ]


def test_ours_a_day_has_an_unconditional_poll() -> None:
    plan = plan_poll(PollState(), read(NOON, 0, max_age_seconds=50_000))
    assert plan.is_conditional
    later = plan_poll(
        plan.state, Polled(at=plan.due_at, outcome="not_modified", max_age_seconds=50_000)
    )
    assert not later.is_conditional


def test_ours_lying_validators_lose_their_standing_and_earn_it_back() -> None:
    plan = plan_poll(PollState(), read(NOON, 0))
    every = []
    for _ in range(4):
        plan = plan_poll(plan.state, read(plan.due_at, 19, same_validators=True))
        every.append(plan.state.full_every)
    assert every == [5, 2, 1, 1]
    assert not any(list_conditions(plan, 1))
    for _ in range(30):
        plan = plan_poll(plan.state, Polled(at=plan.due_at, outcome=FetchOutcome.UNCHANGED))
    assert plan.state.full_every == 10


def test_ours_same_validators_without_news_are_no_lie() -> None:
    plan = plan_poll(PollState(), read(NOON, 20, same_validators=True))
    assert plan.state.full_every == 10


OUTCOMES = st.sampled_from([*FetchOutcome, "not_a_feed", "of tomorrow"])
WISHES = st.builds(
    Wishes,
    st.none() | st.integers(-5, 10**12),
    st.lists(st.integers(-3, 30), max_size=30).map(tuple),
    st.lists(st.sampled_from([*DAYS, "Montag"]), max_size=9).map(tuple),
)
STEPS = st.fixed_dictionaries(
    {
        "minutes_late": st.integers(-2_000, 5_000),
        "outcome": OUTCOMES,
        "entry_count": st.integers(0, 60),
        "known_count": st.integers(0, 80),
        "same_validators": st.booleans(),
        "wishes": st.none() | WISHES,
        "max_age_seconds": st.none() | st.integers(0, 2**31),
    }
)
SHORTESTS = st.timedeltas(timedelta(seconds=1), 2 * DAY)


def live(steps: list[dict[str, object]], shortest: timedelta) -> NextPoll:
    plan = plan_poll(PollState(), read(NOON, 0), shortest=shortest)
    for step in steps:
        said = dict(step)
        at = plan.due_at + int(said.pop("minutes_late")) * MINUTE  # type: ignore[call-overload]
        plan = plan_poll(plan.state, Polled(at=at, **said), shortest=shortest)  # type: ignore[arg-type]
    return plan


@given(
    st.lists(STEPS, max_size=12),
    STEPS,
    SHORTESTS,
    st.none() | st.timedeltas(-DAY, 60 * DAY),
    st.booleans(),
)
def test_due_after_now_and_bounded(
    steps: list[dict[str, object]],
    last: dict[str, object],
    shortest: timedelta,
    asked_pause: timedelta | None,
    hub_works: bool,  # noqa: FBT001  hypothesis hands it over
) -> None:
    state = live(steps, shortest).state
    said = {name: value for name, value in last.items() if name != "minutes_late"}
    plan = plan_poll(
        state,
        Polled(at=NOON, **said),  # type: ignore[arg-type]
        shortest=shortest,
        asked_pause=asked_pause,
        hub_works=hub_works,
    )
    assert shortest <= plan.interval <= max(LONGEST_INTERVAL, shortest)
    assert NOON + shortest <= plan.due_at
    assert plan.due_at <= NOON + max(LONGEST_INTERVAL, shortest, asked_pause or DAY) + 7 * DAY
    assert plan.state.due_at == plan.due_at
    assert json.loads(json.dumps(poll_state_to_payload(plan.state))) == poll_state_to_payload(
        plan.state
    )
    assert poll_state_from_payload(poll_state_to_payload(plan.state)) == plan.state


@given(st.lists(STEPS, max_size=6), st.integers(0, 20), st.integers(0, 20))
def test_more_known_entries_never_shorten_the_interval(
    steps: list[dict[str, object]], one: int, other: int
) -> None:
    plan = live(steps, SHORTEST_INTERVAL)
    fewer, more = sorted([one, other])
    # Both bring something: a feed that brought nothing is a quieter one.
    less_known, more_known = (
        plan_poll(plan.state, read(plan.due_at, known, of=21)).interval for known in (fewer, more)
    )
    assert less_known <= more_known


@given(st.lists(OUTCOMES, min_size=1, max_size=40), st.timedeltas(timedelta(0), 9 * DAY))
def test_one_more_failure_and_a_longer_retry_after_never_hurry(
    outcomes: list[str], pause: timedelta
) -> None:
    plan = plan_poll(PollState(), read(NOON, 0))
    for outcome in outcomes:
        before = plan
        plan = plan_poll(before.state, failed(NOON, outcome))
        asked = plan_poll(before.state, failed(NOON, outcome), asked_pause=pause)
        assert asked.due_at >= plan.due_at
        if plan.state.failure_weight:
            assert plan.due_at >= before.due_at


def test_a_payload_of_an_older_or_newer_version_is_read() -> None:
    assert poll_state_from_payload({}) == PollState()
    assert poll_state_from_payload({"failure_count": 3, "of_tomorrow": 1}).failure_count == 3
