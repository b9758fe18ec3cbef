import { type Rival, Samples } from '../harness.ts';
import { table, times } from '../report.ts';
import type { Contestant, Shot } from './contestants.ts';
import { accountIds, shotOf } from './fleet.ts';
import { type Fleet, type Measured, measure } from './load.ts';
import { usageOf } from './usage.ts';

/** Servers that are compared, with the requests that they answer. */
export interface Setup extends Pick<Contestant, 'name' | 'read' | 'create'> {
  readonly open: () => Promise<Fleet>;
}

/** The connections and the accounts of a slice's requests. */
export interface Case {
  readonly connections: number;
  /** The number of accounts that the requests use in turn. */
  readonly accounts: number;
}

/** The numbers of a run. */
type Load = Readonly<Record<'rounds' | 'slices' | 'requests' | 'warmup', number>>;

export type Operation = 'read' | 'create';

/** A setup of a round. */
interface Player {
  readonly setup: Setup;
  readonly fleet: Fleet;
}

export interface Comparison {
  /** Has `start` and `memory` of each setup, by its name. */
  readonly samples: Samples;
  /** The setups that could be started. */
  readonly setups: readonly Setup[];
  readonly figureOf: (setup: Named, operation: Operation, one: Case, figure: Figure) => number;
  /** The CPU time of a setup beside that of another, databases included. */
  readonly rivalOf: (setup: Named, base: Named, operation: Operation, one: Case) => Rival;
}

/** `whole` is the CPU time of servers and databases. */
type Figure = keyof Measured | 'whole';

type Named = Pick<Contestant, 'name'>;

/** Starts all setups afresh in each round, warms them up, and lets them take turns in short slices. */
export async function compare(
  wanted: readonly Setup[],
  operations: readonly Operation[],
  cases: readonly Case[],
  load: Load,
): Promise<Comparison> {
  const samples = new Samples();
  const turns = cases.flatMap((one) => operations.map((operation) => ({ operation, one })));
  let setups = wanted;
  for (let round = 1; round <= load.rounds; round++) {
    process.stderr.write(`round ${round} of ${load.rounds}\n`);
    const players = await enterAll(setups, turns, load);
    setups = players.map(({ setup }) => setup);
    try {
      for (const { setup, fleet } of players) addStart(samples, setup, fleet);
      for (let slice = 0; slice < load.slices; slice++)
        for (const turn of turns) for (const player of players) await play(player, turn, load, samples);
    } finally {
      for (const { fleet } of players) await fleet.stop();
    }
  }
  return {
    ...{ samples, setups },
    figureOf: (setup, operation, one, figure) =>
      samples.median(...placeOf(setup, { operation, one }, figure)),
    rivalOf: (setup, base, operation, one) => {
      const whole = (of: Named) => placeOf(of, { operation, one }, 'whole');
      return samples.rival(whole(setup), whole(base));
    },
  };
}

/** The columns of each case, and the setup to which the others are compared. */
export interface Columns {
  readonly cases: readonly Case[];
  readonly nameOf: (one: Case) => string;
  /** The headings of figures besides the requests per second. */
  readonly figures: Readonly<Partial<Record<Figure, string>>>;
  readonly base: Named;
}

/** Prints the figures of all setups, and their CPU time as a multiple of that of the base. */
export function print(
  title: string,
  operation: Operation,
  { setups, figureOf, rivalOf }: Comparison,
  { cases, nameOf, figures, base }: Columns,
): void {
  const keys = ['perSecond', ...Object.keys(figures)] as Figure[];
  const headings = cases.flatMap((one) => [`req/s, ${nameOf(one)}`, ...Object.values(figures), '']);
  const rows = setups.map((setup) => [
    setup.name,
    ...cases.flatMap((one) => [
      ...keys.map((figure) => figureOf(setup, operation, one, figure).toFixed(0)),
      times(rivalOf(setup, base, operation, one).ratio),
    ]),
  ]);
  console.log(`### ${title}\n\n${table(['', ...headings], rows)}\n`);
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count > 1 ? 's' : ''}`;

interface Turn {
  readonly operation: Operation;
  readonly one: Case;
}

const placeOf = ({ name }: Named, { operation, one }: Turn, figure: string) => [
  ...[name, operation, one.connections, one.accounts, figure],
];

/** Starts all setups. One that cannot be started is left out. */
async function enterAll(setups: readonly Setup[], turns: readonly Turn[], load: Load): Promise<Player[]> {
  const players: Player[] = [];
  for (const setup of setups) {
    try {
      players.push(await enter(setup, turns, load));
    } catch (error) {
      console.error(`${setup.name} is left out: ${error}`);
    }
  }
  return players;
}

async function enter(setup: Setup, turns: readonly Turn[], { warmup }: Load): Promise<Player> {
  const fleet = await setup.open();
  const accounts = Math.max(...turns.map(({ one }) => one.accounts));
  // The subscriber that is read, in each account.
  const first = (index: number) => shotOf(accountIds[index] ?? '', setup.create(0));
  if (accounts > 1) await measure(fleet, first, { count: accounts, connections: 1 });
  for (const operation of new Set(turns.map((turn) => turn.operation))) {
    const count = warmup * fleet.servers.length;
    await measure(fleet, shooter(setup, operation, accounts), { count, connections: 4 });
  }
  return { setup, fleet };
}

function addStart(samples: Samples, { name }: Setup, { servers: [server] }: Fleet): void {
  samples.add(server?.start ?? Number.NaN, name, 'start');
  samples.add(usageOf(server?.pid ?? 0)?.memory ?? Number.NaN, name, 'memory');
}

async function play(
  { setup, fleet }: Player,
  turn: Turn,
  { requests }: Load,
  samples: Samples,
): Promise<void> {
  const { connections, accounts } = turn.one;
  const shoot = shooter(setup, turn.operation, accounts);
  const measured = await measure(fleet, shoot, { count: requests, connections });
  const whole = measured.cpu + measured.databaseCpu;
  for (const [figure, value] of Object.entries({ ...measured, whole }))
    samples.add(value, ...placeOf(setup, turn, figure));
}

/** The number of the next new subscriber, who is in no account yet. */
let next = 1;

const shooter =
  (setup: Setup, operation: Operation, accounts: number) =>
  (index: number): Shot => {
    const shot = setup[operation](next++);
    return accounts === 1 ? shot : shotOf(accountIds[index % accounts] ?? '', shot);
  };
