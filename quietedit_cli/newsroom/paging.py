"""How does an article look on its outlet's page at a moment?"""

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from random import Random
from string import Template

from quietedit_cli.newsroom.editing import ArticleState, Block, Shape, garble
from quietedit_cli.newsroom.furnishing import Link, furnish, halve, read_labels
from quietedit_cli.newsroom.reading import read_data
from quietedit_cli.newsroom.script import Metadata, Outlet, ScriptedArticle
from quietedit_cli.newsroom.steps import Presence, Style, TickerEntry

_TAGS = {Shape.HEADING: "h2", Shape.PARAGRAPH: "p", Shape.QUOTATION: "blockquote"}
_TEASER_LENGTH = 1
_OFFER = "Subscribe to read the whole story. Already a subscriber? Log in."
_LONG_WORD = re.compile(r"\b(\w{5})(\w{6,})")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMoment:
    """All that a page is made of besides the article's state."""

    outlet: Outlet
    article: ScriptedArticle
    others: list[Link]
    start: datetime
    minute: float
    random: Random

    def instant(self, minute: float) -> datetime:
        return self.start + timedelta(minutes=minute)


def write_page(state: ArticleState, moment: PageMoment) -> str:
    """The whole page as text; its furniture is drawn anew from the moment's randomness."""
    outlet, labels = moment.outlet, read_labels(moment.outlet.language)
    published = moment.instant(moment.article.published_minute)
    ago = max(1, round(moment.minute - state.changed_minute))
    words = furnish(
        outlet.language,
        edition=state.furniture_edition,
        others=moment.others,
        random=moment.random,
    ) | {
        "name": escape(outlet.name),
        "language": outlet.language,
        "title": _show(state, state.title),
        "headline": _show(state, state.title),
        "byline": _show(state, labels["by"].format(state.byline)),
        "section": escape(moment.article.section),
        "published": f"{published:{labels['date']}}",
        "published_iso": published.isoformat(timespec="seconds"),
        "ago": escape(labels["ago"].format(ago)),
        "charset": f'<meta charset="{outlet.encoding}">' if outlet.declared_by == "page" else "",
        "canonical": f'<link rel="canonical" href="{_address(outlet, moment.article)}">',
        "feed": f'<link rel="alternate" href="{outlet.feed.path}">',
        "metadata": _write_metadata(state, moment),
        "body": "\n".join(_list_body(state, moment)),
    }
    words["main"] = _fill(outlet, "article.html", words)
    return _fill(outlet, "page.html", words)


def write_listing(outlet: Outlet, title: str, body: str) -> str:
    """A page of the outlet that is no article: its home page, a wall."""
    words = dict.fromkeys(_SLOTS, "") | {
        "name": escape(outlet.name),
        "language": outlet.language,
        "title": escape(title),
        "charset": f'<meta charset="{outlet.encoding}">',
        "feed": f'<link rel="alternate" href="{outlet.feed.path}">',
        "main": body,
    }
    return _fill(outlet, "page.html", words)


_SLOTS = [
    "ad_a",
    "ad_b",
    "ad_c",
    "accept",
    "advertisement",
    "ago",
    "body",
    "byline",
    "canonical",
    "charset",
    "comments",
    "cookies",
    "feed",
    "footer",
    "headline",
    "main",
    "menu",
    "metadata",
    "most_read",
    "offer",
    "published",
    "published_iso",
    "related",
    "related_title",
    "rotating",
    "section",
    "share",
    "token",
]


def _fill(outlet: Outlet, name: str, words: dict[str, str]) -> str:
    return Template(read_data("templates", outlet.key, name).read_text("utf-8")).substitute(
        dict.fromkeys(_SLOTS, "") | words
    )


def _address(outlet: Outlet, article: ScriptedArticle) -> str:
    path = outlet.address.format(section=article.section, article=article.key)
    return f"http://{outlet.host}{escape(path)}"


def _list_body(state: ArticleState, moment: PageMoment) -> list[str]:
    blocks = state.blocks
    if state.presence is Presence.TEASER:
        first = [_write_block(state, block) for block in blocks[:_TEASER_LENGTH]]
        return [*first, f'<div class="paywall"><p>{_OFFER}</p></div>']
    parts = [_write_block(state, block) for block in blocks]
    if moment.outlet.pages.in_halves:
        parts = halve(parts, moment.outlet.language, moment.random)
    notes = [f'<p class="note">{_show(state, note)}</p>' for note in state.notes]
    parts = notes + parts if moment.outlet.pages.note == "first" else parts + notes
    if state.index:
        lines = "".join(f"<li>{_show(state, line)}</li>" for line in state.index)
        parts.append(f"<ul>{lines}</ul>")
    return parts + [_write_entry(state, entry, moment) for entry in state.entries]


def _write_block(state: ArticleState, block: Block) -> str:
    tag = _TAGS[block.shape]
    return f"<{tag}>{_show(state, block.text)}</{tag}>"


def _write_entry(state: ArticleState, entry: TickerEntry, moment: PageMoment) -> str:
    age = max(1, round(moment.minute - entry.minute))
    time = entry.time or read_labels(moment.outlet.language)["age"].format(age)
    return (
        f'<div class="entry"><div class="entry-time">{_show(state, time)}</div>'
        f"<h3>{_show(state, entry.head)}</h3>"
        f'<div class="entry-text">{_show(state, entry.text)}</div></div>'
    )


def _show(state: ArticleState, text: str) -> str:
    """The text as the page spells it: garbled, or set in another style."""
    if state.is_garbled:
        text = garble(text)
    if Style.QUOTES in state.styles:
        text = text.translate(str.maketrans("“”’‘„", '""\'\'"'))
    if Style.HYPHENS in state.styles:
        text = _LONG_WORD.sub("\\1\u00ad\\2", text)
    if Style.SPACES in state.styles:
        text = text.replace(" ", "  ", 5).replace(". ", ".\u00a0")
    return escape(text, quote=False)


def _write_metadata(state: ArticleState, moment: PageMoment) -> str:
    published = moment.instant(moment.article.published_minute).isoformat(timespec="seconds")
    changed = (
        moment.article.published_minute if state.stamped_minute is None else state.stamped_minute
    )
    modified = moment.instant(changed).isoformat(timespec="seconds")
    match moment.outlet.pages.metadata:
        case Metadata.JSON_LD:
            claims = {
                "@context": "https://schema.org",
                "@type": "NewsArticle",
                "headline": state.title,
                "author": {"@type": "Person", "name": state.byline},
                "datePublished": published,
                "dateModified": modified,
                "isAccessibleForFree": state.presence is not Presence.TEASER,
            }
            text = json.dumps(claims, ensure_ascii=False).replace("<", "\\u003c")
            return f'<script type="application/ld+json">{text}</script>'
        case Metadata.TIMES:
            return (
                f'<meta property="article:published_time" content="{published}">'
                f'<meta property="article:modified_time" content="{modified}">'
            )
        case _:
            return ""
