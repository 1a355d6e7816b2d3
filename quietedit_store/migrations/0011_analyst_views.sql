-- What analysts query: documented views, and a role that can read them and nothing else.
-- depends: 0010_changes

create schema analyst;
comment on schema analyst is
    'Documented views over what was observed. Their names and columns stay; docs/sql.md has questions and their queries.';

create view analyst.sources as
select source_key, name, added_at,
       (select count(*) from quietedit.document d where d.source_key = s.source_key) as document_count
from quietedit.source s;
comment on view analyst.sources is 'Outlets, one row each.';
comment on column analyst.sources.source_key is 'By default the registrable domain of its feeds.';
comment on column analyst.sources.name is 'The name from feeds.yaml.';
comment on column analyst.sources.added_at is 'Since when it is watched.';
comment on column analyst.sources.document_count is 'How many of its articles were found.';

create view analyst.documents as
select d.document_id, d.url, d.host, d.source_key, f.feed_key, f.topics, f.language,
       d.discovered_at, d.published_at, d.cohort,
       (select t.title from quietedit.version v join quietedit.version_text t using (payload_sha256)
        where v.document_id = d.document_id and v.number = d.version_count) as headline,
       d.version_count, d.checked_at, d.text_seen_at as last_seen_at, d.availability,
       d.next_check_at is not null as is_watched, d.next_check_at
from quietedit.document d join quietedit.feed f using (feed_id);
comment on view analyst.documents is 'Articles, one row each, as they stand now.';
comment on column analyst.documents.document_id is 'Number of the article, the same in all views.';
comment on column analyst.documents.url is 'Its canonical address.';
comment on column analyst.documents.host is 'The host of the address.';
comment on column analyst.documents.source_key is 'The outlet.';
comment on column analyst.documents.feed_key is 'The feed that first led to it.';
comment on column analyst.documents.topics is 'Topics that feeds.yaml gives the feed.';
comment on column analyst.documents.language is 'Language that feeds.yaml gives the feed; null where it gives none.';
comment on column analyst.documents.discovered_at is 'When a feed first listed it.';
comment on column analyst.documents.published_at is 'When it was published, as its feed says; null: not said, or not believable.';
comment on column analyst.documents.cohort is 'UTC day of discovery, its partition in Dagster.';
comment on column analyst.documents.headline is 'The headline of the newest version; null before the first.';
comment on column analyst.documents.version_count is 'How many versions there are; 0: none was read yet.';
comment on column analyst.documents.checked_at is 'When it was last looked at, with whatever result.';
comment on column analyst.documents.last_seen_at is 'When the newest text was last seen on the page.';
comment on column analyst.documents.availability is
    'At the last look: there, gone (it said so), gone_softly (another page stood there), walled, emptied.';
comment on column analyst.documents.is_watched is 'Whether it will be looked at again. If not, later edits go unseen.';
comment on column analyst.documents.next_check_at is 'When the next look is due; null: none.';

create view analyst.versions as
select v.document_id, v.number, d.url, d.source_key, t.title as headline,
       (select string_agg(block ->> 'text', E'\n\n' order by place)
        from jsonb_array_elements(t.payload -> 'blocks') with ordinality as b (block, place)) as text,
       t.payload -> 'facts' as facts,
       v.seen_at, v.unchanged_at as changed_after,
       case when v.number > 1 then v.seen_at end as changed_before,
       coalesce(
           (select later.unchanged_at from quietedit.version later
            where later.document_id = v.document_id and later.number = v.number + 1),
           case when v.number = d.version_count then d.text_seen_at end,
           v.seen_at) as last_seen_at,
       v.number = d.version_count as is_newest,
       v.page_sha256, v.text_hash, v.extractor, v.chain_hash
from quietedit.version v
join quietedit.document d using (document_id)
join quietedit.version_text t using (payload_sha256);
comment on view analyst.versions is
    'Every text that an article was seen with. The edit that led to it happened after changed_after and before changed_before.';
