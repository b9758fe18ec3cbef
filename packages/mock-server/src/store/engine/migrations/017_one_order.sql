-- The rows of all tables are numbered by one sequence, so that the numbers tell what happened first. Only what a server with
-- its own database keeps in memory is counted apart: checkpoints, fault rules and requests. Rows keep their numbers.
-- sqlite only
-- The highest number that servers of the file have reserved. The column's type creates `sqlite_sequence` in new files too.
create table row_numbers (reserved integer primary key autoincrement);
insert into row_numbers (reserved) select coalesce(max(seq), 0) from sqlite_sequence;
-- postgres only
create sequence row_numbers;
do $$ declare name text; numbers regclass; highest bigint; last bigint := 0; begin
  for name in select table_name from information_schema.columns
    where table_schema = current_schema() and column_name = 'seq'
      and table_name not in ('checkpoints', 'fault_rules', 'request_entries') loop
    numbers := pg_get_serial_sequence(name, 'seq');
    execute format('select coalesce(max(seq), 0) from %I', name) into highest;
    last := greatest(last, highest, pg_sequence_last_value(numbers));
    execute format('alter table %I alter column seq drop identity', name);
    execute format('alter table %I alter column seq set default nextval(''row_numbers'')', name);
  end loop;
  perform setval('row_numbers', last + 1, false);
end $$;
-- both
