"""Polling feeds: what an answer means for the feed, its entries and their documents."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from quietedit_core.dates import ParsedDate, parse_date, usable_instant
from quietedit_core.errors import InvalidUrl, NotAFeed
from quietedit_core.feeds import Entry, ParsedFeed, parse_feed
from quietedit_core.outcomes import FetchOutcome
from quietedit_core.politeness import Wait
from quietedit_core.polling import (
    MoveVerdict,
    NextPoll,
    Polled,
    PollState,
    Wishes,
    judge_address,
    max_age_seconds,
    move_watch_from_payload,
    move_watch_to_payload,
    plan_poll,
    poll_state_from_payload,
    poll_state_to_payload,
)
from quietedit_core.urls import canonicalize, host_of
from quietedit_pipeline.checks import start_watch
from quietedit_pipeline.rounds import PutOff
from quietedit_pipeline.session import FetchingSession
from quietedit_pipeline.tally import Tally
from quietedit_pipeline.targets import Landed, Target
from quietedit_pipeline.update_claims import UpdateClaim, find_claim, heed_claims
from quietedit_store.database import Connection, Database
from quietedit_store.documents import NewDocument, add_document
from quietedit_store.feeds import (
    EntryRow,
    FeedRow,
    Poll,
    note_address,
    put_off_feed,
    record_poll,
    retire_feed,
    see_entry,
)

_SAME = (FetchOutcome.NOT_MODIFIED, FetchOutcome.UNCHANGED)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a poll's answer held: a feed, or why there is none to read."""

    outcome: str
    reason: str
    feed: ParsedFeed | None = None
    body_sha256: str | None = None


def poll_feeds(
    session: FetchingSession,
    database: Database,
    feeds: list[FeedRow],
    *,
    interval: timedelta,
    tally: Tally,
) -> None:
    """Poll the claimed feeds, and give back with its reason what was put off."""

    def step(feed: FeedRow) -> Wait | None:
        # Servers lie about validators: now and then the feed is asked for as if for the first time.
        is_conditional = _state_of(feed).is_conditional
        target = Target(
            url=feed.url,
            purpose="feed",
            source_key=feed.source_key,
            feed_id=feed.feed_id,
            etag=feed.etag if is_conditional else None,
            last_modified=feed.last_modified if is_conditional else None,
        )
        return session.exchanger.follow(target, _settling(feed, interval=interval, tally=tally))

    put_off = session.work_through(feeds, lambda feed: host_of(feed.url), step)
    with database.connect() as connection:
        for left in put_off:
            _give_back(connection, left, tally=tally)


def _settling(
    feed: FeedRow, *, interval: timedelta, tally: Tally
) -> Callable[[Connection, Landed], None]:
    def settle(connection: Connection, landed: Landed) -> None:
        reading = _read(feed, landed)
        tally.add(reading.outcome, group="feeds", where=feed.feed_key)
        new_count = _take_entries(connection, feed, reading, landed.fetched_at, tally=tally)
        is_failure = reading.feed is None and reading.outcome not in _SAME
        failure_count = feed.failure_count + 1 if is_failure else 0
        # Half a feed is read for what it has, and asked for again as if it had not come.
        is_whole = landed.answer is not None and not landed.answer.is_truncated
        headers = landed.answer.headers if landed.answer and is_whole and not is_failure else {}
        plan = _plan(feed, landed, reading, new_count=new_count, interval=interval)
        record_poll(
            connection,
            Poll(
                feed_id=feed.feed_id,
                polled_at=landed.fetched_at,
                next_poll_at=plan.due_at,
                outcome=reading.outcome,
                reason=reading.reason,
                failure_count=failure_count,
                etag=headers.get("etag", feed.etag),
                last_modified=headers.get("last-modified", feed.last_modified),
                body_sha256=reading.body_sha256 or feed.body_sha256,
                brought_at=landed.fetched_at if new_count else None,
                poll_state=poll_state_to_payload(plan.state),
            ),
        )
        _judge_address(connection, feed, landed, reading)

    return settle


def _judge_address(
    connection: Connection, feed: FeedRow, landed: Landed, reading: _Reading
) -> None:
    """Follow a feed that has moved for good, and leave one alone that is gone for good."""
    held = move_watch_from_payload(feed.move_watch or {})
    decision = judge_address(
        held,
        url=feed.url,
        moved_url=landed.moved_url,
        outcome=reading.outcome,
        at=landed.fetched_at,
    )
    if decision.verdict is MoveVerdict.DEACTIVATE:
        retire_feed(connection, feed.feed_id, now=landed.fetched_at)
    elif decision.url != feed.url or decision.watch != held:
        watch = move_watch_to_payload(decision.watch)
        note_address(connection, feed.feed_id, url=decision.url, move_watch=watch)


def _state_of(feed: FeedRow) -> PollState:
    return PollState() if feed.poll_state is None else poll_state_from_payload(feed.poll_state)


