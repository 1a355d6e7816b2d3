-- What a feed's claims that an article was updated have been worth, and the claims that await a look.
-- depends: 0007_breakers

alter table quietedit.feed add column claim_power jsonb;
comment on column quietedit.feed.claim_power is
    'Whether the feed is believed when it says "updated": claims in a row that brought no revision; null: a new feed.';

alter table quietedit.document
    add column update_claimed_at timestamptz,
    add column claiming_feed_id bigint references quietedit.feed,
    add check ((update_claimed_at is null) = (claiming_feed_id is null));
comment on column quietedit.document.update_claimed_at is
    'When a feed last claimed an update that no look has judged yet.';
