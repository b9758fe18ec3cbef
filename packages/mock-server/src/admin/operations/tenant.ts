import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { ClockSettings } from '../../domain/context/services.ts';
import { freeId } from '../../domain/records/record.ts';
import type { AdvanceResult } from '../../jobs/advance-clock.ts';
import { addMissingIds } from '../../seed/add-missing-ids.ts';
import { applySeed } from '../../seed/apply.ts';
import type { AccountSeed } from '../../seed/schema.ts';
import { SeedError, validateSeed } from '../../seed/validate.ts';
import { deleteOrphanedUsers, deleteRows, writeAccount } from '../../store/engine/rows.ts';
import { NO_ACCOUNT, type Transaction } from '../../store/engine/store.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import { guarded, type Signatures, takes, takesSync } from '../arguments.ts';
import { functionsOf, signaturesOf } from '../functions.ts';
import { type Input, operationOf } from '../operation.ts';
import { forgetRehearsal } from '../rehearsal/rehearsal.ts';
import type { Runtime } from '../runtime.ts';
import type { Connection, Scope } from '../scope.ts';
import { type Duration, time, timeOf } from './clock.ts';
import { serverControls } from './server.ts';
import { type SharedControl, sharedOperations } from './shared.ts';

/** The settings of a clock, whose time may be a `Date` in the process. */
export const clockSettings = () =>
  z.strictObject({
    now: f.optional(z.custom<ClockSettings['now']>()), // parsed by the clock
    speed: f.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
  });

export const newAccount = () => ({
  /** An account as in a seed. The id and token are generated if omitted. */
  seed: f.optional(z.custom<AccountSeed>()), // validated when it is applied
  /** Gives the account its own clock. `{}` makes it run at the machine's speed. */
  clock: f.optional(clockSettings()),
});

/** The initial state of an account. */
export interface NewAccount extends Input<ReturnType<typeof newAccount>> {}

/** An isolated account on a shared server. Accounts cannot see each other's data, so tests can run in parallel. */
export interface Tenant extends SharedControl, AsyncDisposable {
  readonly accountId: string;
  /** The API token of the first owner. */
  readonly apiKey: string;
  /** Options for the SDK's `createClient`, without a port. */
  readonly connection: Connection;
  /** The current time of the account's clock. */
  now(): Date;
  /** Advances the account's own clock. Throws if the account shares the server's clock. */
  advance(duration: Duration): Promise<AdvanceResult>;
  /** Waits until the account's due background work is done. Returns the number of jobs that ran. */
  settle(): Promise<number>;
  /** Removes the account and all its data. */
  remove(): Promise<void>;
}

export const tenantSignatures: Signatures<Omit<Tenant, 'connection'>> = {
  ...signaturesOf(sharedOperations),
  now: takesSync(),
  advance: {
    isSync: false,
    get takes() {
      return signaturesOf({ advance: time.advance }).advance.takes.slice(0, 1); // it has one clock
    },
  },
  settle: takes(),
  remove: takes(),
};

/** Creates an account with an API token. */
export async function createTenant(scope: Scope, { seed = {}, clock }: NewAccount): Promise<Tenant> {
  const { runtime } = scope;
  const { allServices, accounts } = runtime;
  if (Object.keys(seed).length > 0) validateSeed({ accounts: [seed] });
  const isTaken = (id: string) => runtime.store.read((tx) => findAccount(tx, id), NO_ACCOUNT);
  const id = seed.id ?? (await freeId(allServices.shared.ids, isTaken));
  const filled = addMissingIds({ accounts: [{ ...seed, id }] }, allServices.shared.ids);
  const [{ id: accountId = '', users = [] } = {}] = filled.accounts ?? [];
  const owner = users.find(({ role = 'owner' }) => role === 'owner') ?? users[0];
  if (seed.id !== undefined && (await isTaken(accountId))) {
    throw new SeedError([`id: account '${accountId}' already exists`]);
  }
  if (clock) await allServices.addClock(accountId, clock);
  try {
    await applySeed(allServices.forAccount(accountId), filled);
  } catch (error) {
    if (clock) await allServices.removeClock(accountId);
    throw error;
  }
  accounts.add(accountId);
  return tenantOf(scope, {
    accountId,
    apiKey: owner?.token ?? '',
    hasClock: clock !== undefined,
  });
}

function tenantOf(
  host: Scope,
  { accountId, apiKey, hasClock }: { accountId: string; apiKey: string; hasClock: boolean },
): Tenant {
  const { runtime, connection, isClosed } = host;
  const scope = { ...host, firstId: accountId, own: accountId };
  const tenant: Tenant = {
    accountId,
    apiKey,
    connection: { ...connection, accountId, apiKey },
    now: () => timeOf(scope, { accountId }),
    advance: async (duration) => {
      if (hasClock) return operationOf(time.advance).perform(scope, { duration, accountId });
      throw new Error(
        `Account ${accountId} has no clock of its own. Create it with createAccount({ clock: {} }).`,
      );
    },
    settle: () => operationOf(serverControls.settle).perform(scope, { accountId }),
    ...functionsOf(sharedOperations, scope),
    remove: () => removeAccount(runtime, accountId),
    [Symbol.asyncDispose]: async () => {
      if (!isClosed()) await removeAccount(runtime, accountId);
    },
  };
  return guarded(tenant, tenantSignatures, {
    isClosed,
    sync: () => runtime.shared?.sync(),
    accounts: runtime.accounts,
    own: accountId,
  });
}

/** Removes an account, its data, and users that belong to no other account. */
export async function removeAccount(runtime: Runtime, accountId: string): Promise<void> {
  const remove = async (tx: Transaction) => {
    await deleteRows(tx, accountId);
    await deleteOrphanedUsers(tx);
  };
  await writeAccount(runtime.store, accountId, remove);
  forgetRehearsal(runtime, accountId);
  runtime.actions.forget(accountId);
  await runtime.allServices.removeClock(accountId);
  runtime.windows.clear(accountId);
  await runtime.requestLog.clear(accountId);
  await runtime.faultRules.clear({ account: accountId });
  runtime.accounts.delete(accountId);
}
