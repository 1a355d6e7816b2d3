"""Feeds as the database knows them: the catalogue taken over, who is due, what a poll brought."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from quietedit_store.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedRow:
    """A feed with the state of its polling."""

    feed_id: int
    feed_key: str
    url: str
    name: str
    source_key: str
    language: str | None
    is_active: bool
    spec: dict[str, Any]
    etag: str | None
    last_modified: str | None
    body_sha256: str | None
    next_poll_at: datetime
    polled_at: datetime | None
    brought_at: datetime | None
    outcome: str | None
    reason: str | None
    failure_count: int
    poll_count: int
    poll_state: dict[str, Any] | None
    move_watch: dict[str, Any] | None
    gone_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """What a poll left behind at its feed."""

    feed_id: int
    polled_at: datetime
    next_poll_at: datetime
    outcome: str
    reason: str
    failure_count: int
    etag: str | None
    last_modified: str | None
    body_sha256: str | None
    brought_at: datetime | None
    poll_state: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """One item of a feed as seen now."""

    feed_id: int
    entry_sha256: str
    document_id: int | None
    guid: str | None
    link: str | None
    title: str
    summary: str
    published_text: str | None
    published_at: datetime | None
    updated_text: str | None
    updated_at: datetime | None
    date_doubts: list[str]
    problem: str | None
    seen_at: datetime


def list_feeds(connection: Connection) -> list[FeedRow]:
    """Every feed that was ever in the catalogue, inactive ones too."""
    with connection.cursor(row_factory=class_row(FeedRow)) as cursor:
        return cursor.execute(
            """
            select feed_id, feed_key, url, name, source_key, language, is_active, spec, etag,
                   last_modified, body_sha256, next_poll_at, polled_at, brought_at, outcome, reason,
                   failure_count, poll_count, poll_state, move_watch, gone_at
            from feed
            order by feed_key
            """
        ).fetchall()


def claim_due_feeds(
    connection: Connection, worker_id: int, *, now: datetime, keys: Sequence[str] = ()
) -> list[FeedRow]:
    """Take the feeds that are due, or those named, due or not."""
    with connection.cursor(row_factory=class_row(FeedRow)) as cursor:
        return cursor.execute(
            """
            update feed set claimed_by = %(worker_id)s
            where feed_id in (
                select feed_id from feed
                where is_active and claimed_by is null
                  and (feed_key = any(%(keys)s) or (%(keys)s = '{}' and next_poll_at <= %(now)s))
                order by next_poll_at
                for update skip locked
            )
            returning feed_id, feed_key, url, name, source_key, language, is_active, spec, etag,
                      last_modified, body_sha256, next_poll_at, polled_at, brought_at, outcome,
                      reason, failure_count, poll_count, poll_state, move_watch, gone_at
            """,
            {"worker_id": worker_id, "now": now, "keys": list(keys)},
        ).fetchall()


def write_feed(
    connection: Connection,
    *,
    key: str,
    url: str,
    name: str,
    source_key: str,
    topics: Sequence[str],
    language: str | None,
    spec: dict[str, Any],
    now: datetime,
) -> None:
    """Add the feed, or bring the one of that key in line; what was inactive becomes active.

    One that has moved stays where it is unless the catalogue names another address. A feed
    at a new address starts without validators and is due at once.
    """
    connection.execute(
        "insert into source (source_key, name, added_at) values (%s, %s, %s) "
        "on conflict do nothing",
        [source_key, source_key, now],
    )
    connection.execute(
        """
        insert into feed
            (feed_key, url, name, source_key, topics, language, spec, added_at, updated_at,
             next_poll_at)
        values (%(key)s, %(url)s, %(name)s, %(source_key)s, %(topics)s, %(language)s, %(spec)s,
                %(now)s, %(now)s, %(now)s)
        on conflict (feed_key) do update set
            url = case when feed.spec ->> 'url' = excluded.url then feed.url else excluded.url end,
            name = excluded.name, source_key = excluded.source_key,
            topics = excluded.topics, language = excluded.language, spec = excluded.spec,
            updated_at = excluded.updated_at, is_active = true,
            gone_at = null,
            etag = case when feed.spec ->> 'url' = excluded.url then feed.etag end,
            last_modified = case when feed.spec ->> 'url' = excluded.url
                                 then feed.last_modified end,
            body_sha256 = case when feed.spec ->> 'url' = excluded.url then feed.body_sha256 end,
            next_poll_at = case when feed.spec ->> 'url' = excluded.url and feed.is_active
                                then feed.next_poll_at else excluded.next_poll_at end
        """,
        {
            "key": key,
            "url": url,
            "name": name,
            "source_key": source_key,
            "topics": list(topics),
            "language": language,
            "spec": Jsonb(spec),
            "now": now,
        },
    )


def deactivate_feed(connection: Connection, key: str, *, now: datetime) -> None:
    connection.execute(
        "update feed set is_active = false, updated_at = %s where feed_key = %s", [now, key]
    )


def note_address(
    connection: Connection, feed_id: int, *, url: str, move_watch: dict[str, Any]
) -> None:
    """Keep where the feed is, and what its redirects have shown."""
    connection.execute(
        "update feed set url = %s, move_watch = %s where feed_id = %s",
        [url, Jsonb(move_watch), feed_id],
    )


def retire_feed(connection: Connection, feed_id: int, *, now: datetime) -> None:
    """The feed is gone for good (410): no poll, until its address changes or it is revived."""
    connection.execute(
        "update feed set is_active = false, gone_at = %s where feed_id = %s", [now, feed_id]
    )


def revive_feed(connection: Connection, key: str, *, now: datetime) -> bool:
    """Ask a feed again that was gone; returns whether there is such a feed."""
    done = connection.execute(
        """
        update feed set is_active = true, gone_at = null, next_poll_at = %(now)s,
                        updated_at = %(now)s
        where feed_key = %(key)s and gone_at is not null
        """,
        {"key": key, "now": now},
    )
    return done.rowcount > 0


def record_poll(connection: Connection, poll: Poll) -> None:
    """Write down what a poll came to, and give the feed back."""
    connection.execute(
        """
        update feed set
            polled_at = %(polled_at)s, next_poll_at = %(next_poll_at)s, outcome = %(outcome)s,
            reason = %(reason)s, failure_count = %(failure_count)s, etag = %(etag)s,
            last_modified = %(last_modified)s, body_sha256 = %(body_sha256)s,
            brought_at = coalesce(%(brought_at)s, brought_at), poll_count = poll_count + 1,
            poll_state = %(poll_state)s,
            claimed_by = null
        where feed_id = %(feed_id)s
        """,
        asdict(poll) | {"poll_state": Jsonb(poll.poll_state)},
    )


def put_off_feed(connection: Connection, feed_id: int, *, until: datetime, reason: str) -> None:
    """Give the feed back unpolled, not before then, with the reason."""
    connection.execute(
        """
        update feed set next_poll_at = %(until)s, reason = %(reason)s, claimed_by = null
        where feed_id = %(feed_id)s
        """,
        {"feed_id": feed_id, "until": until, "reason": reason},
    )


def see_entry(connection: Connection, entry: EntryRow) -> bool:
    """Keep the entry as seen now; returns whether the feed had not brought it before."""
    row = connection.execute(
        """
        insert into entry
            (feed_id, entry_sha256, document_id, guid, link, title, summary, published_text,
             published_at, updated_text, updated_at, date_doubts, problem, first_seen_at,
             last_seen_at)
        values (%(feed_id)s, %(entry_sha256)s, %(document_id)s, %(guid)s, %(link)s, %(title)s,
                %(summary)s, %(published_text)s, %(published_at)s, %(updated_text)s,
                %(updated_at)s, %(date_doubts)s, %(problem)s, %(seen_at)s, %(seen_at)s)
        on conflict (feed_id, entry_sha256) do update set
            document_id = excluded.document_id, guid = excluded.guid, link = excluded.link,
            title = excluded.title, summary = excluded.summary,
            published_text = excluded.published_text, published_at = excluded.published_at,
            updated_text = excluded.updated_text, updated_at = excluded.updated_at,
            date_doubts = excluded.date_doubts, problem = excluded.problem,
            last_seen_at = excluded.last_seen_at
        returning xmax = 0
        """,
        asdict(entry),
    ).fetchone()
    assert row is not None  # noqa: S101  an upsert returns its row
    return bool(row[0])
