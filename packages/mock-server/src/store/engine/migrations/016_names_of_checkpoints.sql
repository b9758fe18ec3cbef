-- The name by which a checkpoint can be found.
alter table checkpoints add column name text;
