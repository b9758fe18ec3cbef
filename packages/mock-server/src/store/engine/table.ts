import type { Column, Role } from './column.ts';
import { countRows, type Page, type PageChoice, selectPage } from './page.ts';
import { allOf, type Fragment, plain, selectRows, sql } from './sql.ts';
import type { Sql, Statements, StoredRow, Target, Transaction, Value } from './store.ts';

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The members of a row whose columns have one of some roles. */
type Members<C, R extends Role> = {
  readonly [K in keyof C as C[K] extends Column<unknown, R> ? K : never]: C[K] extends Column<infer T>
    ? T
    : never;
};

type Others<C> =
  Members<C, 'others'> extends infer M ? ([keyof M] extends [never] ? unknown : M[keyof M]) : never;

type Row<C> = Members<C, 'member' | 'computed'> & Others<C>;
type NewRow<C> = Members<C, 'member' | 'hidden'> & Others<C>;
type Stored<C> = Members<C, 'member' | 'hidden'>;

/** A row of a table as it is read. */
export type RowOf<T> = T extends { readonly declaration: infer C } ? Row<C> : never;

/** A row of a table as it is written. */
export type NewRowOf<T> = T extends { readonly declaration: infer C } ? NewRow<C> : never;

/** The values of some columns, which rows must have; undefined matches any. */
type Where<C> = { readonly [K in keyof Stored<C>]?: NonNullable<Stored<C>[K]> | undefined };

type Reader = Pick<Statements, 'get' | 'all'>;
type Writer = Pick<Statements, 'change'>;
type Loose = Readonly<Record<string, unknown>>;

/** The differences between a table and most others, whose rows belong to an account and are numbered in the order written. */
interface TableOptions<C> {
  /** The columns that lists are sorted by. Default: the number of the row. */
  readonly order?: readonly ((keyof Stored<C> & string) | 'seq')[];
  /** The columns that identify a row of an account, for `put` and `insertNew`. Default: `id`. */
  readonly key?: readonly (keyof Stored<C> & string)[];
  /** Whether the rows belong to no account. Pass `NO_ACCOUNT` as the account. */
  readonly isShared?: boolean;
  /** The number of rows that an account keeps, or the option of the server that says it. Default: all. */
  readonly kept?: Kept;
  /** Whether the totals of the table are adjusted to what its statements change. */
  readonly isCounted?: true;
  /** The condition for the rows that are pruned. Default: any row is. */
  readonly pruned?: Sql;
}

/** The most rows that one call prunes, since nobody else is served in the meantime. A later call deletes the rest. */
export const MAX_PRUNED = 2000;

/** The number of rows that an account keeps in tables for which the server has no option. */
export const NEWEST = 10_000;

/** A number of rows, or the option `retention` of the server that says it. */
export type Kept = number | 'events' | 'outcomes';

interface Field extends Column<unknown> {
  readonly key: string;
  readonly name: string;
}

/** The name of the column of a member, as in `order_id`. */
const columnName = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A condition for rows with some values. */
interface Shape {
  readonly fields: readonly Field[];
  readonly condition: Sql;
  /** Returns the statement with a name, which is made once. */
  statement(name: string, make: (condition: Sql) => Sql): Sql;
}

const nameOf = ([name]: readonly [string, unknown]) => name;

/** Returns the value of a key, which is made once. */
function remembered<T>(values: Map<string, T>, key: string, make: () => T): T {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
}

/** Declares a table by the members of its rows. */
export const table = <C extends Columns>(name: string, columns: C, options?: TableOptions<C>): Table<C> =>
  new Table(name, columns, options);

/** Reads and writes the rows of a table. The SQL of each statement is made once. */
export class Table<C extends Columns> {
  readonly name: string;
  readonly declaration: C;
  /** The expressions to select for {@link toRow}. */
  readonly selection: string;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #read: readonly Field[];
  readonly #written: readonly Field[];
  readonly #others: Field | undefined;
  readonly #owner: readonly string[];
  readonly #key: readonly string[];
  readonly #order: readonly string[];
  readonly kept: Kept;
  readonly #pruned: Sql;
  readonly #effect: Pick<Target, 'isCounted'>;
  readonly #statements = new Map<string, Sql>();
  readonly #selects = new Map<Sql, Sql>();
  /** Conditions by the names of their members. */
  readonly #shapes = new Map<string, Shape>();

