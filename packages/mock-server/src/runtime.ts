import { AccountIds } from './admin/account-ids.ts';
import { LastActions } from './admin/actions/actions.ts';
import { CheckpointsInMemory } from './admin/checkpoints/checkpoint.ts';
import { CheckpointsInTables } from './admin/checkpoints/checkpoints-in-tables.ts';
import type { Checkpoints, Runtime } from './admin/runtime.ts';
import { type RateWindows, RateWindowsInMemory, RateWindowsInTables } from './api/http/limits.ts';
import { Instance } from './domain/context/instance.ts';
import { AllServices, EventFeed, type ServiceParts, type Services } from './domain/context/services.ts';
import { SharedState } from './domain/context/shared-state.ts';
import type { FaultRules } from './faults/rule.ts';
import { FaultRulesInMemory } from './faults/rules-in-memory.ts';
import { FaultRulesInTables } from './faults/rules-in-tables.ts';
import { handlers } from './jobs/handlers/index.ts';
import { WEBHOOK_TIMEOUT } from './jobs/network/post-webhook.ts';
import { JobRunner } from './jobs/runner.ts';
import { createInstruments, type Instruments } from './observe/instruments.ts';
import type { Report } from './observe/log/log-entry.ts';
import {
  defaultRetention,
  type RequestLog,
  RequestLogInMemory,
  type RetentionSettings,
} from './observe/request-log/log.ts';
import { RequestLogInTables } from './observe/request-log/log-in-tables.ts';
import type { ServerOptions } from './options.ts';
import { addMissingIds } from './seed/add-missing-ids.ts';
import { type AppliedSeed, applySeed } from './seed/apply.ts';
import type { Seed } from './seed/schema.ts';
import { validateSeed } from './seed/validate.ts';
import {
  createIds,
  createRandom,
  type RandomBytes,
  seededRandom,
  systemRandom,
} from './shared/platform/random.ts';
import { systemClock } from './shared/platform/timers.ts';
import { isPublicAddress } from './shared/values/ip-address.ts';
import { NO_ACCOUNT, type Store, type TableListener } from './store/engine/store.ts';
import { ALL_TABLES } from './store/engine/transaction-end.ts';
import { openStore } from './store/open.ts';
import { listAccounts } from './store/tables/accounts.ts';
import type { ClockRow } from './store/tables/clocks.ts';

/** The addresses of a server. */
export interface Site {
  /** The server's public URL, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Resolves when the server knows its URL, which emails and webhooks contain. */
  readonly ready: () => Promise<void>;
}

/** Opens the database, applies the seed and resumes pending jobs. */
export async function startRuntime(
  options: ServerOptions,
  usualSeed: Seed,
  site: Site,
  observedBy?: Instruments,
): Promise<Runtime> {
  const instruments = observedBy ?? (await createInstruments(options, Object.keys(handlers)));
  const newRandom = randomOf(options);
  const writtenSeed = options.seed === undefined ? usualSeed : validateSeed(options.seed);
  const seed = addMissingIds(writtenSeed, createIds(newRandom(1)));
  const parts = await createParts(options, newRandom, site, instruments);
  const { store, jobs, report, instance } = parts;
  const applied = await begin(parts, seed, options.seed !== undefined).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  jobs.wake();
  const runtime: Runtime = {
    ...parts,
    ...applied,
    actions: new LastActions(() => runtime),
    reset: () => startOver(parts, seed),
    setClocks: (clocks, accountId) => setClocks(parts, clocks, accountId),
    resume: (accountId) => resume(parts, accountId),
    async close(force = AbortSignal.abort()) {
      await jobs.stop(force);
      await instance.close().catch(report);
      await parts.windows.flush().catch(report);
      await store.close();
    },
  };
  return runtime;
}

type Parts = Awaited<ReturnType<typeof createParts>>;

/** Reads the database, applies the seed, and registers the server. */
async function begin(parts: Parts, seed: Seed, isGiven: boolean): Promise<AppliedSeed> {
  const { allServices, accounts, instance, report, isOpenToOthers, shared } = parts;
  allServices.onKept = (revision) => shared?.know(revision);
  await allServices.load(isOpenToOthers);
  const applied = await applyFirstSeed(allServices.shared, seed, isGiven);
  await accounts.refresh();
  await instance.open(() => void beat(parts).catch(report), report);
  return applied;
}

/** Deletes all data and applies the seed again. */
async function startOver(parts: Parts, seed: Seed): Promise<void> {
  const { store, accounts, allServices, jobs, requestLog, faultRules, windows } = parts;
  const { newServiceParts, isOpenToOthers } = parts;
  await faultRules.clear();
  await requestLog.clear();
  windows.clear();
  await store.clear();
  allServices.reset(newServiceParts());
  await jobs.abandon();
  if (isOpenToOthers) await allServices.keepAll();
  await applySeed(allServices.shared, seed);
  await accounts.refresh();
}

function setClocks({ allServices }: Parts, clocks: readonly ClockRow[], accountId: string | undefined): void {
  const others = accountId === undefined ? [] : allServices.clocks().filter(({ id }) => id !== accountId);
  const selected = clocks.filter(({ id }) => accountId === undefined || id === accountId);
  allServices.restore([...others.map(({ id, state }) => ({ id, state })), ...selected]);
}

/** Continues after a restore: stores the clocks and restarts the jobs, of one account or of all. */
async function resume(
  { accounts, allServices, jobs, isOpenToOthers }: Parts,
  accountId: string | undefined,
): Promise<void> {
  if (isOpenToOthers) await allServices.keepAll(accountId);
  await accounts.refresh();
  if (accountId === undefined) await jobs.abandon();
  jobs.wake();
}

