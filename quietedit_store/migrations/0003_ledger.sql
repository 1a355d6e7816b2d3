-- The ledger: every request that was made, and the politeness that lets it be made.
-- depends: 0002_documents_and_entries

create table quietedit.host (
    host text primary key,
    delay_seconds double precision,
    hourly_ceiling integer,
    next_slot_at timestamptz not null default 'epoch',
    put_off_until timestamptz not null default 'epoch',
    put_off_reason text,
    open_slot_id bigint
);
comment on table quietedit.host is
    'A host we ask, one request at a time: its next slot, and until when it asked to be left alone.';
comment on column quietedit.host.delay_seconds is 'From feeds.yaml or robots.txt; null: the setting.';

create table quietedit.robots_copy (
    origin text primary key,
    fetched_at timestamptz not null,
    fresh_until timestamptz not null,
    status integer,
    reason text not null,
    body bytea,
    good_at timestamptz
);
comment on table quietedit.robots_copy is
    'The last answer for the robots.txt of a scheme, host and port; body and good_at are the last good copy''s.';

create table quietedit.slot_reservation (
    slot_id bigint generated always as identity primary key,
    host text not null references quietedit.host,
    exchange_id bigint not null,
    hop integer not null,
    purpose text not null check (purpose in ('robots', 'feed', 'article')),
    url text not null,
    document_id bigint references quietedit.document,
    feed_id bigint references quietedit.feed,
    worker_id bigint not null references quietedit.worker,
    reserved_at timestamptz not null,
    closed_at timestamptz
);
comment on table quietedit.slot_reservation is
    'The right to make one request now. Its fetch is appended after; one whose fetch never came is '
    'closed as an interrupted fetch by the next run.';
create index slot_by_host on quietedit.slot_reservation (host, reserved_at);
create index slot_open on quietedit.slot_reservation (worker_id) where closed_at is null;

create sequence quietedit.exchange_number;

create table quietedit.page (
    page_sha256 text primary key,
    size_bytes bigint not null,
    content_type text,
    first_seen_at timestamptz not null
);
comment on table quietedit.page is 'The raw bytes of a response, which lie in the page store under their SHA-256.';

create table quietedit.fetch (
    fetch_id bigint generated always as identity,
    fetched_at timestamptz not null,
    slot_id bigint,
    exchange_id bigint not null,
    hop integer not null,
    purpose text not null,
    host text not null,
    url text not null,
    document_id bigint,
    feed_id bigint,
    outcome text not null,
    reason text not null,
    status integer,
    page_sha256 text references quietedit.page,
    content_type text,
    wire_bytes bigint not null,
    elapsed_seconds double precision not null,
    location text,
    check_probability real,
    check_reason text,
    primary key (fetch_id, fetched_at)
) partition by range (fetched_at);
comment on table quietedit.fetch is
    'The ledger: one request and its answer, one hop. Append-only; also the check that found nothing is a row.';
comment on column quietedit.fetch.slot_id is
    'The reservation it was made under; null: no request was made (robots.txt forbids it).';
create index fetch_document on quietedit.fetch (document_id, fetched_at);
create index fetch_feed on quietedit.fetch (feed_id, fetched_at);
create index fetch_slot on quietedit.fetch (slot_id);
create table quietedit.fetch_outside partition of quietedit.fetch default;

create function quietedit.refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: % refused', tg_table_name, lower(tg_op)
        using errcode = 'insufficient_privilege',
              hint = 'What was observed stays as it was observed.';
end $$;

create trigger fetch_rows_stay before update or delete on quietedit.fetch
    for each row execute function quietedit.refuse_change();
create trigger fetch_stays before truncate on quietedit.fetch
    for each statement execute function quietedit.refuse_change();
create trigger fetch_outside_stays before truncate on quietedit.fetch_outside
    for each statement execute function quietedit.refuse_change();

create function quietedit.ensure_fetch_month(instant timestamptz) returns text language plpgsql as $$
declare
    first_day timestamptz := date_trunc('month', instant, 'UTC');
    name text := 'fetch_' || to_char(instant at time zone 'UTC', 'YYYY_MM');
begin
    if to_regclass('quietedit.' || name) is null then
        perform pg_advisory_xact_lock(hashtextextended('quietedit.fetch_month', 0));
        if to_regclass('quietedit.' || name) is null then
            execute format('create table quietedit.%I partition of quietedit.fetch for values from (%L) to (%L)',
                           name, first_day, (first_day at time zone 'UTC' + interval '1 month') at time zone 'UTC');
            execute format('create trigger %I before truncate on quietedit.%I for each statement '
                           'execute function quietedit.refuse_change()', name || '_stays', name);
        end if;
    end if;
    return name;
end $$;
comment on function quietedit.ensure_fetch_month is
    'Makes the month of the ledger that an instant falls in, with its own guard against TRUNCATE.';
