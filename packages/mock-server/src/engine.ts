import { CheckpointBook } from './checkpoints/checkpoints.ts';
import { FaultBook } from './faults/fault-book.ts';
import { EventFeed } from './feed.ts';
import { Instance } from './instance.ts';
import { handlers } from './jobs/handlers.ts';
import { JobRunner } from './jobs/runner.ts';
import { KnownAccounts } from './options/known-accounts.ts';
import { isPublicAddress } from './outbound/public-address.ts';
import { defaultLedger, RequestLedger } from './requests/ledger.ts';
import { fillIn } from './seed/fill-in.ts';
import { plant } from './seed/plant.ts';
import type { Seed } from './seed/schema.ts';
import { validateSeed } from './seed/validate.ts';
import type { ServerOptions } from './server.ts';
import { listAccounts } from './store/accounts.ts';
import type { ClockRow } from './store/clocks.ts';
import { deleteRows } from './store/rows.ts';
import { openSqlite } from './store/sqlite.ts';
import type { Store } from './store/store.ts';
import { WEBHOOK_TIMEOUT } from './webhooks/post-webhook.ts';
import {
  createChance,
  createIds,
  type RandomBytes,
  seededRandom,
  systemClock,
  systemRandom,
  type World,
} from './world.ts';
import { type WorldParts, Worlds } from './worlds.ts';

/** What a server is made of, beneath all its faces. */
export interface Engine {
  readonly store: Store;
  readonly accounts: KnownAccounts;
  readonly worlds: Worlds;
  readonly jobs: JobRunner;
  /** The requests that came. */
  readonly ledger: RequestLedger;
  /** What is put in the way of all that. */
  readonly faults: FaultBook;
  /** Told of faults of the server itself. */
  readonly report: (error: unknown) => void;
  /** The accounts of the seed that were in the database already, and were left as they were. */
  readonly passedOver: readonly string[];
  readonly checkpoints: CheckpointBook;
  /** Goes on from a state that was put back: its clocks, and its jobs; of one account or of all. */
  takeUp(clocks: readonly ClockRow[], accountId: string | undefined): Promise<void>;
  /** Forgets everything and plants the seed again. */
  reset(): Promise<void>;
  /** Aborts when the server begins to close: whatever only waits ends. */
  readonly closing: AbortController;
  /** Finishes the jobs under way, or gives them up once `force` aborts, and closes the database. */
  close(force?: AbortSignal): Promise<void>;
}

/** Opens the database, plants the seed and begins the work that was left. */
export async function startEngine(
  options: ServerOptions,
  emptySeed: Seed,
  baseUrl: () => string,
): Promise<Engine> {
  const { randomSeed, clock = systemClock, onFault: report = console.error } = options;
  const newRandom = (offset: number) =>
    randomSeed === undefined ? systemRandom : seededRandom(randomSeed + offset);
  const given = options.seed === undefined ? emptySeed : validateSeed(options.seed);
  const seed = fillIn(given, createIds(newRandom(1)));
  const store = openSqlite(options.db);
  const accounts = new KnownAccounts(store);
  const instance = new Instance(store, (options.db ?? ':memory:') !== ':memory:');
  const jobs = new JobRunner(() => worlds, { isTimed: clock === systemClock, report, handlers });
  const faults = new FaultBook();
  const ledger = new RequestLedger({ ...defaultLedger, ...options.ledger });
  const feed = new EventFeed();
  const closing = new AbortController();
  const newParts = (): WorldParts => ({
    ...{ instance: instance.id, store, jobs, feed, faults, baseUrl },
    ...partsOf(options, newRandom),
  });
  const worlds = new Worlds(clock, options.time, newParts());
  await worlds.load();
  const passedOver = await plantFirst(worlds.shared, seed, options.seed !== undefined);
  await accounts.refresh();
  await instance.open(() => jobs.poke(), report);
  jobs.poke();
  return {
    store,
    accounts,
    worlds,
    jobs,
    ledger,
    faults,
    checkpoints: new CheckpointBook(),
    report,
    passedOver,
    async reset() {
      faults.clear();
      ledger.clear();
      if (!(await store.image?.clear())) await store.write((tx) => deleteRows(tx));
      worlds.reset(newParts());
      await jobs.abandon();
      await plant(worlds.shared, seed);
      await accounts.refresh();
    },
    async takeUp(clocks, accountId) {
      const others = accountId === undefined ? [] : worlds.clocks().filter(({ id }) => id !== accountId);
      const own = clocks.filter(({ id }) => accountId === undefined || id === accountId);
      worlds.restore([...others.map(({ id, state }) => ({ id, state })), ...own]);
      await accounts.refresh();
      if (accountId === undefined) await jobs.abandon();
      jobs.poke();
    },
    closing,
    async close(force = AbortSignal.abort()) {
      await jobs.stop(force);
      await instance.close().catch(report);
      await store.close();
    },
  };
}

/** The parts of a world that the options decide, with random numbers from their beginning. */
function partsOf(
  {
    ledger,
    smtp,
    denyPrivateTargets,
    webhooks: { timeout: webhookTimeout = WEBHOOK_TIMEOUT } = {},
  }: ServerOptions,
  newRandom: (offset: number) => RandomBytes,
) {
  const kept = { ...defaultLedger, ...ledger };
  const isDeniedTarget = denyPrivateTargets ? (address: string) => !isPublicAddress(address) : () => false;
  const [ids, chance] = [createIds(newRandom(0)), createChance(newRandom(2))];
  return { ids, chance, kept, smtp, webhookTimeout, isDeniedTarget };
}

/** Plants the seed of a server that starts; closes the database when that fails. */
async function plantFirst(world: World, seed: Seed, isGiven: boolean): Promise<string[]> {
  try {
    // A database in use does not get the demo account, whose token everybody knows, beside its own.
    const isInUse = (await world.store.read(listAccounts)).length > 0;
    return isGiven || !isInUse ? await plant(world, seed) : [];
  } catch (error) {
    await world.store.close();
    throw error;
  }
}