/** Returns a source of random bytes; with the option `randomSeed` a repeatable one for each offset. */
type RandomFactory = (offset: number) => RandomBytes;

const randomOf =
  ({ randomSeed }: ServerOptions): RandomFactory =>
  (offset) =>
    randomSeed === undefined ? systemRandom : seededRandom(randomSeed + offset);

/** Creates the parts of a runtime. */
async function createParts(
  options: ServerOptions,
  newRandom: RandomFactory,
  { baseUrl, ready }: Site,
  instruments: Instruments,
) {
  const { report, metrics } = instruments;
  const { clock = systemClock } = options;
  const store = await openObserved(options, instruments);
  const isOpenToOthers = (options.db ?? ':memory:') !== ':memory:';
  const instance = new Instance(store, isOpenToOthers);
  const jobs = new JobRunner(() => allServices, {
    isTimed: clock === systemClock,
    report,
    sync: () => shared?.sync(),
    ready,
    handlers,
  });
  const { faultRules, ...kept } = keepersOf(store);
  const feed = new EventFeed();
  // SQLite commits in the same turn of the event loop, before anybody reacts to the first announcement.
  if (store.isShared) store.watch(undefined, (...news) => announce(news, { jobs, feed, shared }));
  const newServiceParts = (): ServiceParts => ({
    ...{ instance: instance.id, store, jobs, feed, faults: faultRules, counters: metrics, baseUrl },
    ...serviceOptions(options, newRandom),
  });
  const allServices = new AllServices(clock, options.time, newServiceParts());
  const accounts = new AccountIds(store);
  const reload = () => refreshAll([allServices, accounts, faultRules]);
  const shared = isOpenToOthers ? new SharedState(store, reload) : undefined;
  return {
    store,
    accounts,
    allServices,
    shared,
    jobs,
    feed,
    requestLog: requestLogOf(
      store,
      report,
      { ...defaultRetention, ...options.retention },
      createIds(newRandom(3)).hex().slice(0, 12),
    ),
    faultRules,
    ...kept,
    report,
    closing: new AbortController(),
    instance,
    isOpenToOthers,
    newServiceParts,
  };
}

/** Opens the database, with the instruments that watch it. */
async function openObserved({ db, migrate }: ServerOptions, { watchDatabase }: Instruments): Promise<Store> {
  const store = await openStore(db, { migrate });
  watchDatabase(() => store.read((tx) => tx.get('select 1'), NO_ACCOUNT));
  return store;
}

/** Reads again what other servers may have changed. */
async function refreshAll(parts: readonly { refresh(): void | Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.refresh();
}

/** The data kept in memory, unless other servers have the database. */
const keepersOf = (
  store: Store,
): { readonly faultRules: FaultRules; readonly windows: RateWindows; readonly checkpoints: Checkpoints } =>
  store.isShared
    ? {
        faultRules: new FaultRulesInTables(store),
        windows: new RateWindowsInTables(store),
        checkpoints: new CheckpointsInTables(store),
      }
    : {
        faultRules: new FaultRulesInMemory(),
        windows: new RateWindowsInMemory(store),
        checkpoints: new CheckpointsInMemory(),
      };

/** The request log: in memory, unless other servers have the database. */
function requestLogOf(
  store: Store,
  report: Report,
  retention: RetentionSettings,
  prefix: string,
): RequestLog {
  if (!store.isShared) return new RequestLogInMemory(retention, prefix);
  return new RequestLogInTables(store, { ...retention, prefix, report });
}

/** A part of a runtime that its allServices have. */
interface Fed {
  readonly feed: EventFeed;
}

/**
 * Announces the jobs and events of a committed transaction, of this server or of another. This server has announced its
 * own before, when nobody else could read them yet.
 */
function announce(
  [tables, by]: Parameters<TableListener>,
  parts: Pick<Runtime, 'jobs' | 'shared'> & Fed,
): void {
  const has = (table: string) => tables.has(table) || tables.has(ALL_TABLES);
  if (has('server_revision'))
    beat(parts).catch(() => undefined); // the next request or heartbeat reports the failure
  else if (has('jobs') && by === 'another') parts.jobs.wake();
  if (has('domain_events')) parts.feed.notify();
}

/** Starts the jobs of other servers, by clocks that they may have changed, and announces their events. */
async function beat({ shared, jobs, feed }: Pick<Runtime, 'shared' | 'jobs'> & Fed): Promise<void> {
  await shared?.sync();
  jobs.wake();
  feed.notify();
}

/** The services that depend on the options, with fresh random generators. */
function serviceOptions(
  {
    retention,
    smtp,
    denyPrivateTargets,
    webhooks: { timeout: webhookTimeout = WEBHOOK_TIMEOUT } = {},
  }: ServerOptions,
  newRandom: RandomFactory,
) {
  const fullRetention = { ...defaultRetention, ...retention };
  const isDeniedTarget = denyPrivateTargets ? (address: string) => !isPublicAddress(address) : () => false;
  const [ids, random] = [createIds(newRandom(0)), createRandom(newRandom(2))];
  return { ids, random, retention: fullRetention, smtp, webhookTimeout, isDeniedTarget };
}

/** Applies the seed at startup. */
async function applyFirstSeed(services: Services, seed: Seed, isGiven: boolean): Promise<AppliedSeed> {
  // Never add the demo account, with its well-known token, to a database in use.
  const isInUse = (await services.store.read(listAccounts, NO_ACCOUNT)).length > 0;
  return isGiven || !isInUse
    ? applySeed(services, seed, { isAlone: true })
    : { seededAccounts: [], skippedAccounts: [] };
}
