import { upsertLegacyOrder } from '../domain/commerce/legacy-orders.ts';
import { recordPurchase } from '../domain/commerce/purchases.ts';
import { type Context, openContext } from '../domain/context/context.ts';
import type { Services } from '../domain/context/services.ts';
import { recordEvent } from '../domain/custom-events/record.ts';
import { freeId } from '../domain/records/record.ts';
import { createSubscriber } from '../domain/subscribers/subscribers.ts';
import { turns } from '../shared/platform/timers.ts';
import { isoTime, olsonName } from '../shared/values/time.ts';
import { SEED_PLACE } from '../store/engine/place.ts';
import { raiseRevision } from '../store/engine/server-revision.ts';
import { NO_ACCOUNT, type Store } from '../store/engine/store.ts';
import { withDefaults } from '../store/records/with-defaults.ts';
import {
  type AccountData,
  type DynamicContent,
  findAccount,
  findToken,
  findUserId,
  insertAccount,
  insertToken,
  listAccounts,
  memberships,
  users as userRows,
} from '../store/tables/accounts.ts';
import { customFields } from '../store/tables/custom-fields.ts';
import { oauthApplications } from '../store/tables/oauth-applications.ts';
import { applyRecords, applyWorkflows } from './apply-records.ts';
import { writeSeed } from './conflicts.ts';
import { createdAt } from './created-at.ts';
import type { AccountSeed, Seed } from './schema.ts';
import { SeedError } from './validate.ts';

/** The ids of the accounts of a seed. */
export interface AppliedSeed {
  readonly seededAccounts: readonly string[];
  /** Existing accounts, which stay as they are. */
  readonly skippedAccounts: readonly string[];
}

