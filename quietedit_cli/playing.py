"""Playing the demo's script, and comparing what was detected with what was done."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from quietedit_cli.newsroom import Event, Script
from quietedit_core.diff import WordChangeKind, diff_articles
from quietedit_core.extraction import Article, article_from_payload
from quietedit_core.folding import fold_text
from quietedit_store.changes import ChangeFilter, ListedChange, list_changes
from quietedit_store.database import Connection
from quietedit_store.documents import find_document
from quietedit_store.observations import Observation, list_observations
from quietedit_store.versions import Revision, list_revisions

_WORD = re.compile(r"[^\W_]+")
_ALL = 1000


@dataclass(frozen=True, slots=True)
class Verdict:
    """A scripted event beside what was detected of it, or a detection that nobody scripted."""

    article: str
    scripted: str
    detected: str
    word: str  # found, missed or false


@dataclass(frozen=True, slots=True)
class Seen:
    """What the database holds of one article."""

    revisions: Sequence[Revision]
    observations: Sequence[Observation]
    changes: Mapping[int, ListedChange]  # by the number of the revision they led to


def list_played(script: Script) -> list[Event]:
    """The events that the demo plays, in order."""
    return sorted(
        (event for event in script.events if script.is_reachable(event.outlet)),
        key=lambda event: event.minute,
    )


def plan_looks(script: Script, *, from_minute: int) -> Iterator[int]:
    """The minutes at which to look, so that nothing of an article is seen together.

    Its publication counts as the first that happens to it.
    """
    happenings: dict[int, set[tuple[str, str]]] = {}
    for event in list_played(script):
        happenings.setdefault(event.minute, set()).add((event.outlet, event.article))
    for place, article in script.articles.items():
        happenings.setdefault(article.published_minute, set()).add(place)
    touched: set[tuple[str, str]] = set()
    last = from_minute
    for minute in sorted(minute for minute in happenings if minute > from_minute):
        if touched & happenings[minute]:
            yield last
            touched = set()
        touched |= happenings[minute]
        last = minute
    if touched:
        yield last


def find_seen(connection: Connection, url: str) -> Seen:
    document_id = find_document(connection, url)
    if document_id is None:
        return Seen([], [], {})
    found = list_changes(connection, ChangeFilter(document_id=document_id), limit=_ALL)
    return Seen(
        list_revisions(connection, document_id),
        list_observations(connection, document_id),
        {change.number: change for change in found},
    )


def compare(
    connection: Connection, script: Script, *, started_at: datetime, looked_at: Sequence[datetime]
) -> list[Verdict]:
    """Every event that should show, found or missed, and every revision or observation too many.

    An event is found if the first look after it (`looked_at`, in order) brought a revision or an
    observation of its document, its planted words stand among the changed ones, and the change
    has the kinds and the disclosure that the script names.
    """
    verdicts: list[Verdict] = []
    for outlet, key in script.articles:
        if script.is_reachable(outlet):
            seen = find_seen(connection, script.article_url(outlet, key))
            events = [e for e in list_played(script) if (e.outlet, e.article) == (outlet, key)]
            verdicts += _compare_article(
                f"{outlet}/{key}", events, seen, started_at=started_at, looked_at=looked_at
            )
    return verdicts


def _compare_article(
    name: str,
    events: Sequence[Event],
    seen: Seen,
    *,
    started_at: datetime,
    looked_at: Sequence[datetime],
) -> Iterator[Verdict]:
    if not seen.revisions:
        yield Verdict(name, "publication", "", "missed")
        return
    edits = {_look(later.seen_at, looked_at): (earlier, later) for earlier, later in _pairs(seen)}
    notes = {(_look(note.observed_at, looked_at), note.kind) for note in seen.observations}
    for event in events:
        look = _look(started_at + timedelta(minutes=event.minute), looked_at)
        if event.makes_revision:
            pair = edits.pop(look, None)
            change = seen.changes.get(pair[1].number) if pair else None
            yield _judge_edit(name, event, pair, change)
        if event.observation is not None:
            found = (look, event.observation) in notes
            notes.discard((look, event.observation))
            yield Verdict(
                name, event.id, event.observation if found else "", "found" if found else "missed"
            )
    for _, later in edits.values():
        yield Verdict(name, "", f"revision {later.number}", "false")
    for _, kind in sorted(notes, key=str):
        yield Verdict(name, "", kind, "false")


def _pairs(seen: Seen) -> Iterator[tuple[Revision, Revision]]:
    return zip(seen.revisions, seen.revisions[1:], strict=False)


def _look(instant: datetime, looked_at: Sequence[datetime]) -> int:
    """The number of the first look at or after the instant."""
    return sum(look < instant for look in looked_at)


def _judge_edit(
    name: str, event: Event, pair: tuple[Revision, Revision] | None, change: ListedChange | None
) -> Verdict:
    if pair is None:
        return Verdict(name, event.id, "", "missed")
    earlier, later = pair
    before, after = (article_from_payload(each.payload) for each in (earlier, later))
    lost = _find_lost(event, before, after)
    if lost:
        return Verdict(name, event.id, f"revision {later.number} without {lost!r}", "missed")
    told = "unclassified" if change is None else _tell(change.kinds, change.disclosure)
    word = "found" if told == _tell(event.kinds, event.disclosure) else "missed"
    return Verdict(name, event.id, f"revision {later.number}: {told}", word)


def _tell(kinds: Iterable[str], disclosure: str) -> str:
    return f"{', '.join(sorted(kinds))}; disclosure {disclosure}"


def _find_lost(event: Event, before: Article, after: Article) -> str | None:
    """A planted text that the diff does not show as gone or come, if there is one."""
    diff = diff_articles(before, after)
    words = [*diff.title, *(word for change in diff.blocks for word in change.words)]
    gone = {
        each for word in words if word.kind is WordChangeKind.DELETE for each in _words(word.text)
    }
    come = {
        each for word in words if word.kind is WordChangeKind.INSERT for each in _words(word.text)
    }
    planted = event.planted
    lost = [
        text
        for text in planted.old_words
        if not _words(text) - _words_of(planted.new_words) <= gone
    ]
    lost += [
        text
        for text in planted.new_words
        if not _words(text) - _words_of(planted.old_words) <= come
    ]
    return lost[0] if lost else None


def _words_of(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _words(text)}


def _words(text: str) -> set[str]:
    """Letters and digits alone: how a text is set is not the matter here."""
    return set(_WORD.findall(fold_text(text)))