  constructor(
    name: string,
    columns: C,
    {
      order,
      key = ['id' as never],
      isShared = false,
      kept = Number.POSITIVE_INFINITY,
      pruned = 'true',
      isCounted,
    }: TableOptions<C> = {},
  ) {
    const fields = Object.entries(columns).map(([key, column]) => ({
      key,
      name: columnName(key),
      ...column,
    }));
    this.name = name;
    this.kept = kept;
    this.#pruned = pruned;
    this.#effect = isCounted ? { isCounted } : {};
    this.declaration = columns;
    this.#fields = new Map(fields.map((field) => [field.key, field]));
    this.#read = fields.filter(({ role }) => role === 'member' || role === 'computed');
    this.#written = fields.filter(
      ({ role, name }) => role !== 'computed' && (isShared || name !== 'account_id'),
    );
    this.#others = fields.find(({ role }) => role === 'others');
    this.#owner = isShared ? [] : ['account_id'];
    this.#key = key;
    this.#order = order?.map((key) => (key === 'seq' ? key : this.#field(key).name)) ?? ['seq'];
    const selected = this.#others ? [...this.#read, this.#others] : this.#read;
    this.selection = selected.map(({ name, sql = name }) => sql).join(', ');
  }

  /** Reads a row; ignores columns that are not declared. */
  toRow = (stored: StoredRow): Row<C> => {
    const row: Record<string, unknown> = {};
    for (const { key, name, decode } of this.#read) row[key] = decode(stored[name] ?? null, stored);
    if (this.#others) Object.assign(row, this.#others.decode(stored[this.#others.name] ?? null, stored));
    return row as Row<C>; // of the declared columns
  };

  /** Finds the first row with some values. */
  async find(tx: Reader, accountId: string, where: Where<C>): Promise<Row<C> | undefined> {
    const { statement, values } = this.#where(accountId, where);
    const sql = statement('find', (is) => `select ${this.selection} from ${this.name} where ${is} limit 1`);
    const stored = await tx.get<StoredRow>(sql, ...values);
    return stored && this.toRow(stored);
  }

  /** Finds one value of the first row with some values. */
  async pick<K extends keyof Stored<C> & string>(
    tx: Reader,
    accountId: string,
    where: Where<C>,
    key: K,
  ): Promise<Stored<C>[K] | undefined> {
    const { statement, values } = this.#where(accountId, where);
    const { name, decode } = this.#field(key);
    const sql = statement(`pick ${key}`, (is) => `select ${name} from ${this.name} where ${is} limit 1`);
    const stored = await tx.get<StoredRow>(sql, ...values);
    return stored && (decode(stored[name] ?? null, stored) as Stored<C>[K]); // of the declared column
  }

  async has(tx: Reader, accountId: string, where: Where<C>): Promise<boolean> {
    const { statement, values } = this.#where(accountId, where);
    const sql = statement('has', (is) => `select 1 from ${this.name} where ${is} limit 1`);
    return (await tx.get(sql, ...values)) !== undefined;
  }

  async list(tx: Reader, accountId: string, where: Where<C> = {}): Promise<Row<C>[]> {
    const { statement, values } = this.#where(accountId, where);
    const sql = statement(
      'list',
      (is) => `select ${this.selection} from ${this.name} where ${is} order by ${this.#order.join(', ')}`,
    );
    return (await tx.all<StoredRow>(sql, ...values)).map(this.toRow);
  }

  page(tx: Transaction, accountId: string, where: Where<C>, choice?: PageChoice): Promise<Page<Row<C>>> {
    const { condition, values } = this.#where(accountId, where);
    const { selection: columns, name: table, toRow } = this;
    const all = allOf([{ sql: condition, values }, ...(choice?.conditions ?? [])]);
    return selectPage(tx, { columns, table, where: all, key: this.#order, toRow }, choice);
  }

  count(tx: Transaction, accountId: string, where: Where<C> = {}): Promise<number> {
    const { condition, values } = this.#where(accountId, where);
    return countRows(tx, { table: this.name, where: { sql: condition, values } });
  }

  /** Returns the account's first row that meets an SQL condition, which an order can follow. */
  async get(tx: Reader, accountId: string, { sql, values }: Fragment): Promise<Row<C> | undefined> {
    const stored = await tx.get<StoredRow>(this.#select(sql), ...this.#account(accountId), ...values);
    return stored && this.toRow(stored);
  }

  /** Returns the account's rows that meet an SQL condition, which an order can follow. */
  async all(tx: Reader, accountId: string, { sql, values }: Fragment): Promise<Row<C>[]> {
    const rows = await tx.all<StoredRow>(this.#select(sql), ...this.#account(accountId), ...values);
    return rows.map(this.toRow);
  }

  /** Like `all`. Each row comes with the row that is stored, which has all columns. */
  async allStored(
    tx: Reader,
    accountId: string,
    condition: Fragment,
  ): Promise<(readonly [row: Row<C>, stored: StoredRow])[]> {
    const selected = plain(`select ${this.selection}, ${this.name}.* from ${this.name}`);
    const statement = sql`${selected} where account_id = ${accountId} and ${condition}`;
    const rows = await selectRows<StoredRow>(tx, statement);
    return rows.map((stored) => [this.toRow(stored), stored] as const);
  }

  /** Inserts a row. Does not wait for the database, which rejects a later statement if this one fails. */
  insert(tx: Writer, accountId: string, row: NewRow<C>): Promise<unknown> {
    const sql = this.#sql('insert', () => this.#insertion());
    const target = { table: this.name, accountId, effect: 'addition', ...this.#effect } as const;
    return tx.change(target, 'insert', sql, this.valuesOf(accountId, row));
  }

  async insertNumbered(tx: Transaction, accountId: string, row: NewRow<C>): Promise<number> {
    const sql = this.#sql('insert numbered', () => `${this.#insertion()} returning seq`);
    const stored = await tx.insertReturning(
      { table: this.name, accountId },
      sql,
      this.valuesOf(accountId, row),
    );
    return Number(stored.seq);
  }

  /** Inserts a row unless there is one with the same key; returns whether there was none. */
  async insertNew(tx: Writer, accountId: string, row: NewRow<C>): Promise<boolean> {
    const make = () => `${this.#insertion()} on conflict (${this.#unique().join(', ')}) do nothing`;
    const sql = this.#sql('insert new', make);
    const target = { table: this.name, accountId };
    return (await tx.change(target, 'any', sql, this.valuesOf(accountId, row))) > 0;
  }

  /** Inserts a row, or replaces the one with the same key. */
  async put(tx: Writer, accountId: string, row: NewRow<C>): Promise<void> {
    const sql = this.#sql('put', () => {
      const unique = this.#unique();
      const names = this.#written.map(({ name }) => name).filter((name) => !unique.includes(name));
      const changes = names.map((name) => `${name} = excluded.${name}`).join(', ');
      return `${this.#insertion()} on conflict (${unique.join(', ')}) do update set ${changes}`;
    });
    await tx.change({ table: this.name, accountId }, 'insert', sql, this.valuesOf(accountId, row));
  }

  /** Sets members of the rows with some values; returns their number. Pass all members without an own column, or none. */
  update(tx: Writer, accountId: string, where: Where<C>, row: Partial<NewRow<C>>): Promise<number> {
    return this.change(tx, accountId, this.updating(accountId, where, row));
  }

  /** Returns the statement of `update`. */
  updating(accountId: string, where: Where<C>, row: Partial<NewRow<C>>): Fragment {
    const loose = row as Loose; // read by the declared columns
    const hasOthers = Object.keys(loose).some((key) => !this.#fields.has(key));
    const fields = this.#written.filter(({ key, role }) =>
      role === 'others' ? hasOthers : loose[key] !== undefined,
    );
    const { statement, values } = this.#where(accountId, where);
    const sql = statement(`update ${fields.map(({ key }) => key).join()}`, (is) => {
      const changes = fields.map(({ name }) => `${name} = ?`).join(', ');
      return `update ${this.name} set ${changes} where ${is}`;
    });
    return { sql, values: [...fields.map((field) => this.#value(field, loose)), ...values] };
  }

  remove(tx: Writer, accountId: string, where: Where<C>): Promise<number> {
    const { statement, values } = this.#where(accountId, where);
    const sql = statement('remove', (is) => `delete from ${this.name} where ${is}`);
    return this.change(tx, accountId, { sql, values });
  }

  /** Deletes the account's oldest rows beyond a number, of those with some values that meet a condition. */
  prune(
    tx: Writer,
    accountId: string,
    kept = Number(this.kept),
    { where = {}, condition = this.#pruned }: { readonly where?: Where<C>; readonly condition?: Sql } = {},
  ): Promise<number> {
    const { condition: is, values } = this.#where(accountId, where);
    return this.pruneSome(tx, accountId, { sql: `${is} and ${condition}`, values }, kept);
  }

  /** Deletes the oldest rows beyond a number, of those that meet an SQL condition, which names the account. */
  pruneSome(tx: Writer, accountId: string, condition: Fragment, kept: number): Promise<number> {
    const some = sql`select seq from ${plain(this.name)} where ${condition}`;
    const last = sql`(${some} order by seq desc limit 1 offset ${kept})`;
    const oldest = sql`${some} and seq <= ${last} order by seq limit ${plain(`${MAX_PRUNED}`)}`;
    return this.change(tx, accountId, sql`delete from ${plain(this.name)} where seq in (${oldest})`);
  }

  /** Runs a statement that changes rows of the account in this table, and returns their number. */
  change(tx: Writer, accountId: string, { sql, values }: Fragment): Promise<number> {
    return tx.change({ table: this.name, accountId, ...this.#effect }, 'any', sql, values);
  }

  #sql(name: string, make: () => Sql): Sql {
    return remembered(this.#statements, name, make);
  }

  #select(condition: Sql): Sql {
    return remembered(this.#selects, condition, () => {
      const owner = this.#owner.map((name) => `${name} = ? and `).join('');
      return `select ${this.selection} from ${this.name} where ${owner}${condition}`;
    });
  }

  #insertion(): Sql {
    const names = this.writtenColumns;
    return `insert into ${this.name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
  }

  #unique(): readonly string[] {
    return [...this.#owner, ...this.#key.map((member) => this.#field(member).name)];
  }

  #account(accountId: string): readonly string[] {
    return this.#owner.length === 0 ? [] : [accountId];
  }

  #field(key: string): Field {
    const field = this.#fields.get(key);
    if (field === undefined) throw new Error(`The table ${this.name} has no column for ${key}.`);
    return field;
  }

  #where(accountId: string, where: Where<C>) {
    const entries = Object.entries(where).filter(([, value]) => value !== undefined);
    const shape = remembered(this.#shapes, entries.map(nameOf).join(), () => {
      const fields = entries.map(([key]) => this.#field(key));
      const names = [...this.#owner, ...fields.map(({ name }) => name)];
      const condition = names.map((name) => `${name} = ?`).join(' and ') || 'true';
      const statements = new Map<string, Sql>();
      const statement = (name: string, make: (condition: Sql) => Sql) =>
        remembered(statements, name, () => make(condition));
      return { fields, condition, statement };
    });
    const given = shape.fields.map(({ encode }, i) => encode(entries[i]?.[1]));
    return { ...shape, values: [...this.#account(accountId), ...given] };
  }

  get writtenColumns(): readonly string[] {
    return [...this.#owner, ...this.#written.map(({ name }) => name)];
  }

  /** The values of a row in {@link writtenColumns}. */
  valuesOf(accountId: string, row: NewRow<C>): Value[] {
    const loose = row as Loose; // read by the declared columns
    return [...this.#account(accountId), ...this.#written.map((field) => this.#value(field, loose))];
  }

  #value({ key, role, encode }: Field, row: Loose): Value {
    if (role !== 'others') return encode(row[key]);
    return encode(Object.fromEntries(Object.entries(row).filter(([other]) => !this.#fields.has(other))));
  }
}
