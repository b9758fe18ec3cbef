import { randomBytes } from 'node:crypto';
import { field } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Run } from './exchange.ts';
import type { Journal } from './journal.ts';
import { type Addresses, runScenario } from './run-scenario.ts';
import { type Scenario, subscribersOf } from './scenario.ts';
import type { Side } from './side.ts';

/** Runs scenarios at a server, each with new subscribers, who are deleted afterwards. */
export class Visitor {
  readonly #side: Side;
  readonly #nextAddress: () => string;
  readonly #journal: Journal | undefined;

  /** `journal`: records subscribers before they are created. */
  constructor(side: Side, nextAddress: () => string, journal?: Journal) {
    this.#side = side;
    this.#nextAddress = nextAddress;
    this.#journal = journal;
  }

  async run(scenario: Scenario, signal?: AbortSignal): Promise<Run> {
    const subscribers = subscribersOf(scenario);
    const addresses: Addresses = Object.fromEntries(
      subscribers.map((subscriber) => [subscriber, this.#nextAddress()]),
    );
    // On a server with case-sensitive addresses, there are two subscribers.
    const created = Object.values(addresses).flatMap((address) => [address, address.toUpperCase()]);
    await this.#journal?.add(created.map((address) => this.#subscriber(address)));
    const run = await runScenario(this.#side, scenario, addresses, signal);
    await this.delete(created, signal);
    return run;
  }

  /** Deletes subscribers who may exist. Returns the addresses of those who still do. */
  async delete(addresses: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    const left: string[] = [];
    for (const address of addresses) {
      const { status } = await this.#side.send({ call: 'subscribers.delete', path: [address] }, signal);
      if (status === 204 || status === 404) await this.#journal?.remove([this.#subscriber(address)]);
      else left.push(address);
    }
    return left;
  }

  #subscriber(address: string) {
    const { baseUrl, accountId } = this.#side;
    return { baseUrl, accountId, address };
  }
}

/** Makes new, unused addresses of a mailbox such as `qa+{n}@example.com`. */
export function addressesIn(mailbox: string): () => string {
  if (!mailbox.includes('{n}') || !field.email().safeParse(mailbox.replaceAll('{n}', '1')).success) {
    throw new UsageError(
      `--mailbox must be an email address with {n} in it, such as qa+{n}@example.com, not '${mailbox}'.`,
    );
  }
  const run = `trickle-${randomBytes(5).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return mailbox.replaceAll('{n}', `${run}-${count}`).toLowerCase();
  };
}
