import { Listeners } from '../shared/platform/notifier.ts';
import { NO_ACCOUNT, type Store, type Transaction } from '../store/engine/store.ts';
import {
  deleteFaultRule,
  type FaultRow,
  findFaultCounts,
  insertFaultRule,
  listFaultRules,
  putFaultCounts,
} from '../store/tables/fault-rules.ts';
import {
  appliesTo,
  countMatch,
  countsOf,
  type Definition,
  type Fault,
  type FaultChoice,
  FaultError,
  type FaultInput,
  type FaultPlace,
  type FaultRules,
  type FaultTarget,
  isUsedUp,
  publicFault,
  validateFault,
} from './rule.ts';

/** Runs work with the same key one after another. */
class Turns {
  readonly #last = new Map<unknown, Promise<unknown>>();

  take<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, turn);
    const forget = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  }
}

/** A rule as this server knows it: others may have counted it since. */
interface Entry {
  readonly row: Pick<FaultRow, 'accountId' | 'seq'>;
  readonly fault: Definition;
  seen: number;
  fired: number;
}

/**
 * The faults of servers that share a database. Each server keeps the rules in memory, and reads them again when one has
 * added or removed some. Only matches are counted in the database, so that a rule takes effect exactly `times` times.
 */
export class FaultRulesInTables implements FaultRules {
  readonly #store: Store;
  #entries: readonly Entry[] = [];
  /** One match of a rule after another, so that only other servers can be in the way. */
  readonly #turns = new Turns();
  readonly changes = new Listeners<[accountId: string | undefined]>();

  constructor(store: Store) {
    this.#store = store;
  }

  async add(input: FaultInput): Promise<Fault> {
    const { on = 'request', ...rest } = validateFault(input);
    const fault = await this.#store.write(async (tx) => {
      const taken = new Set((await readRules(tx)).map(({ fault }) => fault.id));
      if (rest.id !== undefined && taken.has(rest.id)) throw new FaultError([`id '${rest.id}' is taken`]);
      return insert(tx, { ...rest, on }, taken);
    }, NO_ACCOUNT);
    await this.#changed([fault.account]);
    return fault;
  }

  async list(account?: string): Promise<Fault[]> {
    const entries = await this.#store.read(readRules, NO_ACCOUNT);
    return entries.filter(({ fault }) => account === undefined || fault.account === account).map(publicFault);
  }

  async clear(choice: FaultChoice = {}): Promise<number> {
    const gone = await this.#store.write((tx) => remove(tx, choice), NO_ACCOUNT);
    await this.#changed(gone.map(({ fault }) => fault.account));
    return gone.length;
  }

  has(place: FaultPlace): boolean {
    return this.#entries.some(({ fault }) => fault.on === place);
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  async next(place: FaultPlace, target: FaultTarget): Promise<Fault | undefined> {
    for (const entry of this.#entries) {
      if (entry.fault.on !== place || !appliesTo(entry.fault, target)) continue;
      const hit = await this.#turns.take(entry.row.seq, () => this.#count(entry));
      if (hit) return hit;
    }
    return undefined;
  }

  async restore(faults: readonly Fault[], account?: string): Promise<void> {
    await this.#store.write(async (tx) => {
      await remove(tx, { account });
      for (const definition of faults) {
        const { fault, ...counts } = countsOf(definition);
        await insertFaultRule(tx, { ...rowOf(fault), ...counts });
      }
    }, NO_ACCOUNT);
    await this.#changed([account]);
  }

  async refresh(): Promise<void> {
    this.#entries = await this.#store.read(readRules, NO_ACCOUNT);
  }

  async #changed(accounts: readonly (string | undefined)[]): Promise<void> {
    if (accounts.length > 0) await this.refresh();
    for (const account of new Set(accounts)) this.changes.notify(account);
  }

  /** Counts a match. Returns the fault if it takes effect. */
  async #count(entry: Entry): Promise<Fault | undefined> {
    while (!isUsedUp(entry.fault, entry)) {
      const next = countMatch(entry.fault, entry);
      const isHit = next.fired > entry.fired;
      if (
        await putFaultCounts(
          this.#store.autocommit,
          { ...entry.row, seen: entry.seen, fired: entry.fired },
          next,
        )
      ) {
        Object.assign(entry, next);
        this.changes.notify(entry.fault.account);
        return isHit ? publicFault(entry) : undefined;
      }
      const stored = await findFaultCounts(this.#store.autocommit, entry.row); // another server has counted a match
      if (stored === undefined) return undefined; // or removed the rule
      Object.assign(entry, stored);
    }
    return undefined;
  }
}

const readRules = async (tx: Transaction): Promise<Entry[]> => (await listFaultRules(tx)).map(toEntry);

function toEntry({ definition, accountId, seq, id, seen, fired }: FaultRow): Entry {
  const fault = { ...definition, id: id ?? numberedId(seq) } as Definition; // `rowOf` stored it
  return { row: { accountId, seq }, fault, seen, fired };
}

/** The id of a rule that was added without one. */
const numberedId = (seq: number) => `fault-${seq}`;

const rowOf = ({
  id = null,
  ...definition
}: Omit<Definition, 'id'> & { readonly id?: string | null | undefined }) => ({
  accountId: definition.account ?? '',
  id,
  definition,
  seen: 0,
  fired: 0,
});

/** Adds a rule. If the rule has no id, it gets the next number whose id is free. */
async function insert(
  tx: Transaction,
  fault: Omit<Definition, 'id'> & { readonly id?: string | undefined },
  taken: ReadonlySet<string>,
): Promise<Fault> {
  const row = rowOf(fault);
  for (;;) {
    const seq = await insertFaultRule(tx, row);
    const id = fault.id ?? numberedId(seq);
    if (fault.id !== undefined || !taken.has(id)) return { ...fault, id, seen: 0, fired: 0 };
    await deleteFaultRule(tx, { accountId: row.accountId, seq });
  }
}

/** Removes the chosen rules, and returns them. */
async function remove(tx: Transaction, { id, account }: FaultChoice): Promise<Entry[]> {
  const gone = (await readRules(tx)).filter(
    ({ fault }) =>
      (id === undefined || fault.id === id) && (account === undefined || fault.account === account),
  );
  for (const { row } of gone) await deleteFaultRule(tx, row);
  return gone;
}
