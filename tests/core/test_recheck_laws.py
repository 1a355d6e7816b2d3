"""What holds for every article, source and clock."""

import json
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.recheck import (
    RecheckPolicy,
    SourceProfile,
    Watch,
    profile_from_payload,
    profile_to_payload,
    watch_from_payload,
    watch_to_payload,
)

EPOCH = datetime(2026, 3, 2, tzinfo=UTC)
# Hours between looks; clocks that jump go back.
STEPS = st.lists(st.tuples(st.floats(-3, 60), st.booleans()), max_size=25)
HEAD_STARTS = st.none() | st.floats(-100, 20_000)
PACES = st.floats(0.01, 50)


def live(steps: list[tuple[float, bool]], head_start: float | None) -> tuple[Watch, SourceProfile]:
    published_at = None if head_start is None else EPOCH - timedelta(hours=head_start)
    watch, profile = Watch.started(discovered_at=EPOCH, published_at=published_at), SourceProfile()
    for hours, changed in steps:
        at = watch.seen_at + timedelta(hours=hours)
        profile = profile.after_check(watch, at, changed=changed)
        watch = watch.checked(at, changed=changed)
    return watch, profile


@given(STEPS, HEAD_STARTS, PACES, st.booleans(), st.booleans())
def test_due_after_the_last_look_and_bounded(
    steps: list[tuple[float, bool]],
    head_start: float | None,
    pace: float,
    learns: bool,  # noqa: FBT001  hypothesis hands it over
    is_control: bool,  # noqa: FBT001  likewise
) -> None:
    watch, profile = live(steps, head_start)
    if is_control:
        watch = Watch.started(discovered_at=EPOCH, is_control=True)
    recheck = RecheckPolicy(pace=pace, learns=learns).decide(watch, profile)
    assert recheck.explanation
    assert 0.0 <= recheck.edit_chance <= 1.0
    assert 0.0 < recheck.probability < 1.0
    if recheck.due_at is not None:
        assert recheck.due_at.tzinfo is UTC
        longest = timedelta(days=15) if learns else timedelta(hours=12) * pace
        wait = recheck.due_at - watch.seen_at
        assert timedelta(0) < wait <= max(longest, timedelta(days=1))


@given(STEPS, HEAD_STARTS, PACES, PACES, st.booleans())
def test_a_slower_pace_never_looks_sooner(
    steps: list[tuple[float, bool]],
    head_start: float | None,
    one: float,
    other: float,
    learns: bool,  # noqa: FBT001  hypothesis hands it over
) -> None:
    watch, profile = live(steps, head_start)
    quick, slow = (
        RecheckPolicy(pace=pace, learns=learns).next_check(watch, profile)
        for pace in sorted([one, other])
    )
    if quick is None:
        assert slow is None
    elif slow is not None:
        assert quick <= slow + timedelta(seconds=1)


@given(STEPS, HEAD_STARTS)
def test_payloads_survive_json(steps: list[tuple[float, bool]], head_start: float | None) -> None:
    watch, profile = live(steps, head_start)
    assert watch_from_payload(json.loads(json.dumps(watch_to_payload(watch)))) == watch
    assert profile_from_payload(json.loads(json.dumps(profile_to_payload(profile)))) == profile


@given(STEPS, HEAD_STARTS)
def test_what_was_learned_stays_a_positive_factor(
    steps: list[tuple[float, bool]], head_start: float | None
) -> None:
    rhythm = live(steps, head_start)[1].find_rhythm()
    for factor in (rhythm.scale, rhythm.follow_up, *rhythm.ages, *rhythm.hours):
        assert 0.0 < factor < 50.0


@given(st.floats(0, 1e6))
def test_a_look_before_the_last_one_turns_no_clock_back(hours_back: float) -> None:
    watch = Watch.started(discovered_at=EPOCH).checked(EPOCH + timedelta(hours=5), changed=True)
    again = watch.checked(EPOCH - timedelta(hours=hours_back), changed=True)
    assert again.seen_at == watch.seen_at
    assert again.check_count == 2


def test_a_payload_of_an_older_or_newer_version_is_read() -> None:
    assert profile_from_payload({"check_count": 3, "of_tomorrow": 1}).check_count == 3
    assert watch_from_payload({"discovered_at": EPOCH.isoformat()}) == Watch.started(
        discovered_at=EPOCH
    )
