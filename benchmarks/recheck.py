"""How many edits does the re-check policy see, on newsrooms it was not made for?

    python benchmarks/recheck.py [--articles N] [--seeds 1 2] [--budgets 8 16 32] [NEWSROOM ...]

Simulates newsrooms that edit in different ways and lets four policies watch each at equal cost (the
pace of each is found by bisection). Printed: the share of edits seen and the median hours from the
last edit to the look that saw it. `half way` is how far our policy stands from the simple learner
(0) to the all-knowing one (1). Docs: docs/recheck.md.
"""

import argparse
import heapq
import math
import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from newsrooms import DAY, HORIZON, HOUR, NEWSROOMS, YOUTH, Article, Newsroom, make_articles

from quietedit_core.recheck import RecheckPolicy, SourceProfile, Watch

EPOCH = datetime(2026, 3, 2, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    fetches: float
    seen: float
    median_hours: float


class Watcher:
    """A policy at work; `look` says when to look again, or `None`."""

    def __init__(self, newsroom: Newsroom, pace: float) -> None:
        self.newsroom = newsroom
        self.pace = pace
        self.seen_at: dict[Article, float] = {}
        self.seen_count: dict[Article, int] = {}

    def look(self, article: Article, at: float, *, is_first: bool, changed: bool) -> float | None:
        if changed:
            self.seen_at[article] = at
            self.seen_count[article] = self.seen_count.get(article, 0) + 1
        return self.plan(article, at, is_first=is_first, changed=changed)

    def plan(self, article: Article, at: float, *, is_first: bool, changed: bool) -> float | None:
        raise NotImplementedError


class Ours(Watcher):
    learns = True

    def __init__(self, newsroom: Newsroom, pace: float) -> None:
        super().__init__(newsroom, pace)
        self.policy = RecheckPolicy(pace=pace, learns=self.learns)
        self.profiles: dict[int, SourceProfile] = {}
        self.watches: dict[Article, Watch] = {}

    def plan(self, article: Article, at: float, *, is_first: bool, changed: bool) -> float | None:
        now = EPOCH + timedelta(seconds=at)
        profile = self.profiles.get(article.source, SourceProfile())
        if is_first:
            watch = Watch.started(discovered_at=now)
        else:
            watch = self.watches[article]
            if self.learns:
                profile = profile.after_check(watch, now, changed=changed)
                self.profiles[article.source] = profile
            watch = watch.checked(now, changed=changed)
        self.watches[article] = watch
        due_at = self.policy.next_check(watch, profile)
        return None if due_at is None else (due_at - EPOCH).total_seconds()


class Curve(Ours):
    learns = False


class Learner(Watcher):
    """Counts a source's and an article's edits over log age; waits in inverse proportion."""

    def __init__(self, newsroom: Newsroom, pace: float) -> None:
        super().__init__(newsroom, pace)
        self.sources: dict[int, tuple[float, float]] = {}
        self.last: dict[Article, float] = {}

    def plan(self, article: Article, at: float, *, is_first: bool, changed: bool) -> float | None:
        age = at - article.born + YOUTH
        edits, exposure = self.sources.get(article.source, (1.5, 3.0))
        if not is_first:
            edits += changed
            exposure += math.log(age / self.last[article])
            self.sources[article.source] = edits, exposure
        self.last[article] = age
        known = self.seen_count.get(article, 0) + 1.5 * edits / exposure
        rate = known / (math.log(age / YOUTH) + 1.5) / age
        since = at - self.seen_at.get(article, -math.inf)
        if since < 1.5 * HOUR:
            rate += 0.4 / HOUR * math.exp(-since / 2_400)
        return wait_by_rate(at, rate, self.pace, longest=2 * DAY)


class Oracle(Watcher):
    """Knows every article's rate."""

    def plan(self, article: Article, at: float, *, is_first: bool, changed: bool) -> float | None:
        del is_first, changed
        rate = article.rate(at)
        if at - self.seen_at.get(article, -math.inf) < self.newsroom.follow_up_within:
            rate += self.newsroom.follow_up / self.newsroom.follow_up_within
        return wait_by_rate(at, rate, self.pace, longest=4 * DAY)


def wait_by_rate(at: float, rate: float, pace: float, *, longest: float) -> float | None:
    wait = 0.02 * pace / max(rate, 1e-12)
    return None if wait > longest else at + max(wait, 120.0)


def play(watcher: Watcher, articles: list[Article]) -> Run:
    """All looks in the order of time, so that a learner knows the past alone."""
    queue = [(article.born, number) for number, article in enumerate(articles)]
    heapq.heapify(queue)
    consumed = [0] * len(articles)
    fetches, delays = 0, []
    while queue:
        at, number = heapq.heappop(queue)
        article, before = articles[number], consumed[number]
        is_first = at <= article.born
        fetches += not is_first
        while consumed[number] < len(article.edits) and article.edits[consumed[number]] <= at:
            consumed[number] += 1
        changed = not is_first and consumed[number] > before
        if changed:
            delays.append((at - article.edits[consumed[number] - 1]) / HOUR)
        due = watcher.look(article, at, is_first=is_first, changed=changed)
        if due is not None and due < article.born + HORIZON:
            heapq.heappush(queue, (max(due, at + 60), number))
    total = sum(len(article.edits) for article in articles)
    return Run(
        fetches=fetches / len(articles),
        seen=len(delays) / total,
        median_hours=statistics.median(delays) if delays else math.inf,
    )


def spend(make: Callable[[float], Watcher], articles: list[Article], budget: float) -> Run:
    """The run whose pace spends the budget most nearly without passing it."""
    low, high, best = 0.1, 100.0, Run(fetches=0.0, seen=0.0, median_hours=math.inf)
    for _ in range(10):
        pace = math.sqrt(low * high)
        run = play(make(pace), articles)
        if run.fetches > budget:
            low = pace
        else:
            high, best = pace, run
    return best


def report(name: str, *, count: int, seed: int, budgets: Iterable[float]) -> None:
    newsroom = NEWSROOMS[name]
    articles = make_articles(newsroom, count, seed)
    for budget in budgets:
        curve, learner, ours, oracle = (
            spend(lambda pace, kind=kind: kind(newsroom, pace), articles, budget)  # type: ignore[misc]
            for kind in (Curve, Learner, Ours, Oracle)
        )
        half_way = (ours.seen - learner.seen) / ((oracle.seen - learner.seen) or math.nan)
        print(
            f"{name:<16}{seed:>5}{budget:>8.0f}{curve.seen:>8.3f}{learner.seen:>9.3f}"
            f"{ours.seen:>8.3f}{oracle.seen:>8.3f}{half_way:>+10.2f}"
            f"{learner.median_hours:>12.2f}{ours.median_hours:>9.2f}",
            flush=True,
        )


def measure_speed(looks: int = 5_000) -> float:
    """Microseconds for one look: learn from it, then decide on the next."""
    policy, profile = RecheckPolicy(), SourceProfile()
    draw = random.Random(1)
    done, spent = 0, 0.0
    while done < looks:
        watch = Watch.started(discovered_at=EPOCH + timedelta(hours=done))
        due_at = policy.next_check(watch, profile) or EPOCH
        while due_at > watch.seen_at and done < looks:
            changed = draw.random() < 0.1  # noqa: PLR2004
            began = time.perf_counter()
            profile = profile.after_check(watch, due_at, changed=changed)
            watch = watch.checked(due_at, changed=changed)
            due_at = policy.next_check(watch, profile) or EPOCH
            spent += time.perf_counter() - began
            done += 1
        done += 1
    return spent / looks * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("newsrooms", nargs="*", default=list(NEWSROOMS))
    parser.add_argument("--articles", type=int, default=600)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--budgets", type=float, nargs="+", default=[8, 16, 32])
    arguments = parser.parse_args()
    print(f"learning from a look and deciding on the next: {measure_speed():.0f} µs")
    print(
        f"{'newsroom':<16}{'seed':>5}{'budget':>8}{'curve':>8}{'learner':>9}{'ours':>8}{'oracle':>8}"
        f"{'half way':>10}{'learner h':>12}{'ours h':>9}"
    )
    for name in arguments.newsrooms:
        for seed in arguments.seeds:
            report(name, count=arguments.articles, seed=seed, budgets=arguments.budgets)


if __name__ == "__main__":
    main()
