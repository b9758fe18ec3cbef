import { createRandom, seededRandom } from '../platform/random.ts';
import { matches } from '../request-log/match.ts';
import { pathPattern } from '../request-log/path-pattern.ts';
import { recordsIn } from '../request-log/recorded-request.ts';
import { Listeners } from '../values/listeners.ts';
import type { Fault, FaultInput, FaultPlace, FaultTarget } from './rule.ts';
import { FaultError, validateFault } from './validate-rule.ts';

/** A fault with its counts and its random generator. */
interface Entry {
  readonly fault: FaultInput & { readonly id: string; readonly on: FaultPlace };
  readonly random: () => number;
  seen: number;
  fired: number;
}

/** The faults of a server, in the order of addition. */
export class FaultRules {
  #entries: Entry[] = [];
  /** Notified when a fault is added, removed or counted, with its account; undefined for faults of all accounts. */
  readonly changes = new Listeners<[accountId: string | undefined]>();
  #next = 1;

  /** Adds a fault. Throws a `FaultError` for an invalid one. */
  add(input: FaultInput): Fault {
    const { id = this.#newId(), on = 'request', ...rest } = validateFault(input);
    if (this.#entries.some(({ fault }) => fault.id === id)) throw new FaultError([`id '${id}' is taken`]);
    const entry = enter({ ...rest, id, on });
    this.#entries.push(entry);
    this.changes.notify(entry.fault.account);
    return shown(entry);
  }

  list(account?: string): Fault[] {
    return this.#of(account).map(shown);
  }

  /** Removes one fault, those of an account, or all. Returns the number removed. */
  clear({ id, account }: { id?: string | undefined; account?: string | undefined } = {}): number {
    const before = this.#entries.length;
    const gone = new Set(this.#of(account).filter(({ fault }) => id === undefined || fault.id === id));
    this.#entries = this.#entries.filter((entry) => !gone.has(entry));
    for (const one of new Set([...gone].map(({ fault }) => fault.account))) this.changes.notify(one);
    return before - this.#entries.length;
  }

  /** Whether any fault is defined for a place. */
  has(place: FaultPlace): boolean {
    return this.#entries.some(({ fault }) => fault.on === place);
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Returns the first fault that takes effect. Updates the counts, so call it once per target. */
  next(place: FaultPlace, target: FaultTarget): Fault | undefined {
    for (const entry of this.#entries) {
      if (entry.fault.on !== place || !appliesTo(entry.fault, target)) continue;
      const isHit = takesEffect(entry);
      this.changes.notify(entry.fault.account);
      if (isHit) return shown(entry);
    }
    return undefined;
  }

  /** Restores faults returned by `list`, including their counts. */
  restore(faults: readonly Fault[], account?: string): void {
    const others =
      account === undefined ? [] : this.#entries.filter(({ fault }) => fault.account !== account);
    const entries = faults.map(({ seen, fired, ...fault }) => {
      const entry = enter(fault);
      // Advance the random generator to its previous position.
      if (fault.probability !== undefined) for (let i = 0; i < drawsAfter(fault, seen); i++) entry.random();
      return Object.assign(entry, { seen, fired });
    });
    this.#entries = [...others, ...entries];
    this.changes.notify(account);
  }

  #of(account?: string): Entry[] {
    return this.#entries.filter(({ fault }) => account === undefined || fault.account === account);
  }

  #newId(): string {
    let id = '';
    do id = `fault-${this.#next++}`;
    while (this.#entries.some(({ fault }) => fault.id === id));
    return id;
  }
}

const enter = (fault: Entry['fault']): Entry => ({
  fault,
  random: createRandom(seededRandom(fault.seed ?? 1)),
  seen: 0,
  fired: 0,
});

const shown = ({ fault, seen, fired }: Entry): Fault => ({ ...fault, seen, fired });

/** The number of random draws after a number of matches. */
const drawsAfter = ({ after = 0 }: FaultInput, seen: number) => Math.max(0, seen - after);

function appliesTo(fault: Entry['fault'], target: FaultTarget): boolean {
  const isSame = (name: 'account' | 'operation' | 'method' | 'webhook' | 'event') =>
    fault[name] === undefined || fault[name] === target[name];
  return (
    isSame('account') &&
    isSame('operation') &&
    isSame('method') &&
    isSame('webhook') &&
    isSame('event') &&
    (fault.email === undefined || fault.email.toLowerCase() === target.email?.toLowerCase()) &&
    (fault.path === undefined || pathPattern(fault.path).test(target.path ?? '')) &&
    (fault.body === undefined || recordsIn(target.body).some((record) => matches(fault.body, record)))
  );
}

/** Counts a match and returns whether the fault takes effect. */
function takesEffect(entry: Entry): boolean {
  const { after = 0, times = Number.POSITIVE_INFINITY, probability = 1 } = entry.fault;
  if (entry.fired >= times) return false;
  if (++entry.seen <= after) return false;
  if (probability < 1 && entry.random() >= probability) return false;
  entry.fired++;
  return true;
}
