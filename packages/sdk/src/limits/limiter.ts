import type { LimitClass } from '../contract/endpoint.ts';
import type { Outcome } from './budget.ts';
import type { Clock } from './clock.ts';
import { Gate } from './gate.ts';
import type { Allowances, Ask, Cost, Grant, LimitStore, Refusal } from './limit-store.ts';
import { People } from './people.ts';
import { Turns } from './turns.ts';

/** A request that is about to be sent. */
export interface Entry {
  readonly account: string;
  readonly limit: LimitClass;
  /** How many records a batch has. */
  readonly records: number;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly isFirst: boolean;
  readonly onWait: (refusal: Refusal) => void;
}

/** The right to send one request, which is to be settled. */
export interface Permit {
  /** Says what came of it: `outcome` of the request, `ofRecords` of the records where that is something else. */
  settle(outcome: Outcome, ofRecords?: Outcome): void;
}

const FREE: Permit = { settle() {} };
const nothing = () => {};

/** Keeps a client within the limits of the service. */
export class Limiter {
  readonly #store: LimitStore;
  readonly #clock: Clock;
  readonly #baseUrl: string;
  readonly #allowances: Allowances;
  readonly #gates = new Map<string, Gate>();
  readonly #turns = new Turns();
  readonly people = new People();

  constructor(store: LimitStore, clock: Clock, baseUrl: string, allowances: Allowances) {
    this.#store = store;
    this.#clock = clock;
    this.#baseUrl = baseUrl;
    this.#allowances = allowances;
  }

  /** Waits until the request may be sent; tells why not when that would be after its deadline. */
  enter(entry: Entry): Permit | Promise<Permit | Refusal> {
    const { account, limit, records, deadline, signal, isFirst, onWait } = entry;
    if (limit === null) return FREE;
    const costs: Cost[] = [{ budget: limit, amount: 1 }];
    if (limit === 'batch') costs.push({ budget: 'records', amount: records });
    const ask = { account, baseUrl: this.#baseUrl, costs, allowances: this.#allowances };
    const gate = this.#gateOf(`${limit} ${account}`);
    const entered = gate.enter({ ask, deadline, signal, isFirst, onWait });
    if ('marks' in entered) return this.#permit(ask, entered, gate); // nobody waits: no promise
    return entered.then((verdict) => ('marks' in verdict ? this.#permit(ask, verdict, gate) : verdict));
  }

  /** Waits for the turn of those names, and gives what ends it. */
  turn(
    account: string,
    named: readonly string[],
    signal: AbortSignal | undefined,
  ): (() => void) | Promise<() => void> {
    if (named.length === 0) return nothing;
    const names = this.people.namesOf(named);
    const own = this.#turns.take(
      names.map((name) => `${account} ${name}`),
      signal,
    );
    return this.#store.turn ? this.#turnWithOthers(account, names, signal, own) : own;
  }

  /** After the turn in this process, waits for the one among all that share the store. */
  async #turnWithOthers(
    account: string,
    names: readonly string[],
    signal: AbortSignal | undefined,
    own: (() => void) | Promise<() => void>,
  ): Promise<() => void> {
    const end = await own;
    try {
      const endShared =
        (await this.#store.turn?.({ account, baseUrl: this.#baseUrl, names, signal })) ?? nothing;
      return () => {
        endShared();
        end();
      };
    } catch (error) {
      end();
      throw error;
    }
  }

  #gateOf(key: string): Gate {
    const known = this.#gates.get(key);
    if (known) return known;
    const gate = new Gate(this.#store, this.#clock);
    this.#gates.set(key, gate);
    return gate;
  }

  #permit(ask: Omit<Ask, 'now' | 'waiting' | 'deadline'>, grant: Grant, gate: Gate): Permit {
    return {
      settle: (outcome, ofRecords = outcome) => {
        const settled = this.#store.settle(
          { ...ask, now: this.#clock.now(), waiting: 0, deadline: 0 },
          grant,
          [outcome, ofRecords],
        );
        const poke = () => gate.poke();
        if (settled instanceof Promise) settled.then(poke, poke);
        else poke();
      },
    };
  }
}
