-- Sources and their feeds: whom we watch, and through which door.
-- depends:

create schema if not exists quietedit;

create table quietedit.source (
    source_key text primary key,
    name text not null,
    added_at timestamptz not null
);
comment on table quietedit.source is
    'An outlet: by default the registrable domain of its feeds. Unit of statistics.';

create table quietedit.worker (
    worker_id bigint generated always as identity primary key,
    run_id text not null,
    started_at timestamptz not null,
    ended_at timestamptz
);
comment on table quietedit.worker is
    'One process that claims work. It holds the advisory lock of its number while it lives, so its '
    'claims can be told from those of the dead without any time-out.';

create table quietedit.feed (
    feed_id bigint generated always as identity primary key,
    feed_key text not null unique,
    url text not null,
    name text not null,
    source_key text not null references quietedit.source,
    topics text[] not null default '{}',
    language text,
    spec jsonb not null,
    is_active boolean not null default true,
    added_at timestamptz not null,
    updated_at timestamptz not null,
    etag text,
    last_modified text,
    body_sha256 text,
    next_poll_at timestamptz not null,
    polled_at timestamptz,
    brought_at timestamptz,
    outcome text,
    reason text,
    failure_count integer not null default 0,
    poll_count integer not null default 0,
    claimed_by bigint references quietedit.worker
);
comment on table quietedit.feed is
    'A subscribed feed, reconciled from feeds.yaml. A feed that the file no longer lists is inactive, '
    'never deleted: documents refer to it.';
comment on column quietedit.feed.spec is 'The feed as feeds.yaml has it, to tell whether the file changed it.';
comment on column quietedit.feed.brought_at is 'When a poll last brought an entry that was new.';
create index feed_due on quietedit.feed (next_poll_at) where is_active;
create index feed_claimed on quietedit.feed (claimed_by) where claimed_by is not null;
