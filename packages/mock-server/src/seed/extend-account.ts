import { adminPlace, type Context, openContext } from '../domain/context/context.ts';
import type { Services } from '../domain/context/services.ts';
import { NotFoundError } from '../domain/errors.ts';
import { freeId } from '../domain/records/record.ts';
import { schemaProblems } from '../shared/values/schema-problems.ts';
import type { Transaction } from '../store/engine/store.ts';
import type { RecordTable } from '../store/records/record-data.ts';
import { findAccount, updateAccount } from '../store/tables/accounts.ts';
import { findRecord, records } from '../store/tables/records.ts';
import { findSubscriberBy } from '../store/tables/subscribers.ts';
import { addressesIn, conflictsIn, named, type Present, repeated, textsOf } from './account-rules.ts';
import { accountData, applyContents } from './apply.ts';
import { writeSeed } from './conflicts.ts';
import { Account, type AccountSeed, SEED_NOUNS } from './schema.ts';
import { SeedError, unstorable } from './validate.ts';

/** An extension of an existing account: an account seed without its id. */
export type AccountExtension = Omit<AccountSeed, 'id' | 'created_at'>;

/** The ids that were added, by noun, and the tokens of added users. */
export interface ExtensionResult {
  readonly [noun: string]: readonly string[];
}

/** Adds seed data to an account, completely or not at all. `line` is the request line of the operation. */
export async function extendAccount(
  services: Services,
  accountId: string,
  extension: AccountExtension,
  line: string | undefined,
): Promise<ExtensionResult> {
  const problems = [...schemaProblems(Account, extension), ...unstorable(extension)];
  if ('id' in extension) problems.push('unknown member id: the account has one');
  if (problems.length > 0) throw new SeedError(problems);
  return writeSeed(services.store, { accountIds: [accountId], lock: accountId }, extension, async (tx) => {
    const context = openContext({ services, tx, accountId, place: adminPlace(line) }, 'admin');
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFoundError('account', accountId);
    await assertFitting(context, extension);
    const seed = await withIds(context, extension);
    const members = accountData({
      ...seed,
      tags: seed.tags && [...(account.data.declared_tags ?? []), ...seed.tags],
      event_actions: seed.event_actions && [...(account.data.declared_actions ?? []), ...seed.event_actions],
    });
    await updateAccount(tx, accountId, { ...account.data, ...members });
    await applyContents(context, seed);
    return idsOf(seed);
  });
}

async function withIds(
  { services: { ids }, tx, accountId }: Context,
  seed: AccountExtension,
): Promise<AccountExtension> {
  const nouns = [];
  for (const noun of SEED_NOUNS) {
    const records = seed[noun];
    if (!records) continue;
    const taken = new Set(records.map(({ id }) => id));
    const isTaken = async (id: string) =>
      taken.has(id) || (noun !== 'subscribers' && (await findRecord(tx, accountId, noun, id)));
    const named = [];
    for (const record of records) {
      const id = record.id ?? (noun === 'subscribers' ? ids.letters() : await freeId(ids, isTaken));
      taken.add(id);
      named.push({ ...record, id });
    }
    nouns.push([noun, named] as const);
  }
  const users = seed.users?.map((user) => ({ ...user, token: user.token ?? ids.hex() }));
  return { ...seed, ...Object.fromEntries(nouns), ...(users && { users }) };
}

function idsOf(seed: AccountExtension): ExtensionResult {
  const nouns = SEED_NOUNS.flatMap((noun) => {
    const records = seed[noun];
    return records ? [[noun, records.map(({ id = '' }) => id)] as const] : [];
  });
  const tokens = seed.users?.map(({ token = '' }) => token);
  return { ...Object.fromEntries(nouns), ...(tokens && { tokens }) };
}

/** Throws a `SeedError` if ids or addresses are taken, if something that the seed refers to is missing, or webhooks are too many. */
async function assertFitting({ tx, accountId }: Context, seed: AccountExtension): Promise<void> {
  const problems: string[] = [];
  for (const [i, { id, email }] of (seed.subscribers ?? []).entries()) {
    const place = `subscribers[${i}]`;
    if (id !== undefined && (await findSubscriberBy(tx, accountId, 'id', id)))
      problems.push(`${place}.id: '${id}' is taken`);
    if (await findSubscriberBy(tx, accountId, 'email', email))
      problems.push(`${place}.email: '${email}' is taken`);
  }
  for (const noun of SEED_NOUNS) {
    if (noun === 'subscribers') continue;
    for (const [i, { id }] of (seed[noun] ?? []).entries()) {
      if (id !== undefined && (await findRecord(tx, accountId, noun satisfies RecordTable, id)))
        problems.push(`${noun}[${i}].id: '${id}' is taken`);
    }
  }
  problems.push(
    ...textsOf([
      ...repeated('users: token', named(seed.users, 'token')),
      ...conflictsIn(seed, await presentFor(tx, accountId, seed)),
    ]),
  );
  if (problems.length > 0) throw new SeedError(problems);
}

async function presentFor(tx: Transaction, accountId: string, seed: AccountSeed): Promise<Present> {
  const addresses: string[] = [];
  for (const email of new Set(addressesIn(seed))) {
    if (await findSubscriberBy(tx, accountId, 'email', email)) addresses.push(email.toLowerCase());
  }
  const campaignIds: string[] = [];
  for (const id of new Set(seed.forms?.map(({ campaign_id }) => campaign_id))) {
    if (id !== undefined && (await findRecord(tx, accountId, 'campaigns', id))) campaignIds.push(id);
  }
  return { addresses, campaignIds, webhooks: await records.webhooks.count(tx, accountId) };
}
