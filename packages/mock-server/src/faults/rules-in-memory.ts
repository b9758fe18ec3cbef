import { Listeners } from '../shared/platform/notifier.ts';
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

interface Entry {
  readonly fault: Definition;
  seen: number;
  fired: number;
}

/** The faults of a server that shares its database with no other. */
export class FaultRulesInMemory implements FaultRules {
  #entries: Entry[] = [];
  readonly changes = new Listeners<[accountId: string | undefined]>();
  #next = 1;

  add(input: FaultInput): Fault {
    const { id = this.#newId(), on = 'request', ...rest } = validateFault(input);
    if (this.#entries.some(({ fault }) => fault.id === id)) throw new FaultError([`id '${id}' is taken`]);
    const entry = { fault: { ...rest, id, on }, seen: 0, fired: 0 };
    this.#entries.push(entry);
    this.changes.notify(entry.fault.account);
    return publicFault(entry);
  }

  list(account?: string): Fault[] {
    return this.#of(account).map(publicFault);
  }

  clear({ id, account }: FaultChoice = {}): number {
    const before = this.#entries.length;
    const gone = new Set(this.#of(account).filter(({ fault }) => id === undefined || fault.id === id));
    this.#entries = this.#entries.filter((entry) => !gone.has(entry));
    for (const account of new Set([...gone].map(({ fault }) => fault.account))) this.changes.notify(account);
    return before - this.#entries.length;
  }

  has(place: FaultPlace): boolean {
    return this.#entries.some(({ fault }) => fault.on === place);
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  next(place: FaultPlace, target: FaultTarget): Fault | undefined {
    for (const entry of this.#entries) {
      if (entry.fault.on !== place || !appliesTo(entry.fault, target)) continue;
      const before = entry.fired;
      if (!isUsedUp(entry.fault, entry)) Object.assign(entry, countMatch(entry.fault, entry));
      this.changes.notify(entry.fault.account);
      if (entry.fired > before) return publicFault(entry);
    }
    return undefined;
  }

  restore(faults: readonly Fault[], account?: string): void {
    const others =
      account === undefined ? [] : this.#entries.filter(({ fault }) => fault.account !== account);
    this.#entries = [...others, ...faults.map(countsOf)];
    this.changes.notify(account);
  }

  refresh(): void {}

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