comment on column analyst.versions.document_id is 'The article.';
comment on column analyst.versions.number is 'From 1, in the order of sight.';
comment on column analyst.versions.url is 'Address of the article.';
comment on column analyst.versions.source_key is 'The outlet.';
comment on column analyst.versions.headline is 'The headline of this version.';
comment on column analyst.versions.text is 'Its blocks, with an empty line between them; null where the page had none.';
comment on column analyst.versions.facts is 'What the page claims: byline, dates, language, correction notes; null where not kept.';
comment on column analyst.versions.seen_at is 'When this text was first seen.';
comment on column analyst.versions.changed_after is 'When the version before was last seen; null for the first.';
comment on column analyst.versions.changed_before is 'The same as seen_at; null for the first, which is no edit.';
comment on column analyst.versions.last_seen_at is 'When this text was last seen.';
comment on column analyst.versions.is_newest is 'Whether no later version is known.';
comment on column analyst.versions.page_sha256 is 'SHA-256 of the raw page it was read from.';
comment on column analyst.versions.text_hash is 'Hash over the folded headline and blocks: equal hashes are the same text.';
comment on column analyst.versions.extractor is 'What read the page, with its version.';
comment on column analyst.versions.chain_hash is 'Hash over this row and that of the version before.';

create view analyst.changes as
select c.document_id, c.number, d.url, c.source_key, c.old_headline, c.headline, c.kinds, c.disclosure,
       c.disclosure = 'none' as is_silent, c.significance,
       c.excerpt ->> 'before' as before, c.excerpt ->> 'after' as after,
       c.changed_after, c.changed_before, c.changed_before - d.published_at as age,
       c.blocks_changed, c.words_inserted, c.words_deleted, c.evidence, c.read_as, c.classifier, c.classified_at
from quietedit.change c join quietedit.document d using (document_id);
comment on view analyst.changes is
    'What changed from one version to the next, one row a pair: its kinds, and whether the outlet said so.';
comment on column analyst.changes.document_id is 'The article.';
comment on column analyst.changes.number is 'Number of the newer version.';
comment on column analyst.changes.url is 'Address of the article.';
comment on column analyst.changes.source_key is 'The outlet.';
comment on column analyst.changes.old_headline is 'Headline before.';
comment on column analyst.changes.headline is 'Headline after.';
comment on column analyst.changes.kinds is 'Its kinds, the weightiest first. docs/changes.md explains each.';
comment on column analyst.changes.disclosure is 'note: the text says what was corrected. stamp: only its modified date moved. none: neither.';
comment on column analyst.changes.is_silent is 'Whether disclosure is none.';
comment on column analyst.changes.significance is 'How much it matters, from 0 to 1; the order is meant, not the distance.';
comment on column analyst.changes.before is 'Words of the weightiest evidence, before; null where it has none.';
comment on column analyst.changes.after is 'The same words after.';
comment on column analyst.changes.changed_after is 'Last seen unchanged: the edit happened after.';
comment on column analyst.changes.changed_before is 'First seen changed: the edit happened before.';
comment on column analyst.changes.age is 'Age of the article when the change was seen; null without a publication date.';
comment on column analyst.changes.blocks_changed is 'Blocks that are not the same in the same place.';
comment on column analyst.changes.words_inserted is 'Words put in, those of new blocks included.';
comment on column analyst.changes.words_deleted is 'Words taken out, those of deleted blocks included.';
comment on column analyst.changes.evidence is 'For each kind the blocks on both sides, the words before and after, and why.';
comment on column analyst.changes.read_as is
    'stored or reread: one reader read both texts. mixed: two readers did, so that a difference may be theirs.';
comment on column analyst.changes.classifier is 'The version of the rules.';
comment on column analyst.changes.classified_at is 'When the rules were applied.';

create view analyst.change_kinds as
select c.document_id, c.number, k.kind, k.rank::integer as rank, c.source_key, c.disclosure, c.changed_before
from quietedit.change c, unnest(c.kinds) with ordinality as k (kind, rank);
comment on view analyst.change_kinds is 'The kinds of every change, one row each, for counting.';
comment on column analyst.change_kinds.document_id is 'The article.';
comment on column analyst.change_kinds.number is 'Number of the newer version.';
comment on column analyst.change_kinds.kind is 'The kind.';
comment on column analyst.change_kinds.rank is '1 for the weightiest kind of its change, and so on.';
comment on column analyst.change_kinds.source_key is 'The outlet.';
comment on column analyst.change_kinds.disclosure is 'Of the change: note, stamp or none.';
comment on column analyst.change_kinds.changed_before is 'First seen changed.';

