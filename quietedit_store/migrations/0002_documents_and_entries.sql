-- Documents, which are watched, and the entries that led to them.
-- depends: 0001_sources_and_feeds

create table quietedit.document (
    document_id bigint generated always as identity primary key,
    url text not null,
    url_sha256 text not null unique,
    host text not null,
    source_key text not null references quietedit.source,
    feed_id bigint not null references quietedit.feed,
    cohort date not null,
    discovered_at timestamptz not null,
    published_at timestamptz,
    watch jsonb not null,
    next_check_at timestamptz,
    check_reason text not null,
    check_probability real not null default 1 check (check_probability > 0 and check_probability <= 1),
    checked_at timestamptz,
    text_seen_at timestamptz,
    failure_count integer not null default 0,
    failing_since timestamptz,
    etag text,
    last_modified text,
    fetched_page_sha256 text,
    text_page_sha256 text,
    version_count integer not null default 0,
    is_gone boolean not null default false,
    claimed_by bigint references quietedit.worker
);
comment on table quietedit.document is
    'One article, known by its canonical URL, with the state of its watching.';
comment on column quietedit.document.url_sha256 is
    'The URL is unique by its hash: an address of any length fits an index.';
comment on column quietedit.document.cohort is
    'The UTC day of discovery; the Dagster partition it stays in for life.';
comment on column quietedit.document.next_check_at is 'When it is due; null: retired.';
comment on column quietedit.document.check_probability is
    'The probability with which the next check is made, for estimates of true edit rates.';
comment on column quietedit.document.text_seen_at is 'When the newest text was last seen, so still unchanged.';
comment on column quietedit.document.fetched_page_sha256 is
    'The bytes of the last answer: an identical answer is not read again.';
comment on column quietedit.document.text_page_sha256 is
    'The newest page that held the article itself, walls and errors left out.';
create index document_due on quietedit.document (next_check_at) include (cohort)
    where next_check_at is not null;
create index document_cohort on quietedit.document (cohort, next_check_at);
create index document_claimed on quietedit.document (claimed_by) where claimed_by is not null;
create index document_source on quietedit.document (source_key);

create table quietedit.entry (
    entry_id bigint generated always as identity primary key,
    feed_id bigint not null references quietedit.feed,
    entry_sha256 text not null,
    document_id bigint references quietedit.document,
    guid text,
    link text,
    title text not null,
    summary text not null,
    published_text text,
    published_at timestamptz,
    updated_text text,
    updated_at timestamptz,
    date_doubts text[] not null default '{}',
    problem text,
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    unique (feed_id, entry_sha256)
);
comment on table quietedit.entry is 'One item of a feed as last seen, its dates verbatim beside the instants.';
comment on column quietedit.entry.entry_sha256 is 'Of its guid, else of its link: what the feed knows it by.';
comment on column quietedit.entry.problem is 'Why no document came of it, if none did.';
create index entry_document on quietedit.entry (document_id);
