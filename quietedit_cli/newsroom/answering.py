"""What does the newsroom answer to a request at a minute of its script?"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import format_datetime
from html import escape
from random import Random
from urllib.parse import urlsplit

from quietedit_cli.newsroom.editing import ArticleState, garble
from quietedit_cli.newsroom.feeding import CONTENT_TYPES, Listed, write_feed
from quietedit_cli.newsroom.furnishing import Link, read_labels
from quietedit_cli.newsroom.paging import PageMoment, write_listing, write_page
from quietedit_cli.newsroom.reading import read_data
from quietedit_cli.newsroom.script import Outlet, Script, ScriptedArticle, Validators
from quietedit_cli.newsroom.steps import Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One answer; `is_cut` means that the connection is broken off instead."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    delay_seconds: float = 0.0
    is_cut: bool = False


_WALLS = {
    Presence.CONSENT: (
        200,
        {},
        "Your privacy",
        (
            "We and our 412 partners store and access information on a device. "
            "Accept all, reject all, or manage your choices."
        ),
    ),
    Presence.BOT: (
        200,
        {"cf-mitigated": "challenge"},
        "Just a moment",
        "Checking your browser before you go on.",
    ),
}


class Newsroom:
    """All outlets at one minute of the script; the same seed and numbers give the same answers."""

    def __init__(self, script: Script, *, start: datetime, seed: int = 0) -> None:
        self.script = script
        self.start = start
        self.minute = 0.0
        self._seed = seed
        self._outlets = {outlet.host: outlet for outlet in script.outlets.values()}

    def advance_to(self, minute: float) -> None:
        self.minute = minute

    def respond(self, host: str, path: str, headers: Mapping[str, str], number: int) -> Response:
        """The answer to the request of that number; header names are in lower case."""
        outlet = self._outlets.get(host.partition(":")[0])
        if outlet is None:
            return Response(status=404, body=b"no such outlet")
        if outlet.fails:
            return Response(status=503, body=b"out of order", is_cut=number % 2 == 1)
        answer = self._answer(outlet, path, headers, number)
        return Response(
            status=answer.status,
            headers=answer.headers,
            body=answer.body,
            delay_seconds=outlet.delay_seconds,
        )

    def _answer(
        self, outlet: Outlet, path: str, headers: Mapping[str, str], number: int
    ) -> Response:
        if path == "/robots.txt":
            return _text(f"User-agent: *\nDisallow: {outlet.forbidden}\n")
        if path == "/style.css":
            return _text(read_data("templates", outlet.key, "style.css").read_text("utf-8"), "css")
        if path == outlet.feed.path:
            return self._answer_feed(outlet, headers)
        if path == "/":
            return _html(outlet, write_listing(outlet, outlet.name, self._list_front(outlet)))
        found = self._find_article(outlet, path)
        if found is None:
            missing = write_listing(outlet, "404", "<h1>404</h1>")
            return _html(outlet, missing, status=404)
        return self._answer_article(outlet, *found, headers, number)

    def _list_published(self, outlet: Outlet) -> list[tuple[ScriptedArticle, ArticleState]]:
        return [
            (article, state)
            for (key, name), article in self.script.articles.items()
            if key == outlet.key
            and (state := self.script.find_state(key, name, self.minute)) is not None
        ]

    def _find_article(
        self, outlet: Outlet, path: str
    ) -> tuple[ScriptedArticle, ArticleState] | None:
        asked = urlsplit(path)
        for article, state in self._list_published(outlet):
            own = urlsplit(self.script.article_path(outlet.key, article.key))
            if asked.path == own.path and (not own.query or own.query in asked.query.split("&")):
                return article, state
        return None

    def _answer_article(
        self,
        outlet: Outlet,
        article: ScriptedArticle,
        state: ArticleState,
        headers: Mapping[str, str],
        number: int,
    ) -> Response:
        if state.presence is Presence.WITHDRAWN:
            return _html(outlet, write_listing(outlet, "410", "<h1>410</h1>"), status=410)
        if state.presence is Presence.VANISHED:
            return Response(status=302, headers={"Location": f"http://{outlet.host}/"})
        if state.presence in _WALLS:
            status, more, title, text = _WALLS[state.presence]
            page = write_listing(outlet, title, f"<h1>{title}</h1><p>{text}</p>")
            return _html(outlet, page, status=status, more=more)
        moment = PageMoment(
            outlet=outlet,
            article=article,
            others=self._list_others(outlet, article),
            start=self.start,
            minute=self.minute,
            random=Random(f"{self._seed}/{number}"),  # noqa: S311  furniture is no secret
        )
        answer = _html(outlet, write_page(state, moment))
        changed = self.start + timedelta(minutes=state.changed_minute)
        return _validate(answer, outlet.pages.validators, repr(state), changed, headers)

    def _answer_feed(self, outlet: Outlet, headers: Mapping[str, str]) -> Response:
        entries = [self._list_entry(outlet, *each) for each in self._list_published(outlet)]
        if outlet.forbidden:
            link = f"http://{outlet.host}{outlet.forbidden}"
            preview = read_labels(outlet.language)["preview"]
            entries.append(Listed(preview, link, self.start, self.start))
        body = write_feed(outlet, entries).encode(outlet.encoding, "xmlcharrefreplace")
        answer = Response(headers={"Content-Type": CONTENT_TYPES[outlet.feed.dialect]}, body=body)
        changed = max((entry.updated for entry in entries), default=self.start)
        return _validate(answer, outlet.feed.validators, body.hex(), changed, headers)

    def _list_entry(self, outlet: Outlet, article: ScriptedArticle, state: ArticleState) -> Listed:
        link = self.script.article_url(outlet.key, article.key) + outlet.feed.tail
        title = garble(state.title) if state.is_garbled else state.title
        published = self.start + timedelta(minutes=article.published_minute)
        stamped = state.stamped_minute
        updated = published if stamped is None else self.start + timedelta(minutes=stamped)
        return Listed(title, link, published, max(published, updated))

    def _list_others(self, outlet: Outlet, article: ScriptedArticle) -> list[Link]:
        return [
            Link(state.title, self.script.article_path(outlet.key, other.key))
            for other, state in self._list_published(outlet)
            if other.key != article.key and not state.is_garbled
        ]

    def _list_front(self, outlet: Outlet) -> str:
        items = "".join(
            f'<li><a href="{escape(self.script.article_path(outlet.key, article.key))}">'
            f"{escape(state.title)}</a></li>"
            for article, state in self._list_published(outlet)
        )
        return f"<h1>{escape(outlet.name)}</h1><ul>{items}</ul>"


def _text(text: str, kind: str = "plain") -> Response:
    return Response(headers={"Content-Type": f"text/{kind}; charset=utf-8"}, body=text.encode())


def _html(
    outlet: Outlet, page: str, *, status: int = 200, more: Mapping[str, str] | None = None
) -> Response:
    charset = f"; charset={outlet.encoding}" if outlet.declared_by == "header" else ""
    return Response(
        status=status,
        headers={"Content-Type": f"text/html{charset}", **(more or {})},
        body=page.encode(outlet.encoding, "xmlcharrefreplace"),
    )


def _validate(
    answer: Response,
    validators: Validators,
    text: str,
    changed: datetime,
    asked: Mapping[str, str],
) -> Response:
    """Add what the answer can be asked again with, and answer 304 where that still holds."""
    digest = hashlib.sha256(answer.body if validators is Validators.BODY else text.encode())
    etag = f'W/"{digest.hexdigest()[:16]}"'
    stamp = format_datetime(changed, usegmt=True)
    offered: dict[str, str] = {}
    if validators in {Validators.ETAG, Validators.BOTH, Validators.TEXT, Validators.BODY}:
        offered["ETag"] = etag
    if validators in {Validators.LAST_MODIFIED, Validators.BOTH}:
        offered["Last-Modified"] = stamp
    # RFC 9110 13.1.3: If-Modified-Since counts only where there is no If-None-Match.
    if "if-none-match" in asked:
        is_same = asked["if-none-match"] == offered.get("ETag")
    else:
        is_same = asked.get("if-modified-since", "") == offered.get("Last-Modified")
    if is_same:
        return Response(status=304, headers=offered)
    return Response(status=answer.status, headers={**answer.headers, **offered}, body=answer.body)