/** Applies a seed completely or not at all. Skips existing accounts. `isAlone`: nobody can wait, as at the start of a server. */
export async function applySeed(
  services: Services,
  { accounts = [], oauth_applications = [] }: Seed,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<AppliedSeed> {
  const ids = accounts.flatMap(({ id }) => id ?? []);
  const lock = await accountToLock(services.store, accounts);
  return writeSeed(
    services.store,
    { accountIds: isAlone || ids.length < accounts.length || services.store.isShared ? [] : ids, lock },
    accounts,
    async (tx) => {
      const seededAccounts: string[] = [];
      const skippedAccounts: string[] = [];
      for (const seed of accounts) {
        const accountId = seed.id ?? services.ids.digits();
        if (await findAccount(tx, accountId)) {
          skippedAccounts.push(accountId);
          continue;
        }
        await applyAccount(openContext({ services, tx, accountId, place: SEED_PLACE }, 'seed'), seed);
        seededAccounts.push(accountId);
      }
      for (const application of oauth_applications)
        await oauthApplications.insertNew(tx, NO_ACCOUNT, application);
      return { seededAccounts, skippedAccounts };
    },
  );
}

/** The account that a seed changes; undefined if it adds several. Servers that start again add none. */
async function accountToLock(store: Store, accounts: readonly AccountSeed[]): Promise<string | undefined> {
  if (accounts.length === 1) return accounts[0]?.id;
  if (!store.isShared) return undefined;
  const existing = new Set((await store.read(listAccounts, NO_ACCOUNT)).map(({ id }) => id));
  const added = accounts.filter(({ id }) => id === undefined || !existing.has(id));
  return added.length === 0 ? NO_ACCOUNT : added.length === 1 ? added[0]?.id : undefined;
}

async function applyAccount(context: Context, seed: AccountSeed): Promise<void> {
  const { url = '', users = [{ email: `owner@${context.accountId}.example` }] } = seed;
  const defaults = {
    name: seed.name ?? url,
    url,
    primary_email: seed.users?.find(({ role = 'owner' }) => role === 'owner')?.email,
    enable_third_party_cookies: false,
  };
  await insertAccount(context.tx, {
    id: context.accountId,
    createdAt: createdAt(context, seed),
    data: { ...defaults, ...accountData(seed) },
  });
  await applyContents(context, { ...seed, users });
}

/** Applies everything in an account but its own attributes. */
export async function applyContents(context: Context, seed: AccountSeed): Promise<void> {
  await context.tx.nested(() => applyUsers(context, seed));
  await applyCustomFields(context, seed);
  await applySubscribers(context, seed);
  await applyRecords(context, seed);
  await applyHistory(context, seed);
  await applyWorkflows(context, seed);
}

export function accountData(seed: Omit<AccountSeed, 'id'>): Partial<AccountData> {
  const data: { [K in keyof AccountData]?: AccountData[K] | undefined } = {
    name: seed.name,
    url: seed.url,
    default_from_name: seed.default_from_name,
    default_from_email: seed.default_from_email,
    default_postal_address: seed.default_postal_address,
    primary_email: seed.primary_email,
    enable_third_party_cookies: seed.enable_third_party_cookies,
    phone_number: seed.phone_number,
    lead_scoring: seed.lead_scoring && { ...seed.lead_scoring, points: seed.lead_scoring.points ?? {} },
    dynamic_content: seed.dynamic_content && contentOf(seed.dynamic_content),
    trigger_links: seed.trigger_links,
    script_origins: seed.script_origins,
    declared_tags: seed.tags && [...new Set(seed.tags)],
    declared_actions: seed.event_actions && [...new Set(seed.event_actions)],
    is_offline: seed.is_offline,
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

const contentOf = ({
  is_enabled = true,
  endpoints,
}: NonNullable<AccountSeed['dynamic_content']>): DynamicContent => ({
  is_enabled,
  endpoints: endpoints.map(({ subscriber = [], event = [], ...endpoint }) => ({
    ...endpoint,
    subscriber,
    event,
  })),
});

/** The members of a user who is given without them. */
export const userDefaults = { name: '', time_zone: 'Etc/UTC', role: 'owner' } as const;

/** Applies an account's users with a token each. An existing user gets an additional token. */
async function applyUsers({ services, tx, accountId }: Context, { users = [] }: AccountSeed) {
  // Accounts share users, so other servers add none until this transaction has ended.
  if (users.length > 0) await raiseRevision(tx);
  for (const user of users) {
    const { name, time_zone: timeZone, role } = withDefaults(user, userDefaults);
    const { email, token } = user;
    if (token !== undefined && (await findToken(tx, 'api', token, ''))) {
      throw new SeedError([`accounts: users: token '${token}' already exists`]);
    }
    let id = await findUserId(tx, email);
    if (id === undefined) {
      id = await freeId(services.ids, (drawn) => userRows.has(tx, NO_ACCOUNT, { id: drawn }));
      await userRows.insert(tx, NO_ACCOUNT, { id, email, name, timeZone: olsonName(timeZone) ?? timeZone });
    }
    await memberships.put(tx, accountId, { userId: id, role });
    const createdAt = isoTime(services.clock.now());
    await insertToken(tx, { token: token ?? services.ids.hex(), userId: id, createdAt });
  }
}

/** Applies the custom fields that a seed declares, so that they come first, in its order. */
async function applyCustomFields({ tx, accountId }: Context, { custom_fields = [] }: AccountSeed) {
  for (const identifier of custom_fields) await customFields.insertNew(tx, accountId, { identifier });
}

/** Applies an account's subscribers, in several turns of the event loop. */
async function applySubscribers(context: Context, { subscribers = [] }: AccountSeed) {
  const pause = turns();
  for (const { status, deliverable_status, created_at, ...given } of subscribers) {
    const { id = context.services.ids.letters(), ...change } = given;
    const occurredAt = createdAt(context, { created_at });
    await createSubscriber({ ...context, occurredAt }, change, {
      id,
      createdAt: occurredAt,
      ...(status && { status }),
      ...(deliverable_status && { data: { deliverable_status } }),
    });
    await pause();
  }
}

/** Applies an account's events, purchases and orders, in several turns of the event loop. Apply subscribers and goals first. */
async function applyHistory(
  context: Context,
  { events = [], purchases = [], orders = [] }: AccountSeed,
): Promise<void> {
  const pause = turns();
  for (const event of events) {
    await recordEvent(context, event);
    await pause();
  }
  for (const { email, id, ...purchase } of purchases) {
    await recordPurchase(context, email, purchase, id);
    await pause();
  }
  for (const order of orders) {
    await upsertLegacyOrder(context, order);
    await pause();
  }
}
