"""When shall we look at an article again?

**What is spent and what is won.** A look is a favour of the site; what it wins is an edit seen. An
edit that is overwritten before the next look is lost, so a look wins at most one, and with L edits
expected since the last look it wins 1 - exp(-L). That curve bends down: of all ways to spend n
looks on an article whose edits are expected at known times, the one that makes L equal before every
look sees most (the optimum of Cho and Garcia-Molina, "Effective page refresh policies for web
crawlers", ACM TODS 28(4), 2003, where the rate varies in time; Azar and others, "Tractable near-
optimal policies for crawling", PNAS 115(32), 2018, reach the same from the price of a look, and
like them we drop what is not worth its price). So: **look when the edits expected since the last
look reach a fixed amount**, the same for all articles of all sources. `pace` scales that amount.

**The base curve is a case of this.** Where the rate falls as 1/age, equal expectation means equal
steps in log age, and "again after a quarter of the age" is a step of log 1.25 = 0.22. At `pace` 1
the amount is so chosen that an article of a source of which nothing is known starts near that
curve. `learns=False` gives the curve alone.

**What is learned** stands in `rhythm` and `profile`: how often a source edits, at which age, at
which hour, whether an edit is followed by another, and how this article compares with its source.
A look due in dead hours moves by itself behind the next busy ones, as nothing adds up until then.

**Two departures from the equal amount**, both measured with `benchmarks/recheck.py` (figures in
docs/recheck.md). Young articles get somewhat earlier looks than pure counting wants: the optimum is
flat, so this costs next to nothing, and edits are seen sooner. And an article that will not gather
the amount before the watch ends gets one last look just before it, if most of the amount will have
gathered: without it the edits since the last look would be lost for certain, and most articles of
quiet sources would never be looked at again.

**The control arm** is looked at on a fixed schedule, so that what the policy prefers can be
measured. Which document is in it is drawn by hash (`in_control_arm`).
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from math import exp, log, log1p

from quietedit_core.recheck.profile import (
    SourceProfile,
    count_known_edits,
    find_follow_up_chance,
    find_share,
)
from quietedit_core.recheck.rhythm import Rhythm, Stretch, find_age_time, list_stretches
from quietedit_core.recheck.watch import CONTROL_SHARE, Watch

SHORTEST_WAIT = timedelta(minutes=2)
WATCH_FOR = timedelta(days=13, hours=12)
"""The last look falls half a day before two weeks are over, which is how long others watch."""
LINGER_FOR = timedelta(days=3)
"""An edit seen by the last look, or near it, prolongs the watch by this."""

_EXPECTED_EDITS = 0.1
_YOUTH = 600.0
# The share that earns a last look: a look's price, counted in edits, grows with the pace.
_LAST_LOOK_SHARE, _LAST_LOOK_SHARE_BY_LOG_PACE = 0.64, 0.3
# Where looks are few, the late ones would make up most of what is seen, and late: so more tilt.
_AGE_TILT, _AGE_TILT_BY_LOG_PACE, _MOST_TILT, _TILT_AGE = 0.18, 0.08, 0.2, 3_600.0

_CURVE_SHARE = 0.25
_CURVE_SHORTEST, _CURVE_LONGEST = timedelta(minutes=10), timedelta(hours=12)
_CURVE_PATIENCE, _CURVE_PATIENCE_LIMIT = timedelta(days=3), 4

_CONTROL_AGES = tuple(timedelta(minutes=15 * 2**step) for step in range(7))


class RecheckReason(StrEnum):
    CONTROL = "control"
    CURVE = "curve"
    EXPECTED = "expected"
    FOLLOW_UP = "follow_up"
    LAST_LOOK = "last_look"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recheck:
    """When next (`due_at`; `None`: retired), and why then: in one word and in a sentence.

    `probability` is the chance, over the draw of the control arm, that the document's arm is the
    one whose rule makes this look: 0.01 in the control arm, 0.99 outside. Given the arm, a look
    follows from what was seen before and nothing is drawn. So both arms are Horvitz-Thompson
    samples of all documents: the sum of `changed / probability` over the control arm's looks
    estimates without bias how many looks of the *fixed schedule* would have found a change had it
    been kept for every document; the same sum over the other arm, how many the *policy* would have
    found. The two must not be mixed in one sum: they answer different questions.

    `edit_chance` is what the profile holds likely: the chance that the look finds a change.
    """

    due_at: datetime | None
    reason: RecheckReason
    explanation: str
    probability: float
    edit_chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RecheckPolicy:
    """`pace` stretches every wait of the curve, and the edits a learned look waits for."""

    pace: float = 1.0
    learns: bool = True

    def decide(self, watch: Watch, profile: SourceProfile) -> Recheck:
        """The next look at the article, seen from the last one (or from its discovery)."""
        if watch.is_control:
            return _follow_schedule(watch)
        if not self.learns:
            return _follow_curve(watch, self.pace)
        return _await_edits(watch, profile, self.pace)

    def next_check(self, watch: Watch, profile: SourceProfile) -> datetime | None:
        """When to look again; `None`: the article is retired."""
        return self.decide(watch, profile).due_at


def _follow_schedule(watch: Watch) -> Recheck:
    age = watch.seen_at - watch.discovered_at
    due = next((step for step in _CONTROL_AGES if step > age), None)
    if due is None:
        due = timedelta(days=age // timedelta(days=1) + 1)
    if due > WATCH_FOR:
        return _plan(None, RecheckReason.RETIRED, f"control: {age.days} days are over", watch)
    return _plan(
        watch.discovered_at + due, RecheckReason.CONTROL, f"control: fixed look at {due}", watch
    )


def _follow_curve(watch: Watch, pace: float) -> Recheck:
    now = watch.seen_at
    quiet_for = now - (watch.last_changed_at or watch.discovered_at)
    patience = _CURVE_PATIENCE * min(_CURVE_PATIENCE_LIMIT, 1 + watch.change_count)
    if quiet_for > patience:
        words = f"nothing happened for {patience.days} days, {watch.change_count} changes seen"
        return _plan(None, RecheckReason.RETIRED, words, watch)
    age = max(now - (watch.last_changed_at or watch.born_at), timedelta(0))
    wait = min(max(age * _CURVE_SHARE, _CURVE_SHORTEST), _CURVE_LONGEST) * pace
    since = "last seen change" if watch.last_changed_at else "publication"
    words = f"a quarter of the {_say(age)} since its {since}"
    return _plan(now + wait, RecheckReason.CURVE, words, watch)


def _await_edits(watch: Watch, profile: SourceProfile, pace: float) -> Recheck:
    rhythm = profile.find_rhythm()
    start = watch.seen_at.timestamp()
    born = watch.born_at.timestamp()
    amount = _find_amount(max(start - born, 0.0), pace)
    share = find_share(watch, rhythm)
    outlook = _Outlook(watch=watch, rhythm=rhythm, born=born, start=start, share=share)
    last_look = _find_last_look(watch)
    if last_look is None:
        words = f"watched to the end, {watch.change_count} changes seen"
        return _plan(None, RecheckReason.RETIRED, words, watch)
    end = last_look.timestamp()
    due, fresh, follow_ups = outlook.find_due(end, amount)
    gathered = fresh + follow_ups
    counted = f"{gathered:.2g} edits expected by then ({_describe(rhythm, share)})"
    chance = outlook.find_edit_chance(fresh, follow_ups)
    if due is not None:
        due_at = max(datetime.fromtimestamp(due, UTC), watch.seen_at + SHORTEST_WAIT)
        if follow_ups > fresh:
            words = f"{rhythm.follow_up:.0%} of its source's edits bring another; {counted}"
            return _plan(due_at, RecheckReason.FOLLOW_UP, words, watch, chance)
        return _plan(due_at, RecheckReason.EXPECTED, counted, watch, chance)
    if gathered >= amount * _find_last_look_share(pace):
        words = f"a last look before the watch ends: {counted}"
        return _plan(last_look, RecheckReason.LAST_LOOK, words, watch, chance)
    words = f"not worth another look: only {counted}"
    return _plan(None, RecheckReason.RETIRED, words, watch, chance)


def _find_amount(age: float, pace: float) -> float:
    """How many edits are worth a look; it grows with the pace at every age."""
    tilt = min(max(_AGE_TILT + _AGE_TILT_BY_LOG_PACE * log(pace), 0.0), _MOST_TILT)
    stretched: float = ((age + _YOUTH) / _TILT_AGE) ** tilt
    return _EXPECTED_EDITS * pace * stretched


def _find_last_look_share(pace: float) -> float:
    return min(max(_LAST_LOOK_SHARE + _LAST_LOOK_SHARE_BY_LOG_PACE * log(pace), 0.2), 0.8)


def _find_last_look(watch: Watch) -> datetime | None:
    """The end of the watch that still lies ahead, if any."""
    ends = [watch.born_at + WATCH_FOR, watch.discovered_at + LINGER_FOR]
    if watch.last_changed_at is not None:
        ends.append(watch.last_changed_at + LINGER_FOR)
    soonest = watch.seen_at + SHORTEST_WAIT
    return next((end for end in ends if end > soonest), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outlook:
    """What we expect of one article from its last look on."""

    watch: Watch
    rhythm: Rhythm
    born: float
    start: float
    share: float

    def find_due(self, end: float, amount: float) -> tuple[float | None, float, float]:
        """When `amount` edits are expected, if before `end`; with the fresh ones and follow-ups."""
        fresh = follow_ups = 0.0
        for stretch in list_stretches(self.born, self.start, end):
            more = self._expect_fresh(stretch)
            follow_ups = self._expect_follow_ups(stretch.end)
            if fresh + more + follow_ups >= amount:
                return self._find_within(stretch, fresh, amount)
            fresh += more
        return None, fresh, follow_ups

    def _expect_fresh(self, stretch: Stretch) -> float:
        return self.rhythm.scale * self.share * self.rhythm.weigh(stretch)

    def _expect_follow_ups(self, until: float) -> float:
        return self.rhythm.follow_up * find_follow_up_chance(self.watch, self.start, until)

    def _find_within(
        self, stretch: Stretch, before: float, amount: float
    ) -> tuple[float, float, float]:
        """Bisect the stretch; both kinds only grow with time."""
        more = self._expect_fresh(stretch)
        low, high = 0.0, 1.0  # the share of the stretch's log age that passes
        time = stretch.end
        for _ in range(10):
            middle = (low + high) / 2
            time = find_age_time(self.born, stretch.start, stretch.log_ages * middle)
            if before + more * middle + self._expect_follow_ups(time) >= amount:
                high = middle
            else:
                low = middle
        time = find_age_time(self.born, stretch.start, stretch.log_ages * high)
        return time, before + more * high, self._expect_follow_ups(time)

    def find_edit_chance(self, fresh: float, follow_ups: float) -> float:
        """One look's chance, averaged over the gamma distribution of what the share may be."""
        known = count_known_edits(self.watch)
        return 1.0 - exp(-known * log1p(fresh / known) - follow_ups)


def _describe(rhythm: Rhythm, share: float) -> str:
    return f"source {rhythm.scale:.2g} per e-fold of age, article x {share:.2g}"


def _say(span: timedelta) -> str:
    hours = span.total_seconds() / 3600
    return f"{hours:.1f} hours" if hours < 48 else f"{hours / 24:.1f} days"  # noqa: PLR2004


def _plan(
    due_at: datetime | None,
    reason: RecheckReason,
    explanation: str,
    watch: Watch,
    edit_chance: float = 0.0,
) -> Recheck:
    return Recheck(
        due_at=due_at,
        reason=reason,
        explanation=explanation,
        probability=CONTROL_SHARE if watch.is_control else 1.0 - CONTROL_SHARE,
        edit_chance=edit_chance,
    )
