-- The fault rules and the request log of servers that share a database. A server with a database of its own keeps both in
-- memory. The account is empty for a rule of all accounts, and for a request of none.
create table fault_rules (
  seq {sequence}, account_id text not null, id text, definition text not null, seen bigint not null, fired bigint not null
);
create table request_entries (
  seq {sequence}, account_id text not null, id text not null, size bigint not null, body text not null,
  response_body text, data text not null
);
create unique index request_entries_by_id on request_entries (id, account_id);
create index request_entries_by_order on request_entries (account_id, seq, size);
