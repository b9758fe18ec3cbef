import { freeId } from '../../domain/records/free-id.ts';
import { applySeed } from '../../seed/apply.ts';
import { extendAccount } from '../../seed/extend-account.ts';
import { fillIn } from '../../seed/fill-in.ts';
import { SeedError, validateSeed } from '../../seed/validate.ts';
import type { Store } from '../../store/engine/store.ts';
import { deleteOrphanedUsers, deleteRows } from '../../store/rows.ts';
import { findAccount, listAccounts, listTokens } from '../../store/tables/accounts.ts';
import type { AccountControls, AccountSummary, NewAccount, Tenant } from './account-controls.ts';
import { guarded } from './arguments/guard.ts';
import { tenantSignatures } from './arguments/server-signatures.ts';
import type { Connection } from './connection.ts';
import { serverControl } from './index.ts';
import type { Runtime } from './runtime.ts';
import type { TimeControl } from './time.ts';

/** The parts of a server that a tenant uses. */
interface Host {
  readonly connection: Connection;
  readonly time: TimeControl;
  settle(choice: { readonly accountId: string }): Promise<number>;
  readonly isClosed: () => boolean;
}

/** Creates the account functions. The first account is the default. */
export function accountControl(runtime: Runtime, host: () => Host): AccountControls {
  return {
    createAccount: (account = {}) => createTenant(runtime, host(), account),
    removeAccount: (accountId) => removeAccount(runtime, accountId),
    extend: (seed, { accountId = host().connection.accountId } = {}) =>
      extendAccount(runtime.worlds.of(accountId), accountId, seed),
    accounts: () => summaries(runtime.store),
  };
}

/** Creates an account with an API token. */
async function createTenant(runtime: Runtime, host: Host, { seed = {}, clock }: NewAccount): Promise<Tenant> {
  const { worlds, accounts } = runtime;
  if (Object.keys(seed).length > 0) validateSeed({ accounts: [seed] });
  const isTaken = (id: string) => runtime.store.read((tx) => findAccount(tx, id));
  const id = seed.id ?? (await freeId(worlds.shared.ids, isTaken));
  const filled = fillIn({ accounts: [{ ...seed, id }] }, worlds.shared.ids);
  const [{ id: accountId = '', users = [] } = {}] = filled.accounts ?? [];
  const owner = users.find(({ role = 'owner' }) => role === 'owner') ?? users[0];
  if (seed.id !== undefined && (await isTaken(accountId))) {
    throw new SeedError([`id: account '${accountId}' already exists`]);
  }
  if (clock) await worlds.addClock(accountId, clock);
  try {
    await applySeed(worlds.of(accountId), filled);
  } catch (error) {
    if (clock) await worlds.removeClock(accountId);
    throw error;
  }
  accounts.add(accountId);
  return tenantOf(runtime, host, {
    accountId,
    apiKey: owner?.token ?? '',
    hasClock: clock !== undefined,
  });
}

function tenantOf(
  runtime: Runtime,
  host: Host,
  { accountId, apiKey, hasClock }: { accountId: string; apiKey: string; hasClock: boolean },
): Tenant {
  const { connection, time } = host;
  const tenant: Tenant = {
    accountId,
    apiKey,
    connection: { ...connection, accountId, apiKey },
    now: () => time.now({ accountId }),
    advance: async (duration) => {
      if (hasClock) return time.advance(duration, { accountId });
      throw new Error(
        `Account ${accountId} has no clock of its own. Create it with createAccount({ clock: {} }).`,
      );
    },
    settle: () => host.settle({ accountId }),
    ...serverControl(runtime, accountId, accountId),
    remove: () => removeAccount(runtime, accountId),
    [Symbol.asyncDispose]: async () => {
      if (!host.isClosed()) await removeAccount(runtime, accountId);
    },
  };
  return guarded(tenant, tenantSignatures, {
    isClosed: host.isClosed,
    sync: () => runtime.shared.sync(),
    accounts: runtime.accounts,
    own: accountId,
  });
}

/** Removes an account, its data, and users that belong to no other account. */
async function removeAccount(runtime: Runtime, accountId: string): Promise<void> {
  await runtime.store.write(async (tx) => {
    await deleteRows(tx, accountId);
    await deleteOrphanedUsers(tx);
  }, accountId);
  await runtime.worlds.removeClock(accountId);
  await runtime.requestLog.clear(accountId);
  await runtime.faultRules.clear({ account: accountId });
  runtime.accounts.delete(accountId);
}

/** Lists all accounts with their API tokens. */
export function summaries(store: Store): Promise<AccountSummary[]> {
  return store.read(async (tx) => {
    const accounts: AccountSummary[] = [];
    for (const { id } of await listAccounts(tx)) accounts.push({ id, tokens: await listTokens(tx, id) });
    return accounts;
  });
}
