import { Samples } from '../harness.ts';
import type { Contestant, Shot } from './contestants.ts';
import { accountIds, shotOf } from './fleet.ts';
import { type Fleet, type Measured, measure } from './load.ts';
import { usageOf } from './usage.ts';

/** Servers that are compared, with the requests that they answer. */
export interface Setup extends Pick<Contestant, 'name' | 'get' | 'create'> {
  readonly open: () => Promise<Fleet>;
}

/** How the requests of a slice are sent. */
export interface Case {
  readonly connections: number;
  /** The number of accounts that the requests use in turn. */
  readonly accounts: number;
}

/** How often the requests of a slice are sent. */
export interface Load {
  readonly rounds: number;
  readonly slices: number;
  readonly requests: number;
  readonly warmup: number;
}

export type Operation = 'get' | 'create';

/** A setup of a round. */
interface Player {
  readonly setup: Setup;
  readonly fleet: Fleet;
}

export interface Comparison {
  /** Has `start` and `memory` of each setup, by its name. */
  readonly samples: Samples;
  /** The median of a figure of a setup. */
  readonly figureOf: (
    setup: { readonly name: string },
    operation: Operation,
    one: Case,
    figure: keyof Measured,
  ) => number;
}

/**
 * In each round, starts all setups afresh, warms them up, and lets them take turns in short slices.
 */
export async function compare(
  setups: readonly Setup[],
  operations: readonly Operation[],
  cases: readonly Case[],
  { rounds, slices, requests, warmup }: Load,
): Promise<Comparison> {
  const samples = new Samples();
  const accounts = Math.max(...cases.map((one) => one.accounts));
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`round ${round} of ${rounds}\n`);
    const players: Player[] = [];
    try {
      for (const setup of setups) players.push(await enter(setup));
      for (let slice = 0; slice < slices; slice++) {
        for (const one of cases) {
          for (const operation of operations) {
            for (const player of players) await play(player, operation, one);
          }
        }
      }
    } finally {
      for (const { fleet } of players) await fleet.stop();
    }
  }
  return {
    samples,
    figureOf: ({ name }, operation, { connections, accounts: used }, figure) =>
      samples.median(name, operation, connections, used, figure),
  };

  async function enter(setup: Setup): Promise<Player> {
    const fleet = await setup.open();
    const [server] = fleet.servers;
    samples.add(server?.start ?? Number.NaN, setup.name, 'start');
    samples.add(usageOf(server?.pid ?? 0)?.memory ?? Number.NaN, setup.name, 'memory');
    // The subscriber that is read, in each account.
    const first = (index: number) => shotOf(accountIds[index] ?? '', setup.create(0));
    if (accounts > 1) await measure(fleet, first, { count: accounts, connections: 1 });
    for (const operation of operations) {
      const count = warmup * fleet.servers.length;
      await measure(fleet, shooter(setup, operation, accounts), { count, connections: 4 });
    }
    return { setup, fleet };
  }

  async function play({ setup, fleet }: Player, operation: Operation, one: Case): Promise<void> {
    const { connections } = one;
    const measured = await measure(fleet, shooter(setup, operation, one.accounts), {
      ...{ count: requests, connections },
    });
    for (const [figure, value] of Object.entries(measured)) {
      samples.add(value, setup.name, operation, connections, one.accounts, figure);
    }
  }
}

/** The number of the next new subscriber, who is in no account yet. */
let next = 1;

const shooter =
  (setup: Setup, operation: Operation, accounts: number) =>
  (index: number): Shot => {
    const shot = setup[operation](next++);
    return accounts === 1 ? shot : shotOf(accountIds[index % accounts] ?? '', shot);
  };
