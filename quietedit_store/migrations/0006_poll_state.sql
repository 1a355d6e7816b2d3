-- What the polls of a feed have taught about when to ask it again.
-- depends: 0005_availability_and_furniture

alter table quietedit.feed add column poll_state jsonb;
comment on column quietedit.feed.poll_state is
    'The state of adaptive polling (interval, shares of known entries, the publisher''s wishes); null: a new feed.';
