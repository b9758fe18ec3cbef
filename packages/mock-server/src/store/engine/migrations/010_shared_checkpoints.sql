-- The checkpoints of servers that share a database. The account is empty for a checkpoint of the whole server.
create table checkpoints (seq {sequence}, account_id text not null, at text not null, state text not null);
