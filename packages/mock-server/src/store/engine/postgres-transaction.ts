import pg from 'pg';
import { parameterOf, statementOf } from './postgres-statements.ts';
import { QueryCache } from './query-cache.ts';
import { MEMORY_TABLES, NUMBERED_TABLES } from './schema.ts';
import type { ChangeKind, Sql, StoredRow, Target, Transaction, Value } from './store.ts';
import { type TableChanges, TransactionEnd } from './transaction-end.ts';

/** The most statements on their way while nobody waits for their responses: each takes memory. */
const MAX_UNDERWAY = 100;

/**
 * Lets the numbers of rows continue after the highest one in use. Those that other transactions take in the meantime stay
 * theirs: `alter sequence` keeps them from taking any until this transaction ends.
 */
const RENUMBER = `do $$ declare last bigint; begin
  select max(highest) into last from (${NUMBERED_TABLES.filter((table) => !MEMORY_TABLES.includes(table))
    .map((table) => `select max(seq) as highest from ${table}`)
    .join(' union all ')}) as numbers;
  if last > coalesce(pg_sequence_last_value('row_numbers'), 0) then
    alter sequence row_numbers no cycle;
    perform setval('row_numbers', greatest(last, coalesce(pg_sequence_last_value('row_numbers'), 0)));
  end if;
end $$`;

/**
 * A transaction on a connection. It sends statements as early as possible and waits for answers as late as possible,
 * since a response takes longer than most statements: an insert of one row, whose result is known beforehand, is
 * answered with a later statement. If it fails, that statement or the commit fails with its error.
 */
export class PostgresTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #changes: TableChanges | undefined;
  /** The error of a statement whose response nobody waited for. PostgreSQL refuses all later statements. */
  #failure: { readonly error: unknown } | undefined;
  #underWay = 0;
  readonly #end = new TransactionEnd();
  /** The rows that this transaction has read and only it can change. */
  #cache: QueryCache | undefined;

  constructor(client: pg.PoolClient, changes?: TableChanges) {
    this.#client = client;
    this.#changes = changes;
  }

  async get<Row>(sql: Sql, ...values: Value[]): Promise<Row | undefined> {
    return (await this.#query(sql, values)).rows[0] as Row | undefined; // the caller's statement determines the row
  }

  async all<Row>(sql: Sql, ...values: Value[]): Promise<Row[]> {
    return (await this.#query(sql, values)).rows as Row[];
  }

  async change(target: Target, kind: ChangeKind, sql: Sql, values: readonly Value[]): Promise<number> {
    this.#cache?.forget(target);
    if (kind !== 'any' && this.#underWay < MAX_UNDERWAY) {
      this.#changes?.note(target);
      this.send(bound(sql, values));
      return 1;
    }
    const { rowCount } = await this.#query(sql, values);
    if (rowCount) this.#changes?.note(target);
    return rowCount ?? 0;
  }

  async insertReturning(target: Target, sql: Sql, values: readonly Value[]): Promise<StoredRow> {
    this.#cache?.forget(target);
    this.#changes?.note(target);
    const { rows } = await this.#answer(this.#sendNow(bound(sql, values)));
    return rows[0];
  }

  async nested<T>(work: () => Promise<T>): Promise<T> {
    this.send('savepoint inner_work');
    const rolledBack = this.#end.nest();
    try {
      const result = await work();
      await this.#ask('release inner_work');
      return result;
    } catch (error) {
      rolledBack();
      this.#cache?.clear();
      await this.#answer(this.#client.query('rollback to inner_work; release inner_work'));
      const cause = this.#failure?.error ?? error;
      this.#failure = undefined;
      throw cause;
    }
  }

  afterCommit(work: () => void): void {
    this.#end.afterCommit(work);
  }

  onRollback(work: () => void): void {
    this.#end.onRollback(work);
  }

  cached<T>(key: string, tables: readonly string[], load: () => Promise<T>): Promise<T> {
    this.#cache ??= new QueryCache();
    return this.#cache.get(key, tables, load);
  }

  async renumber(): Promise<void> {
    await this.#query(RENUMBER, []);
  }

  reportCommit(): void {
    this.#end.commit();
  }

  /** Does what was to be done if the transaction is rolled back, unless it was committed. */
  reportRollback(): void {
    this.#end.rollBack();
  }

  send(statement: string | pg.QueryConfig): void {
    void this.#sendNow(statement);
  }

  /** Sends a statement whose error is that of the transaction, so the caller may ignore the promise. */
  #sendNow(statement: string | pg.QueryConfig): Promise<pg.QueryResult> {
    this.#underWay++;
    sendTogether(this.#client);
    const sent = this.#client.query(statement);
    const answered = () => void this.#underWay--;
    sent.then(answered, (error) => {
      answered();
      this.#failure ??= { error };
    });
    return sent;
  }

  /** Commits. Rejects when PostgreSQL has rolled the transaction back, or when the connection is lost. */
  async commit(): Promise<void> {
    const { command } = await this.#ask('commit');
    if (this.#failure) throw this.#failure.error;
    // After a failed statement, PostgreSQL answers a commit with a rollback.
    if (command !== 'COMMIT')
      throw new Error('A statement of the transaction failed, so it was rolled back.');
  }

  #query(sql: Sql, values: readonly Value[]): Promise<pg.QueryResult> {
    return this.#ask(bound(sql, values));
  }

  #ask(statement: string | pg.QueryConfig): Promise<pg.QueryResult> {
    sendTogether(this.#client);
    return this.#answer(this.#client.query(statement));
  }

  /** Waits for a response. Rejects with the first error: later ones only say that the transaction has failed. */
  async #answer(sent: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    try {
      return await sent;
    } catch (error) {
      throw this.#failure?.error ?? error;
    }
  }
}

const bound = (sql: Sql, values: readonly Value[]) => ({
  ...statementOf(sql),
  values: values.map(parameterOf),
});

/** Sends the statements of one turn of the event loop together. */
function sendTogether(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client) || client.connection.stream.writableCorked > 0) return;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
