"""What is known of how one source edits?

Every factor of the source's rhythm is learned alike: edits observed over edits expected had the
factor been one, with a handful of imagined observations at the prior on both sides. Where little
was seen the ratio stays near the prior; with every check it owes more to the source itself. What is
expected already takes the article's own share into account, so a source is not taken for busy
because its busiest articles are looked at most.
"""

from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from math import exp
from typing import Any

from quietedit_core.recheck.rhythm import (
    AGE_BINS,
    HOUR_BINS,
    Rhythm,
    Stretch,
    faded,
    list_stretches,
    outstanding,
)
from quietedit_core.recheck.watch import Watch

ARTICLE_SHAPE = 0.7
"""How alike the articles of a source are: the shape of the gamma distribution of their shares."""

# What we hold before the first check, and how many imagined edits it is worth.
_USUAL_SCALE, _SCALE_WEIGHT = 0.35, 2.0
_USUAL_FOLLOW_UP, _FOLLOW_UP_WEIGHT = 0.25, 8.0
_AGE_WEIGHT = 15.0
_HOUR_WEIGHT = 4.0

# In e-folds of age watched, about 150 articles' lives: what was learned so long ago counts for a
# third, as newsrooms change their habits.
_MEMORY = 1_000.0

_NO_AGES = (0.0,) * AGE_BINS
_NO_HOURS = (0.0,) * HOUR_BINS


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceProfile:
    """Immutable sums over all checks of a source; the default is what we hold before any check.

    Each `…_edits` has its `…_expected`; edits are shared out over the bins they may have happened
    in, and between fresh ones and follow-ups, so they are fractions.
    """

    check_count: int = 0
    change_count: int = 0
    fresh_edits: float = 0.0
    fresh_exposure: float = 0.0
    follow_up_edits: float = 0.0
    follow_up_expected: float = 0.0
    age_edits: tuple[float, ...] = _NO_AGES
    age_expected: tuple[float, ...] = _NO_AGES
    hour_edits: tuple[float, ...] = _NO_HOURS
    hour_expected: tuple[float, ...] = _NO_HOURS

    def find_rhythm(self) -> Rhythm:
        """The source's factors, shrunk to the prior where little is known."""
        weight, edits, expected = _HOUR_WEIGHT, self.hour_edits, self.hour_expected
        # An hour borrows half of what its neighbours know.
        hours = [
            (weight + edits[i] + 0.5 * (edits[i - 1] + edits[i + 1 - HOUR_BINS]))
            / (weight + expected[i] + 0.5 * (expected[i - 1] + expected[i + 1 - HOUR_BINS]))
            for i in range(HOUR_BINS)
        ]
        return Rhythm(
            scale=(_SCALE_WEIGHT + self.fresh_edits)
            / (_SCALE_WEIGHT / _USUAL_SCALE + self.fresh_exposure),
            ages=tuple(
                [
                    (_AGE_WEIGHT + seen) / (_AGE_WEIGHT + awaited)
                    for seen, awaited in zip(self.age_edits, self.age_expected, strict=True)
                ]
            ),
            hours=(*hours, sum(hours) / HOUR_BINS),
            follow_up=(_FOLLOW_UP_WEIGHT * _USUAL_FOLLOW_UP + self.follow_up_edits)
            / (_FOLLOW_UP_WEIGHT + self.follow_up_expected),
        )

    def after_check(self, watch: Watch, at: datetime, *, changed: bool) -> "SourceProfile":
        """The profile after a check at `at` of the article whose state *before* it is `watch`."""
        rhythm = self.find_rhythm()
        born, start, end = watch.born_at.timestamp(), watch.seen_at.timestamp(), at.timestamp()
        stretches = list(list_stretches(born, start, end))
        weights = [rhythm.weigh(stretch) for stretch in stretches]
        exposure = sum(weights)
        share = find_share(watch, rhythm)
        chance = find_follow_up_chance(watch, start, end)
        fresh = rhythm.scale * share * exposure
        both = fresh + rhythm.follow_up * chance
        fresh_part = (fresh / both if both > 0 else 1.0) if changed else 0.0
        kept = exp(-share * exposure / _MEMORY)
        learned = replace(
            self,
            check_count=self.check_count + 1,
            change_count=self.change_count + changed,
            fresh_edits=self.fresh_edits * kept + fresh_part,
            fresh_exposure=self.fresh_exposure * kept + share * exposure,
            follow_up_edits=self.follow_up_edits * kept + (1.0 - fresh_part if changed else 0.0),
            follow_up_expected=self.follow_up_expected * kept + chance,
        )
        if exposure <= 0:
            return learned
        edits = [fresh_part * weight / exposure for weight in weights]
        expected = [rhythm.scale * share * weight for weight in weights]
        return _learn_when(learned, stretches, edits, expected, rhythm, kept=kept)


def _learn_when(
    profile: SourceProfile,
    stretches: list[Stretch],
    edits: list[float],
    expected: list[float],
    rhythm: Rhythm,
    *,
    kept: float,
) -> SourceProfile:
    age_edits = [held * kept for held in profile.age_edits]
    age_expected = [held * kept for held in profile.age_expected]
    # One place more for stretches of any hour, which teach nothing about hours.
    hour_edits = [*(held * kept for held in profile.hour_edits), 0.0]
    hour_expected = [*(held * kept for held in profile.hour_expected), 0.0]
    for stretch, seen, awaited in zip(stretches, edits, expected, strict=True):
        age_bin, hour_bin = stretch.age_bin, stretch.hour_bin
        age_edits[age_bin] += seen
        age_expected[age_bin] += awaited / rhythm.ages[age_bin]
        hour_edits[hour_bin] += seen
        hour_expected[hour_bin] += awaited / rhythm.hours[hour_bin]
    return replace(
        profile,
        age_edits=tuple(age_edits),
        age_expected=tuple(age_expected),
        hour_edits=tuple(hour_edits[:HOUR_BINS]),
        hour_expected=tuple(hour_expected[:HOUR_BINS]),
    )


def find_share(watch: Watch, rhythm: Rhythm) -> float:
    """How much more than its source's usual article this one is edited: its posterior mean."""
    exposure = 0.0
    if watch.last_checked_at is not None:
        exposure = rhythm.weigh_between(
            watch.born_at.timestamp(),
            watch.discovered_at.timestamp(),
            watch.last_checked_at.timestamp(),
        )
    return count_known_edits(watch) / (ARTICLE_SHAPE + rhythm.scale * exposure)


def count_known_edits(watch: Watch) -> float:
    """The article's fresh edits, with those imagined at the prior."""
    return ARTICLE_SHAPE + watch.change_count - 0.5 * watch.follow_up_count


def find_follow_up_chance(watch: Watch, start: float, end: float) -> float:
    """The share of the last edit's follow-ups that falls between two times after it was seen."""
    if watch.last_changed_at is None or watch.unchanged_at is None:
        return 0.0
    seen = watch.last_changed_at.timestamp()
    left = outstanding(seen - watch.unchanged_at.timestamp())
    return left * max(faded(start - seen) - faded(end - seen), 0.0)


def profile_to_payload(profile: SourceProfile) -> dict[str, Any]:
    """The profile as one JSON object."""
    return asdict(profile)


def profile_from_payload(payload: dict[str, Any]) -> SourceProfile:
    """The profile that `profile_to_payload` wrote."""
    known = {field.name for field in fields(SourceProfile)}
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list | tuple) else value
        for name, value in payload.items()
        if name in known
    }
    return SourceProfile(**values)
