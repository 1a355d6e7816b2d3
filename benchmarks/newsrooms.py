"""Simulated newsrooms: when does each article of a newsroom get edited?"""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

HOUR, DAY = 3_600.0, 86_400.0
HORIZON = 14 * DAY
YOUTH = 600.0

Hours = Callable[[float], float]


def even(_: float) -> float:
    return 1.0


def office(hour: float) -> float:
    return 2.2 if 8 <= hour < 18 else 0.12  # noqa: PLR2004  office hours


def daylight(hour: float) -> float:
    return 0.25 + 1.5 * max(0.0, math.sin(math.pi * (hour - 5) / 18))


def two_shifts(hour: float) -> float:
    return (
        0.2 + 1.7 * math.exp(-(((hour - 8) / 2) ** 2)) + 2 * math.exp(-(((hour - 19) / 2.5) ** 2))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Newsroom:
    """How edits come; `decay` is the power of age with which the rate falls."""

    hours: tuple[Hours, ...] = (daylight,)
    zones: tuple[int, ...] = (0,)
    decays: tuple[float, ...] = (1.0,)
    sources: int = 40
    usual: float = 0.3
    source_shape: float = 0.6
    article_shape: float = 0.8
    follow_up: float = 0.3
    follow_up_within: float = HOUR
    is_uneven: bool = False
    on_the_hour: float = 0.0
    live: float = 0.0


NEWSROOMS = {
    "daylight": Newsroom(),
    "zones": Newsroom(zones=tuple(range(0, 24, 5))),
    "two_shifts": Newsroom(hours=(two_shifts,)),
    "office": Newsroom(hours=(office,), follow_up=0.15),
    "even": Newsroom(hours=(even,)),
    "fast_decay": Newsroom(decays=(1.25,)),
    "slow_decay": Newsroom(decays=(0.8,)),
    "mixed": Newsroom(hours=(daylight, office, even), decays=(0.8, 1.0, 1.25), zones=(0, 8)),
    "many_follow_ups": Newsroom(follow_up=0.5, follow_up_within=1.5 * HOUR),
    "no_follow_ups": Newsroom(follow_up=0.0),
    "few_sources": Newsroom(sources=12, source_shape=1.2),
    "many_sources": Newsroom(sources=150),
    "uneven_sources": Newsroom(is_uneven=True),
    "on_the_hour": Newsroom(on_the_hour=0.5),
    "live": Newsroom(live=0.05),
    "alike": Newsroom(article_shape=3.0),
    "unlike": Newsroom(article_shape=0.35),
    "busy": Newsroom(usual=0.8),
    "quiet": Newsroom(usual=0.12),
}


@dataclass(eq=False, slots=True, kw_only=True)
class Article:
    source: int
    born: float
    rate: Callable[[float], float]
    edits: list[float] = field(default_factory=list)


def make_articles(newsroom: Newsroom, count: int, seed: int) -> list[Article]:
    draw = random.Random(seed)
    scales = [
        draw.gammavariate(newsroom.source_shape, newsroom.usual / newsroom.source_shape)
        for _ in range(newsroom.sources)
    ]
    sizes = [1 / (k + 1) if newsroom.is_uneven else 1.0 for k in range(newsroom.sources)]
    articles = []
    for _ in range(count):
        source = draw.choices(range(newsroom.sources), sizes)[0]
        shape = newsroom.article_shape
        weight = scales[source] * draw.gammavariate(shape, 1 / shape)
        born = draw.random() * 7 * DAY
        article = Article(
            source=source, born=born, rate=make_rate(newsroom, source, born=born, weight=weight)
        )
        edits = [
            late
            for first in draw_fresh(draw, article, weight)
            for late in burst(draw, newsroom, first)
        ]
        if draw.random() < newsroom.live:
            edits += draw_live(draw, born)
        article.edits = sorted(each for each in edits if each < born + HORIZON)
        articles.append(article)
    return articles


def make_rate(
    newsroom: Newsroom, source: int, *, born: float, weight: float
) -> Callable[[float], float]:
    """Edits a second; all decays bring as many edits in two weeks as 1/age does."""
    hours = newsroom.hours[source % len(newsroom.hours)]
    zone = newsroom.zones[source % len(newsroom.zones)]
    decay = newsroom.decays[source % len(newsroom.decays)]
    usual = math.log((HORIZON + YOUTH) / YOUTH)
    power = 1 - decay
    area = ((HORIZON + YOUTH) ** power - YOUTH**power) / power if power else usual
    scale = weight * usual / area
    return lambda at: scale * hours((at / HOUR + zone) % 24) / (at - born + YOUTH) ** decay


def draw_fresh(draw: random.Random, article: Article, weight: float) -> Iterator[float]:
    """Thinning over log age, where no rate is far from its mean."""
    log_age, limit = math.log(YOUTH), 12.0 * weight
    while limit > 1e-9:  # noqa: PLR2004
        log_age += draw.expovariate(limit)
        if log_age > math.log(HORIZON + YOUTH):
            return
        age = math.exp(log_age) - YOUTH
        if draw.random() * limit < article.rate(article.born + age) * (age + YOUTH):
            yield article.born + age


def burst(draw: random.Random, newsroom: Newsroom, at: float) -> Iterator[float]:
    if draw.random() < newsroom.on_the_hour:
        at = math.ceil(at / HOUR) * HOUR + draw.random() * 60
    yield at
    while draw.random() < newsroom.follow_up:
        at += draw.random() * newsroom.follow_up_within
        yield at


def draw_live(draw: random.Random, born: float) -> Iterator[float]:
    at = born + draw.expovariate(1 / (6 * HOUR))
    end = at + draw.uniform(1, 8) * HOUR
    while at < end:
        at += draw.expovariate(1 / 1_200)
        yield at
