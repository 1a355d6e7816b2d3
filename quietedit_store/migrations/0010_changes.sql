-- What lies between neighbouring versions: derived, and made anew by every better classifier.
-- depends: 0009_moved_feeds

create table quietedit.change (
    document_id bigint not null,
    number integer not null check (number >= 2),
    classifier text not null,
    kinds text[] not null,
    disclosure text not null check (disclosure in ('note', 'stamp', 'none')),
    significance real not null check (significance between 0 and 1),
    evidence jsonb not null,
    old_headline text not null,
    headline text not null,
    excerpt jsonb,
    blocks_changed integer not null,
    words_inserted integer not null,
    words_deleted integer not null,
    read_as text not null check (read_as in ('stored', 'reread', 'mixed')),
    source_key text not null references quietedit.source,
    changed_after timestamptz,
    changed_before timestamptz not null,
    classified_at timestamptz not null,
    primary key (document_id, number),
    foreign key (document_id, number) references quietedit.version
);
comment on table quietedit.change is
    'The change from the version before to this one, as one classifier calls it. Derived from versions; rebuilt by a backfill.';
comment on column quietedit.change.number is 'The number of the newer version.';
comment on column quietedit.change.kinds is 'What kinds of change it is, the weightiest first.';
comment on column quietedit.change.disclosure is
    'Whether the outlet said so: a note in the text, a later stamp (modified date) alone, or none.';
comment on column quietedit.change.significance is 'How much it matters, from 0 to 1.';
comment on column quietedit.change.evidence is
    'What each kind rests on: blocks on both sides, the words before and after, and why.';
comment on column quietedit.change.excerpt is
    'Before and after of the weightiest evidence that has words; null where none has.';
comment on column quietedit.change.read_as is
    'stored: both texts are those of their versions. reread: two readers had read them, and both pages were '
    'read again by one. mixed: a page could not be read again, so that a difference may be the readers''.';
comment on column quietedit.change.changed_after is 'Last seen unchanged: the edit happened after.';
comment on column quietedit.change.changed_before is 'First seen changed: the edit happened before.';
create index change_latest on quietedit.change (changed_before desc, document_id, number);
create index change_source on quietedit.change (source_key, changed_before desc);
create index change_kinds on quietedit.change using gin (kinds);

create table quietedit.change_queue (
    document_id bigint not null,
    number integer not null,
    cohort date not null,
    primary key (document_id, number),
    foreign key (document_id, number) references quietedit.version
);
comment on table quietedit.change_queue is
    'Versions whose change was not classified yet, put here with the version itself.';
create index change_queue_cohort on quietedit.change_queue (cohort, document_id, number);
insert into quietedit.change_queue (document_id, number, cohort)
select document_id, number, cohort
from quietedit.version join quietedit.document using (document_id)
where number >= 2;
