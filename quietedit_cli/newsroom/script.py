"""Which outlets say what, and when do they change it?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from quietedit_cli.newsroom.editing import ArticleState
from quietedit_cli.newsroom.steps import Presence, SetPresence, Step

Timeline = tuple[tuple[int, ArticleState], ...]


class Dialect(StrEnum):
    RSS = "rss"
    ATOM = "atom"
    RDF = "rdf"
    JSON = "json"


class Validators(StrEnum):
    """What an answer offers for asking again."""

    NONE = "none"
    ETAG = "etag"
    LAST_MODIFIED = "last-modified"
    BOTH = "both"
    TEXT = "text"  # a weak ETag that follows the article alone
    BODY = "body"  # an ETag over the page with all that rotates on it: of no use to anybody


class Metadata(StrEnum):
    """What a page says about itself."""

    NONE = "none"
    TIMES = "times"
    JSON_LD = "json-ld"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedHabits:
    dialect: Dialect
    path: str
    validators: Validators
    tail: str = ""  # put behind every address in the feed, as campaigns do


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHabits:
    metadata: Metadata = Metadata.NONE
    validators: Validators = Validators.NONE
    note: str = "last"  # where a correction note stands: first or last
    in_halves: bool = False  # the text in two containers, with what is not text between and within


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlet:
    key: str
    name: str
    language: str
    address: str
    feed: FeedHabits
    pages: PageHabits = field(default_factory=PageHabits)
    encoding: str = "utf-8"
    declared_by: str = "header"  # who names the encoding: header or page
    forbidden: str = ""  # a path that the feed links and robots.txt disallows
    delay_seconds: float = 0.0
    fails: bool = False
    needs: str = ""

    @property
    def host(self) -> str:
        return f"{self.key}.localhost"

    @property
    def feed_url(self) -> str:
        return f"http://{self.host}{self.feed.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedArticle:
    """An article as first published, and the event in the world that it is about."""

    key: str
    outlet: str
    section: str
    story: str | None
    published_minute: int
    first: ArticleState
    has_relative_times: bool = False


@dataclass(frozen=True, slots=True)
class Planted:
    """What an event takes away and puts in: whole texts, and just the words."""

    old_texts: tuple[str, ...] = ()
    new_texts: tuple[str, ...] = ()
    old_words: tuple[str, ...] = ()
    new_words: tuple[str, ...] = ()


_OBSERVED = {
    Presence.HERE: "restoration",
    Presence.WITHDRAWN: "removal",
    Presence.VANISHED: "removal",
    Presence.CONSENT: "walled",
    Presence.BOT: "walled",
    Presence.TEASER: "walled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One act of an editor, and what it is expected to show.

    `kinds`, `disclosure` and `observation` are in the words of the product. An event without
    kinds makes no revision: it is noise (and says which), or something observed.
    """

    id: str
    minute: int
    outlet: str
    article: str
    steps: tuple[Step, ...]
    kinds: frozenset[str] = frozenset()
    disclosure: str = "none"
    noise: str = ""
    needs: str = ""
    planted: Planted = field(default_factory=Planted)

    @property
    def makes_revision(self) -> bool:
        return bool(self.kinds)

    @property
    def observation(self) -> str | None:
        """`removal`, `walled` or `restoration`, if it is about being there at all."""
        seen = [_OBSERVED[step.presence] for step in self.steps if isinstance(step, SetPresence)]
        return seen[0] if seen else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """All that the newsroom does; timelines hold every state of an article and its minute."""

    outlets: Mapping[str, Outlet]
    articles: Mapping[tuple[str, str], ScriptedArticle]
    events: tuple[Event, ...]
    timelines: Mapping[tuple[str, str], Timeline]

    @property
    def last_minute(self) -> int:
        return max(event.minute for event in self.events)

    def article_path(self, outlet: str, article: str) -> str:
        section = self.articles[outlet, article].section
        return self.outlets[outlet].address.format(section=section, article=article)

    def article_url(self, outlet: str, article: str) -> str:
        """The address under which the article is known: its canonical one."""
        return f"http://{self.outlets[outlet].host}{self.article_path(outlet, article)}"

    def is_reachable(self, outlet: str) -> bool:
        """Whether a patient reader gets anything from the outlet at all."""
        return not self.outlets[outlet].fails

    def list_events(self, outlet: str, article: str) -> tuple[Event, ...]:
        return tuple(
            event for event in self.events if (event.outlet, event.article) == (outlet, article)
        )

    def expected_revisions(self, outlet: str, article: str) -> tuple[Event, ...]:
        """The events that make a revision each, in order: the first makes revision 2."""
        return tuple(event for event in self.list_events(outlet, article) if event.makes_revision)

    def expected_observations(self, outlet: str, article: str) -> tuple[Event, ...]:
        """The events after which the article is gone, walled or back."""
        return tuple(event for event in self.list_events(outlet, article) if event.observation)

    def find_state(self, outlet: str, article: str, minute: float) -> ArticleState | None:
        """The article as it stands at a minute; None before it is published."""
        current = None
        for since, state in self.timelines[outlet, article]:
            if since > minute:
                break
            current = state
        return current

    def feeds_yaml(self) -> str:
        """A catalogue of all feeds, as `feeds.yaml` would hold them."""
        lines = ["feeds:"]
        for outlet in self.outlets.values():
            lines += [
                f"  - key: {outlet.key}",
                f"    url: {outlet.feed_url}",
                f"    name: {outlet.name}",
                f"    source: {outlet.host}",
                f"    language: {outlet.language}",
                "    delay: 0",
                "    hourly_ceiling: 100000",
            ]
        return "\n".join(lines) + "\n"