def _plan(
    feed: FeedRow, landed: Landed, reading: _Reading, *, new_count: int, interval: timedelta
) -> NextPoll:
    """When to poll the feed again, by all that this poll has shown."""
    entry_count = len(reading.feed.entries) if reading.feed else 0
    headers = landed.answer.headers if landed.answer else {}
    held = feed.etag or feed.last_modified
    offered = headers.get("etag") or headers.get("last-modified")
    return plan_poll(
        _state_of(feed),
        Polled(
            at=landed.fetched_at,
            outcome=reading.outcome,
            entry_count=entry_count,
            known_count=entry_count - new_count,
            same_validators=held is not None and held == offered,
            wishes=_read_wishes(reading.feed),
            max_age_seconds=max_age_seconds(headers.get("cache-control")),
        ),
        shortest=_interval(feed, interval),
        asked_pause=landed.asked_pause,
    )


def _read(feed: FeedRow, landed: Landed) -> _Reading:
    """Parse the answer; an identical body is not parsed again."""
    body = landed.answer.body if landed.answer else None
    if landed.outcome is not FetchOutcome.FETCHED or body is None:
        return _Reading(landed.outcome, landed.reason)
    body_sha256 = hashlib.sha256(body).hexdigest()
    if body_sha256 == feed.body_sha256:
        return _Reading(FetchOutcome.UNCHANGED, "the same bytes as last time")
    content_type = landed.answer.headers.get("content-type") if landed.answer else None
    try:
        parsed = parse_feed(body, content_type=content_type, url=landed.url)
    except NotAFeed as error:
        return _Reading("not_a_feed", f"{error.looks_like} instead of a feed")
    notes = "; ".join(parsed.notes) or landed.reason
    return _Reading(landed.outcome, notes, parsed, body_sha256)


def _take_entries(
    connection: Connection, feed: FeedRow, reading: _Reading, seen_at: datetime, *, tally: Tally
) -> int:
    """Keep every entry, and make the documents they lead to; returns how many were new."""
    if reading.feed is None:
        return 0
    new_count = 0
    claims: list[UpdateClaim] = []
    # In one order for all feeds: two that bring the same articles would wait for each other.
    for link in sorted(map(_read_link, reading.feed.entries), key=lambda link: link.url):
        row, is_new_document = _place(connection, feed, link, seen_at)
        if row.problem:
            tally.add("no document", group="entries", where=feed.feed_key)
        if is_new_document:
            tally.add("new document", group="documents", where=feed.feed_key)
        elif claim := find_claim(connection, row):
            claims.append(claim)
        if see_entry(connection, row):
            new_count += 1
            tally.add("new entry", group="entries", where=feed.feed_key)
    for _ in range(heed_claims(connection, feed.feed_id, claims, now=seen_at)):
        tally.add("update claimed", group="documents", where=feed.feed_key)
    return new_count


@dataclass(frozen=True, slots=True)
class _Link:
    """Where an entry leads: the canonical URL of its article, or why to none."""

    entry: Entry
    url: str
    problem: str | None = None


def _read_link(entry: Entry) -> _Link:
    try:
        url = canonicalize(entry.link or "")
        host_of(url)
    except InvalidUrl as error:
        return _Link(entry, "", "the entry has no link" if entry.link is None else str(error))
    return _Link(entry, url)


def _place(
    connection: Connection, feed: FeedRow, link: _Link, seen_at: datetime
) -> tuple[EntryRow, bool]:
    """The entry as a row, with the document it leads to, and whether that is new."""
    entry = link.entry
    published = _parse(entry.published_text, seen_at)
    updated = _parse(entry.updated_text, seen_at)
    published_at = usable_instant(published, seen_at=seen_at) if published else None
    document_id, is_new = None, False
    if link.problem is None:
        document_id, is_new = add_document(
            connection,
            NewDocument(
                url=link.url,
                host=host_of(link.url),
                source_key=feed.source_key,
                feed_id=feed.feed_id,
                discovered_at=seen_at,
                published_at=published_at,
                watch=start_watch(link.url, discovered_at=seen_at, published_at=published_at),
            ),
        )
    identity = entry.guid or entry.link or entry.title
    row = EntryRow(
        feed_id=feed.feed_id,
        entry_sha256=hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest(),
        document_id=document_id,
        guid=entry.guid,
        link=entry.link,
        title=entry.title,
        summary=entry.summary,
        published_text=entry.published_text,
        published_at=published_at,
        updated_text=entry.updated_text,
        updated_at=usable_instant(updated, seen_at=seen_at) if updated else None,
        date_doubts=sorted(
            {doubt for date in (published, updated) if date for doubt in date.doubts}
        ),
        problem=link.problem,
        seen_at=seen_at,
    )
    return row, is_new


def _parse(text: str | None, seen_at: datetime) -> ParsedDate | None:
    return parse_date(text, seen_at=seen_at) if text else None


def _interval(feed: FeedRow, setting: timedelta) -> timedelta:
    seconds = feed.spec.get("poll_interval_seconds")
    return setting if seconds is None else timedelta(seconds=float(seconds))


def _read_wishes(parsed: ParsedFeed | None) -> Wishes | None:
    if parsed is None:
        return None
    return Wishes(parsed.ttl_seconds, parsed.skip_hours, parsed.skip_days)


def _give_back(connection: Connection, left: PutOff[FeedRow], *, tally: Tally) -> None:
    tally.add("put_off", group="feeds", where=left.item.feed_key)
    put_off_feed(
        connection,
        left.item.feed_id,
        until=left.wait.until,
        reason=f"put off: {left.wait.reason}",
    )
