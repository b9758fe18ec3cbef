-- The events of an account in the order in which they were recorded.
create index events_by_order on events (account_id, seq);
