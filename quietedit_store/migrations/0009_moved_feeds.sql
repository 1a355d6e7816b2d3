-- Feeds that move for good, or are gone for good.
-- depends: 0008_claims

alter table quietedit.feed add column move_watch jsonb, add column gone_at timestamptz;
comment on column quietedit.feed.url is
    'The address that is asked: that of feeds.yaml (in spec), or where the feed has moved since.';
comment on column quietedit.feed.move_watch is
    'The new address that permanent redirects lead to, and how often a feed was seen there; null: none.';
comment on column quietedit.feed.gone_at is
    'When the feed answered 410; it stays inactive until its address changes or an operator revives it.';
