-- What stands in an article's place, variants served in turn, and what hosts repeat.
-- depends: 0004_texts_and_versions

alter table quietedit.document
    drop column is_gone,
    add column availability text not null default 'there'
        check (availability in ('there', 'gone', 'gone_softly', 'walled', 'emptied'));
comment on column quietedit.document.availability is
    'What the last look found at the address; its changes are observations.';

alter table quietedit.reading
    drop constraint reading_verdict_check,
    add check (verdict in ('new', 'same', 'flip', 'not_article', 'unreadable')),
    add column standing text,
    add column text_hash text;
comment on column quietedit.reading.verdict is
    'flip: one of two texts that are served in turn, which is no revision.';

alter table quietedit.observation add column confirmed_at timestamptz;
comment on column quietedit.observation.confirmed_at is
    'When a second look found the same; null: seen once, perhaps in passing.';

create table quietedit.furniture_model (
    host text not null,
    version text not null,
    fingerprints text[] not null,
    page_count integer not null,
    learned_at timestamptz not null,
    primary key (host, version)
);
comment on table quietedit.furniture_model is
    'What a host repeats on its pages, as learned from stored ones; the newest row of a host is in force.';
create index furniture_model_newest on quietedit.furniture_model (host, learned_at desc);
