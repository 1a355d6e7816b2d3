-- The circuit breaker of a source: whether it may be asked, after all that failed there.
-- depends: 0006_poll_state

alter table quietedit.source
    add column breaker_state text not null default 'closed'
        check (breaker_state in ('closed', 'open', 'half_open')),
    add column breaker_failure_count integer not null default 0,
    add column breaker_opened_at timestamptz,
    add column breaker_open_until timestamptz,
    add column breaker_trial_claimed_at timestamptz,
    add column breaker_reason text not null default 'closed';
comment on column quietedit.source.breaker_state is
    'closed: everything goes; open: nothing is asked until breaker_open_until; half_open: one trial is.';
comment on column quietedit.source.breaker_failure_count is 'Failures in a row, failed trials included.';
comment on column quietedit.source.breaker_trial_claimed_at is
    'When the one trial was let through; a trial without a result for minutes is taken for lost.';