create view analyst.checks as
select f.fetch_id, f.document_id, d.source_key, f.fetched_at as checked_at, f.outcome, f.reason, f.status,
       r.verdict, r.reason as verdict_reason, r.version_number,
       f.check_reason, f.check_probability as probability, f.page_sha256
from quietedit.fetch f
join quietedit.document d using (document_id)
left join quietedit.reading r using (fetch_id)
where f.purpose = 'article';
comment on view analyst.checks is
    'Every look at an article, those that found nothing included: the ledger. Counts over it are the denominators of edit rates.';
comment on column analyst.checks.fetch_id is 'Number of the look.';
comment on column analyst.checks.document_id is 'The article.';
comment on column analyst.checks.source_key is 'The outlet.';
comment on column analyst.checks.checked_at is 'When it was made.';
comment on column analyst.checks.outcome is 'What came of the request: fetched, not_modified, gone, timeout …';
comment on column analyst.checks.reason is 'What was wrong with the request, if anything.';
comment on column analyst.checks.status is 'HTTP status; null: no answer came.';
comment on column analyst.checks.verdict is
    'What the page was against the known text: new, same, flip (one of two that are served in turn), not_article, unreadable; null: nothing new to read.';
comment on column analyst.checks.verdict_reason is 'Why it was no article or could not be read.';
comment on column analyst.checks.version_number is 'The version that it showed, if it showed one.';
comment on column analyst.checks.check_reason is 'Why the policy looked then.';
comment on column analyst.checks.probability is
    'With what probability the policy looked then. Weighting by its inverse corrects rates for what is looked at more often.';
comment on column analyst.checks.page_sha256 is 'SHA-256 of the raw page, if one came.';

create view analyst.observations as
select o.observation_id, o.document_id, d.url, d.source_key, o.kind, o.observed_at, o.confirmed_at, o.reason
from quietedit.observation o join quietedit.document d using (document_id);
comment on view analyst.observations is 'What happened to an article without a pair of versions.';
comment on column analyst.observations.observation_id is 'Its number.';
comment on column analyst.observations.document_id is 'The article.';
comment on column analyst.observations.url is 'Address of the article.';
comment on column analyst.observations.source_key is 'The outlet.';
comment on column analyst.observations.kind is
    'removal, restoration, walled, emptied, oscillation, masked or furniture.';
comment on column analyst.observations.observed_at is 'When it was seen.';
comment on column analyst.observations.confirmed_at is 'When a second look found the same; null: seen once, perhaps in passing.';
comment on column analyst.observations.reason is 'What was seen.';

create function quietedit.admit_analysts() returns void language plpgsql as $$
begin
    if not exists (select from pg_roles where rolname = 'quietedit_analyst') then
        begin
            create role quietedit_analyst nologin;
        exception
            when duplicate_object or unique_violation then
                null;
            when insufficient_privilege then
                raise warning 'the role quietedit_analyst is missing and % may not make it', current_user
                    using hint = 'As an administrator: create role quietedit_analyst; then: select quietedit.admit_analysts()';
                return;
        end;
    end if;
    execute format('revoke temporary on database %I from public', current_database());
    if exists (select from pg_namespace where nspname = 'public') then
        revoke create on schema public from public;  -- PostgreSQL 14 and older grant it
    end if;
    grant usage on schema analyst to quietedit_analyst;
    grant select on all tables in schema analyst to quietedit_analyst;
    alter default privileges in schema analyst grant select on tables to quietedit_analyst;
end $$;
comment on function quietedit.admit_analysts is
    'Lets the role quietedit_analyst read the views of the schema analyst. Again after a restore, or once the role was made.';
revoke execute on function quietedit.admit_analysts from public;
do $$ begin perform quietedit.admit_analysts(); end $$;
