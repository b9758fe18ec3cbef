import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { PostgresCluster, SHORT_LIVED } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database `postgres`; those of others differ in the name. */
    postgresUrl: string;
  }
}

/** Starts PostgreSQL for a whole run, with a database that new ones are copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await PostgresCluster.start(SHORT_LIVED);
  await cluster.run('create database template_trickle');
  const store = await openPostgres(cluster.url('template_trickle'));
  await store.close();
  await cluster.run(CREATE_FUNCTIONS, 'template_trickle');
  project.provide('postgresUrl', cluster.url('postgres'));
  return () => cluster[Symbol.asyncDispose]();
}

/**
 * Creates two functions, whose statements name their tables, so that PostgreSQL plans them once. `empty_tables` deletes the
 * rows of tables, and starts their numbers again. A table that had many rows is truncated as well, which is slower, but leaves
 * no space that later statements search. `insert_rows` inserts rows by their tables, and continues their numbers.
 */
const CREATE_FUNCTIONS = `
  do $do$ begin
    execute (
      select 'create function empty_tables(names text[]) returns void language plpgsql as $$ declare rows bigint; begin '
        || string_agg(
          format('if %L = any(names) then delete from %I; get diagnostics rows = row_count;'
            || ' if rows > 1000 then truncate %I; end if;', table_name, table_name, table_name)
          || coalesce(format(' perform setval(%L::regclass, 1, false);', to_regclass(table_name || '_seq_seq')), '')
          || ' end if; ', '')
        || 'perform setval(''row_numbers'', 1, false); end $$'
      from information_schema.tables where table_schema = 'public');
    execute (
      select 'create function insert_rows(rows jsonb, last bigint) returns void language plpgsql as $$ begin '
        || string_agg(
          format('if rows ? %L then insert into %I select * from jsonb_populate_recordset(null::%I, rows -> %L); end if; ',
            table_name, table_name, table_name, table_name), '')
        || 'perform setval(''row_numbers'', last); end $$'
      from information_schema.tables where table_schema = 'public');
  end $do$`;
