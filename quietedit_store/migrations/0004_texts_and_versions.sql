-- What was read from the pages, and every text that a document has carried.
-- depends: 0003_ledger

create table quietedit.reading_queue (
    fetch_id bigint primary key,
    fetched_at timestamptz not null,
    document_id bigint not null references quietedit.document,
    cohort date not null,
    page_sha256 text not null references quietedit.page
);
comment on table quietedit.reading_queue is
    'Fetched pages that were not yet compared with their document''s text, put here with their fetch.';
create index reading_queue_cohort on quietedit.reading_queue (cohort, fetch_id);

create table quietedit.extraction (
    page_sha256 text not null references quietedit.page,
    extractor text not null,
    text_hash text not null,
    standing text not null,
    standing_reason text not null,
    block_count integer not null,
    word_count integer not null,
    encoding text not null,
    replaced_count integer not null,
    payload jsonb,
    extracted_at timestamptz not null,
    primary key (page_sha256, extractor)
);
comment on table quietedit.extraction is
    'What one extractor read from one page. Derived: the text itself is dropped once it was compared, '
    'for the page can be read again.';
comment on column quietedit.extraction.payload is 'Title, blocks and page facts; null once compared.';

create table quietedit.version_text (
    payload_sha256 text primary key,
    title text not null,
    payload jsonb not null
);
comment on table quietedit.version_text is 'The text of versions under its hash: title, blocks and page facts as read.';

create table quietedit.version (
    document_id bigint not null references quietedit.document,
    number integer not null check (number >= 1),
    fetch_id bigint not null,
    page_sha256 text not null,
    extractor text not null,
    text_hash text not null,
    payload_sha256 text not null references quietedit.version_text,
    seen_at timestamptz not null,
    unchanged_at timestamptz,
    previous_hash text,
    chain_hash text not null,
    primary key (document_id, number),
    unique (fetch_id),
    check (unchanged_at is null or unchanged_at <= seen_at),
    check ((number = 1) = (previous_hash is null))
);
comment on table quietedit.version is
    'One observed revision of a document. Append-only; each row''s hash covers its predecessor''s.';
comment on column quietedit.version.seen_at is 'First seen changed: the edit happened before.';
comment on column quietedit.version.unchanged_at is
    'Last seen unchanged: the edit happened after. Null for the first version.';
comment on column quietedit.version.text_hash is 'Over the folded title and blocks; equal hashes are the same text.';
create index version_seen on quietedit.version (seen_at);

create trigger version_rows_stay before update or delete on quietedit.version
    for each row execute function quietedit.refuse_change();
create trigger version_stays before truncate on quietedit.version
    for each statement execute function quietedit.refuse_change();
create trigger version_text_rows_stay before update or delete on quietedit.version_text
    for each row execute function quietedit.refuse_change();
create trigger version_text_stays before truncate on quietedit.version_text
    for each statement execute function quietedit.refuse_change();

create function quietedit.continue_chain() returns trigger language plpgsql as $$
declare
    last record;
begin
    select number, chain_hash into last from quietedit.version
    where document_id = new.document_id order by number desc limit 1;
    if new.number is distinct from coalesce(last.number, 0) + 1
       or new.previous_hash is distinct from last.chain_hash then
        raise exception 'version % of document % does not continue its chain', new.number, new.document_id
            using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end $$;
create trigger version_continues before insert on quietedit.version
    for each row execute function quietedit.continue_chain();

create table quietedit.reading (
    fetch_id bigint primary key,
    document_id bigint not null references quietedit.document,
    fetched_at timestamptz not null,
    verdict text not null check (verdict in ('new', 'same', 'not_article', 'unreadable')),
    reason text not null,
    version_number integer,
    extractor text not null,
    read_at timestamptz not null
);
comment on table quietedit.reading is
    'What came of comparing a fetched page with its document''s text: a new version, the same text, or no article.';
create index reading_document on quietedit.reading (document_id, fetched_at);

create table quietedit.observation (
    observation_id bigint generated always as identity primary key,
    document_id bigint not null references quietedit.document,
    kind text not null check (kind in
        ('removal', 'restoration', 'walled', 'emptied', 'oscillation', 'masked', 'furniture')),
    observed_at timestamptz not null,
    fetch_id bigint,
    reason text not null
);
comment on table quietedit.observation is 'What happened to a document without a pair of versions.';
create index observation_document on quietedit.observation (document_id, observed_at);

create table quietedit.source_profile (
    source_key text primary key references quietedit.source,
    profile jsonb not null,
    updated_at timestamptz not null
);
comment on table quietedit.source_profile is 'What the re-check policy has learned about a source.';
