from datetime import UTC, datetime, timedelta

import pytest

from quietedit_core.recheck import (
    CONTROL_SHARE,
    RecheckPolicy,
    RecheckReason,
    SourceProfile,
    Watch,
    in_control_arm,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NEW = Watch.started(discovered_at=NOON)


def looked_at(watch: Watch, *looks: tuple[timedelta, bool]) -> Watch:
    for after, changed in looks:
        watch = watch.checked(watch.discovered_at + after, changed=changed)
    return watch


def taught(articles: int, looks: list[tuple[timedelta, bool]], start: datetime) -> SourceProfile:
    """The profile of a source all of whose articles went alike, one born each day."""
    profile = SourceProfile()
    for day in range(articles):
        watch = Watch.started(discovered_at=start + day * DAY)
        for after, changed in looks:
            at = watch.discovered_at + after
            profile = profile.after_check(watch, at, changed=changed)
            watch = watch.checked(at, changed=changed)
    return profile


@pytest.mark.parametrize(
    ("watch", "wait"),
    [
        pytest.param(NEW, timedelta(minutes=10), id="a new article waits the shortest"),
        pytest.param(looked_at(NEW, (4 * HOUR, False)), HOUR, id="a quarter of the age"),
        pytest.param(looked_at(NEW, (60 * HOUR, False)), 12 * HOUR, id="at most half a day"),
        pytest.param(
            looked_at(NEW, (60 * HOUR, True)), timedelta(minutes=10), id="an edit restarts it"
        ),
        pytest.param(looked_at(NEW, (73 * HOUR, False)), None, id="retired after three days"),
        pytest.param(
            looked_at(NEW, (2 * HOUR, True), (76 * HOUR, False)),
            12 * HOUR,
            id="an edit earns three days more",
        ),
        pytest.param(
            looked_at(NEW, *[(k * HOUR, True) for k in range(1, 8)], (13 * DAY, False)),
            None,
            id="many edits earn twelve days at most",
        ),
        pytest.param(
            Watch.started(discovered_at=NOON, published_at=NOON - 4 * HOUR),
            HOUR,
            id="age counts from a credible publication",
        ),
        pytest.param(
            Watch.started(discovered_at=NOON, published_at=NOON + HOUR),
            timedelta(minutes=10),
            id="a publication in the future is not believed",
        ),
        pytest.param(
            Watch.started(discovered_at=NOON, published_at=datetime(1970, 1, 1, tzinfo=UTC)),
            timedelta(minutes=10),
            id="the epoch is not believed",
        ),
        pytest.param(
            Watch.started(discovered_at=NOON, published_at=NOON - 200 * DAY),
            12 * HOUR,
            id="an old article newly found is watched slowly",
        ),
    ],
)
def test_ours_base_curve(watch: Watch, wait: timedelta | None) -> None:
    due_at = RecheckPolicy(learns=False).next_check(watch, SourceProfile())
    assert due_at == (None if wait is None else watch.seen_at + wait)


@pytest.mark.parametrize("age", [HOUR, 4 * HOUR, 20 * HOUR])
def test_where_nothing_is_known_the_first_look_stands_near_the_base_curve(age: timedelta) -> None:
    watch = Watch.started(discovered_at=NOON, published_at=NOON - age)
    learned = RecheckPolicy().next_check(watch, SourceProfile())
    curve = RecheckPolicy(learns=False).next_check(watch, SourceProfile())
    assert learned is not None
    assert curve is not None
    assert 0.5 < (learned - NOON) / (curve - NOON) < 3.0


QUIET = taught(40, [(HOUR, False), (DAY, False), (5 * DAY, False)], NOON)
BUSY = taught(40, [(HOUR, True), (4 * HOUR, True), (DAY, True)], NOON)
FOLLOWING = taught(
    40, [(HOUR, True), (1.3 * HOUR, True), (1.6 * HOUR, True), (DAY, False), (5 * DAY, False)], NOON
)
LATE = taught(60, [(2 * HOUR, False), (DAY, False), (3 * DAY, True), (5 * DAY, True)], NOON)
# Looked at around the clock; edited between eight and ten in the morning alone.
MORNING = taught(30, [(k * 2 * HOUR, k % 12 == 5) for k in range(1, 36)], NOON.replace(hour=0))


@pytest.mark.parametrize(
    ("sooner", "later"),
    [
        pytest.param((NEW, BUSY), (NEW, QUIET), id="a busy source is looked at sooner"),
        pytest.param((NEW, SourceProfile()), (NEW, QUIET), id="a quiet source later than unknown"),
        pytest.param(
            (looked_at(NEW, (HOUR, True), (6 * HOUR, False)), SourceProfile()),
            (looked_at(NEW, (HOUR, False), (6 * HOUR, False)), SourceProfile()),
            id="an edited article sooner than an untouched one",
        ),
        pytest.param(
            (looked_at(NEW, (HOUR, True)), FOLLOWING),
            (looked_at(NEW, (HOUR, True)), QUIET),
            id="where edits bring others, soon after an edit",
        ),
        pytest.param(
            (looked_at(NEW, (10 * HOUR, False)), MORNING),
            (looked_at(NEW, (25 * HOUR, False)), MORNING),
            id="nothing is due at noon and much before the morning",
        ),
    ],
)
def test_learned(sooner: tuple[Watch, SourceProfile], later: tuple[Watch, SourceProfile]) -> None:
    def wait(watch: Watch, profile: SourceProfile) -> timedelta:
        due_at = RecheckPolicy().next_check(watch, profile)
        return timedelta.max if due_at is None else due_at - watch.seen_at

    assert wait(*sooner) < wait(*later)


def test_learned_hours_show_in_the_rhythm() -> None:
    hours = MORNING.find_rhythm().hours
    assert max(hours) == hours[4]
    assert hours[4] > 2 * hours[10]


def test_learned_ages_show_in_the_rhythm() -> None:
    ages = LATE.find_rhythm().ages
    assert ages[-1] > 1.5 * ages[0]


@pytest.mark.parametrize(
    ("watch", "profile", "reason", "words"),
    [
        pytest.param(NEW, BUSY, RecheckReason.EXPECTED, "edits expected", id="enough expected"),
        pytest.param(
            looked_at(NEW, (20 * HOUR, False), (20.2 * HOUR, True)),
            FOLLOWING,
            RecheckReason.FOLLOW_UP,
            "bring another",
            id="a follow-up",
        ),
        pytest.param(
            looked_at(NEW, (18 * HOUR, False)),
            SourceProfile(),
            RecheckReason.LAST_LOOK,
            "before the watch ends",
            id="a last look",
        ),
        pytest.param(
            looked_at(NEW, (12 * DAY, False)),
            QUIET,
            RecheckReason.RETIRED,
            "not worth another look",
            id="not worth it",
        ),
        pytest.param(
            looked_at(NEW, (14 * DAY, False)),
            SourceProfile(),
            RecheckReason.RETIRED,
            "watched to the end",
            id="the end",
        ),
    ],
)
def test_reason(watch: Watch, profile: SourceProfile, reason: RecheckReason, words: str) -> None:
    recheck = RecheckPolicy(pace=2.0).decide(watch, profile)
    assert recheck.reason is reason
    assert words in recheck.explanation
    assert (recheck.due_at is None) is (reason is RecheckReason.RETIRED)


def test_ours_an_edit_seen_by_the_last_look_prolongs_the_watch() -> None:
    policy, profile = RecheckPolicy(pace=0.1), SourceProfile()
    edited = looked_at(NEW, (HOUR, True), (13.5 * DAY, True))
    untouched = looked_at(NEW, (HOUR, True), (13.5 * DAY, False))
    assert policy.next_check(edited, profile) is not None
    assert policy.next_check(untouched, profile) is None


def test_ours_control_arm_keeps_its_schedule_whatever_it_sees() -> None:
    def list_dues(*, changed: bool) -> list[datetime]:
        watch, dues = Watch.started(discovered_at=NOON, is_control=True), []
        while (recheck := RecheckPolicy(pace=7.0).decide(watch, BUSY)).due_at is not None:
            assert recheck.reason is RecheckReason.CONTROL
            assert recheck.probability == CONTROL_SHARE
            dues.append(recheck.due_at)
            watch = watch.checked(recheck.due_at, changed=changed)
        return dues

    dues = list_dues(changed=True)
    assert dues == list_dues(changed=False)
    assert [due - NOON for due in dues[:3]] == [HOUR / 4, HOUR / 2, HOUR]
    assert dues[-1] == NOON + 13 * DAY


def test_ours_one_document_in_a_hundred_is_control() -> None:
    drawn = sum(in_control_arm(f"https://kurier.example/{n}") for n in range(20_000))
    assert 140 < drawn < 260
    assert in_control_arm("https://kurier.example/7") == in_control_arm("https://kurier.example/7")


def test_the_arms_together_cover_every_document_once() -> None:
    chances = [
        RecheckPolicy()
        .decide(Watch.started(discovered_at=NOON, is_control=is_control), BUSY)
        .probability
        for is_control in (True, False)
    ]
    assert sum(chances) == pytest.approx(1.0)
