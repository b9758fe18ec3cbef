import type { Context } from '../domain/context.ts';
import { freeId } from '../domain/free-id.ts';
import { NotFound } from '../domain/refusals.ts';
import { type AccountData, findAccount, updateAccount } from '../store/accounts.ts';
import { findRecord } from '../store/records.ts';
import type { RecordTable } from '../store/schema.ts';
import { findSubscriberBy } from '../store/subscribers.ts';
import type { World } from '../world.ts';
import { refuseConflicts } from './conflicts.ts';
import { accountData, plantPeople, plantUsers } from './plant.ts';
import { plantHistory } from './plant-history.ts';
import { plantRecords } from './plant-records.ts';
import { problemsOf } from './problems.ts';
import { Account, type AccountSeed, SEED_NOUNS } from './schema.ts';
import { doubles, SeedError } from './validate.ts';

/** What may be added to an account that is there: all that a seed may say of one, but its id. */
export type Graft = Omit<AccountSeed, 'id' | 'created_at'>;

/** What was added, by noun: the ids, and the tokens of users. */
export interface Grafted {
  readonly [noun: string]: readonly string[];
}

/**
 * Adds to an account what a seed could have given it, whole or not at all: users, campaigns with emails, broadcasts,
 * forms, goals, workflows with steps. What it says of the account itself is changed.
 */
export async function graft(world: World, accountId: string, given: Graft): Promise<Grafted> {
  const problems = problemsOf(Account, given);
  if ('id' in given) problems.push('unknown member id: the account has one');
  if (problems.length > 0) throw new SeedError(problems);
  const doubled = doubles({ accounts: [given] }).map((problem) =>
    problem.replace(/^accounts(?:\[0\]\.|: )/, ''),
  );
  if (doubled.length > 0) throw new SeedError(doubled);
  return refuseConflicts(world.store, async (tx) => {
    const context: Context = { world, tx, accountId, source: 'admin' };
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFound('account', accountId);
    await refuseTaken(context, given);
    const seed = await withIds(context, given);
    await updateAccount(tx, accountId, { ...account.data, ...said(accountData(seed)) });
    await plantUsers(context, seed.users ?? []);
    await plantPeople(context, seed);
    await plantRecords(context, seed);
    await plantHistory(context, seed);
    return idsOf(seed);
  });
}

/** A seed whose records and users have the ids and tokens that it leaves out. */
async function withIds({ world: { ids }, tx, accountId }: Context, seed: Graft): Promise<Graft> {
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

function idsOf(seed: Graft): Grafted {
  const nouns = SEED_NOUNS.flatMap((noun) => {
    const records = seed[noun];
    return records ? [[noun, records.map(({ id = '' }) => id)] as const] : [];
  });
  const tokens = seed.users?.map(({ token = '' }) => token);
  return { ...Object.fromEntries(nouns), ...(tokens && { tokens }) };
}

/** Refuses ids and addresses that are taken. */
async function refuseTaken({ tx, accountId }: Context, seed: Graft): Promise<void> {
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
  if (problems.length > 0) throw new SeedError(problems);
}

/** What is said at all. */
const said = (members: ReturnType<typeof accountData>): Partial<AccountData> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
