import type { Context } from '../domain/context.ts';
import { recordEvent } from '../domain/events.ts';
import { parseTime } from '../domain/time.ts';
import { createSubscriber } from '../domain/upsert-subscriber.ts';
import {
  findAccount,
  findUserId,
  insertAccount,
  insertMembership,
  insertToken,
  insertUser,
} from '../store/accounts.ts';
import { insertOAuthApplication } from '../store/oauth-applications.ts';
import { insertRecord } from '../store/records.ts';
import type { RecordTable } from '../store/schema.ts';
import { isoTime, type World } from '../world.ts';
import type { AccountSeed, Seed } from './schema.ts';

/** Plants a seed, whole or not at all. Accounts that are there already are left as they are, and returned. */
export async function plant(
  world: World,
  { accounts = [], oauth_applications = [] }: Seed,
): Promise<string[]> {
  const passedOver: string[] = [];
  await world.store.write(async (tx) => {
    for (const seed of accounts) {
      const accountId = seed.id ?? world.ids.digits();
      if (await findAccount(tx, accountId)) passedOver.push(accountId);
      else await plantAccount({ world, tx, accountId, source: 'seed' }, seed);
    }
    for (const application of oauth_applications) await insertOAuthApplication(tx, application);
  });
  return passedOver;
}

async function plantAccount(context: Context, seed: AccountSeed): Promise<void> {
  const { url = '' } = seed;
  await insertAccount(context.tx, {
    id: context.accountId,
    createdAt: created(context, seed),
    data: {
      name: seed.name ?? url,
      url,
      default_from_name: seed.default_from_name,
      default_from_email: seed.default_from_email,
      default_postal_address: seed.default_postal_address,
      primary_email: seed.primary_email ?? seed.users?.find(({ role = 'owner' }) => role === 'owner')?.email,
      enable_third_party_cookies: seed.enable_third_party_cookies ?? false,
      phone_number: seed.phone_number,
    },
  });
  await plantUsers(context, seed.users ?? [{ email: `owner@${context.accountId}.example` }]);
  await plantPeople(context, seed);
  await plantRecords(context, seed);
}

const created = ({ world }: Context, { created_at }: { created_at?: string | undefined }) =>
  isoTime(created_at === undefined ? world.clock.now() : parseTime(created_at));

async function plantUsers({ world, tx, accountId }: Context, users: NonNullable<AccountSeed['users']>) {
  for (const { email, name = '', time_zone: timeZone = 'Etc/UTC', role = 'owner', token } of users) {
    let id = await findUserId(tx, email);
    if (id === undefined) {
      id = world.ids.digits();
      await insertUser(tx, { id, email, name, timeZone });
    }
    await insertMembership(tx, accountId, id, role);
    const createdAt = isoTime(world.clock.now());
    await insertToken(tx, { token: token ?? world.ids.hex(), userId: id, createdAt });
  }
}

async function plantPeople(context: Context, { subscribers = [], events = [] }: AccountSeed) {
  for (const { id = context.world.ids.letters(), status, created_at, ...change } of subscribers) {
    await createSubscriber(context, change, {
      id,
      createdAt: created(context, { created_at }),
      ...(status && { status }),
    });
  }
  for (const event of events) await recordEvent(context, event);
}

async function plantRecords(context: Context, seed: AccountSeed) {
  const { campaigns = [], broadcasts = [], forms = [], goals = [], webhooks = [], workflows = [] } = seed;
  for (const campaign of campaigns) await plantRecord(context, 'campaigns', 'draft', campaign);
  for (const broadcast of broadcasts) await plantRecord(context, 'broadcasts', 'draft', broadcast);
  for (const form of forms) await plantRecord(context, 'forms', 'active', { name: form.headline, ...form });
  for (const goal of goals) await plantRecord(context, 'goals', 'active', goal);
  for (const webhook of webhooks) await plantRecord(context, 'webhooks', 'active', webhook);
  for (const { triggers = [], ...workflow } of workflows) {
    const workflowId = await plantRecord(context, 'workflows', 'draft', workflow);
    for (const trigger of triggers) {
      await plantRecord(context, 'workflow_triggers', 'active', { ...trigger, workflow_id: workflowId });
    }
  }
}

interface SeedRecord {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly created_at?: string | undefined;
}

async function plantRecord(
  context: Context,
  table: RecordTable,
  defaultStatus: string,
  {
    id = context.world.ids.digits(),
    name = '',
    status = defaultStatus,
    created_at,
    ...data
  }: SeedRecord & Readonly<Record<string, unknown>>,
): Promise<string> {
  const createdAt = created(context, { created_at });
  await insertRecord(context.tx, context.accountId, table, { id, name, status, createdAt, data });
  return id;
}
