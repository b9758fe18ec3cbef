import { freeId } from './domain/free-id.ts';
import type { Engine } from './engine.ts';
import { type Faces, facesOf } from './faces.ts';
import { guarded } from './options/guard.ts';
import { tenantSignatures } from './options/server-signatures.ts';
import { fillIn } from './seed/fill-in.ts';
import { type Graft, type Grafted, graft } from './seed/graft.ts';
import { plant } from './seed/plant.ts';
import type { AccountSeed } from './seed/schema.ts';
import { SeedError, validateSeed } from './seed/validate.ts';
import type { Connection } from './server.ts';
import type { ClockSettings } from './server-clock.ts';
import { findAccount, listAccounts, listTokens } from './store/accounts.ts';
import { deleteRows, deleteStrandedUsers } from './store/rows.ts';
import type { Store } from './store/store.ts';
import type { Duration, Happenings, TimeControl } from './time-control.ts';

/** What an account is to begin with. */
export interface NewAccount {
  /** As an account of a seed; an id and a token are made where it has none. */
  readonly seed?: AccountSeed | undefined;
  /** Gives the account a clock of its own; `{}` for one that goes like the machine's. */
  readonly clock?: ClockSettings | undefined;
}

/**
 * An account of its own in a server that others use as well: nothing that happens to one account can be seen in
 * another, so that tests may run beside each other.
 */
export interface Tenant extends Faces, AsyncDisposable {
  readonly accountId: string;
  /** The token of its first owner. */
  readonly apiKey: string;
  /** What `createClient` of the SDK needs, without a port. */
  readonly connection: Connection;
  /** What time it is by the account's clock. */
  now(): Date;
  /** Moves the account's own clock; throws where it has none, since the others would be moved with it. */
  advance(duration: Duration): Promise<Happenings>;
  /** Waits for the account's background work that is due, and tells how many jobs were done meanwhile. */
  settle(): Promise<number>;
  /** Takes away everything of the account. */
  remove(): Promise<void>;
}

/** An account and the tokens of its users. */
export interface AccountSummary {
  readonly id: string;
  readonly tokens: readonly string[];
}

/** The accounts of a server. */
export interface AccountFace {
  /** Makes an account of its own for a test, with a token; it shares nothing with the others. */
  createAccount(account?: NewAccount): Promise<Tenant>;
  /** Takes an account away with everything in it. */
  removeAccount(accountId: string): Promise<void>;
  /**
   * Adds to an account, the first one unless another is named, what a seed may hold and the REST API cannot create:
   * users, campaigns with emails, forms, workflows with steps. Tells the ids by noun, and the tokens of users.
   */
  plant(seed: Graft, choice?: { readonly accountId?: string | undefined }): Promise<Grafted>;
  /** All accounts with their tokens. */
  accounts(): Promise<AccountSummary[]>;
}

/** What a tenant needs of its server. */
interface Host {
  readonly connection: Connection;
  readonly time: TimeControl;
  settle(choice: { readonly accountId: string }): Promise<number>;
  readonly isClosed: () => boolean;
}

/** The accounts of a server, the first of which is meant where none is named. */
export function accountFaceOf(engine: Engine, host: () => Host): AccountFace {
  return {
    createAccount: (account = {}) => createTenant(engine, host(), account),
    removeAccount: (accountId) => removeAccount(engine, accountId),
    plant: (seed, { accountId = host().connection.accountId } = {}) =>
      graft(engine.worlds.of(accountId), accountId, seed),
    accounts: () => summaries(engine.store),
  };
}

/** Makes an account with a token, and tells how to use it. */
async function createTenant(engine: Engine, host: Host, { seed = {}, clock }: NewAccount): Promise<Tenant> {
  const { worlds, accounts } = engine;
  if (Object.keys(seed).length > 0) validateSeed({ accounts: [seed] });
  const isTaken = (id: string) => engine.store.read((tx) => findAccount(tx, id));
  const id = seed.id ?? (await freeId(worlds.shared.ids, isTaken));
  const filled = fillIn({ accounts: [{ ...seed, id }] }, worlds.shared.ids);
  const [{ id: accountId = '', users = [] } = {}] = filled.accounts ?? [];
  const owner = users.find(({ role = 'owner' }) => role === 'owner') ?? users[0];
  if (seed.id !== undefined && (await isTaken(accountId))) {
    throw new SeedError([`id: there is an account '${accountId}' already`]);
  }
  if (clock) await worlds.addClock(accountId, clock);
  try {
    await plant(worlds.of(accountId), filled);
  } catch (error) {
    if (clock) await worlds.removeClock(accountId);
    throw error;
  }
  accounts.add(accountId);
  return tenantOf(engine, host, accountId, owner?.token ?? '', clock !== undefined);
}

function tenantOf(engine: Engine, host: Host, accountId: string, apiKey: string, hasClock: boolean): Tenant {
  const { connection, time } = host;
  const tenant: Tenant = {
    accountId,
    apiKey,
    connection: { ...connection, accountId, apiKey },
    now: () => time.now({ accountId }),
    advance: async (duration) => {
      if (hasClock) return time.advance(duration, { accountId });
      throw new Error(
        `Account ${accountId} has no clock of its own; make it with createAccount({ clock: {} }).`,
      );
    },
    settle: () => host.settle({ accountId }),
    ...facesOf(engine, accountId, accountId),
    remove: () => removeAccount(engine, accountId),
    [Symbol.asyncDispose]: async () => {
      if (!host.isClosed()) await removeAccount(engine, accountId);
    },
  };
  return guarded(tenant, tenantSignatures, {
    isClosed: host.isClosed,
    accounts: engine.accounts,
    own: accountId,
  });
}

/** Takes an account away with everything that is its own; users without another account go with it. */
async function removeAccount(engine: Engine, accountId: string): Promise<void> {
  await engine.store.write(async (tx) => {
    await deleteRows(tx, accountId);
    await deleteStrandedUsers(tx);
  });
  await engine.worlds.removeClock(accountId);
  engine.ledger.clear(accountId);
  engine.faults.clear({ account: accountId });
  engine.accounts.delete(accountId);
}

/** All accounts with their tokens. */
export function summaries(store: Store): Promise<AccountSummary[]> {
  return store.read(async (tx) => {
    const accounts: AccountSummary[] = [];
    for (const { id } of await listAccounts(tx)) accounts.push({ id, tokens: await listTokens(tx, id) });
    return accounts;
  });
}
