import { NotFoundError } from '../domain/errors.ts';
import { subscriberDefaults } from '../domain/subscribers/subscribers.ts';
import { sql } from '../store/engine/sql.ts';
import { NO_ACCOUNT, type Transaction } from '../store/engine/store.ts';
import { listTagsOfAll } from '../store/queries/subscribers.ts';
import {
  findAccount,
  listAccounts,
  listTokensOf,
  listUsersElsewhere,
  listUsersOf,
} from '../store/tables/accounts.ts';
import { orders, purchases } from '../store/tables/commerce.ts';
import { listCustomFields } from '../store/tables/custom-fields.ts';
import { events } from '../store/tables/events.ts';
import { oauthApplications } from '../store/tables/oauth-applications.ts';
import { listSubscriberRows } from '../store/tables/subscribers.ts';
import { userDefaults } from './apply.ts';
import { countOthers, type ExportedAccount, exportRecords } from './export-records.ts';
import { LeftOut, type Loose } from './left-out.ts';
import { Account, type AccountSeed, LegacyOrder, Purchase, type Seed, Subscriber, User } from './schema.ts';

/** A seed that was made from the data of a server. */
export interface ExportedSeed extends Seed {
  /** The data that a seed cannot express and this one leaves out: the number of each kind. */
  readonly $left_out: Readonly<Record<string, number>>;
}

export interface ExportChoice {
  /** Default: all accounts, and the OAuth applications. */
  readonly accountId?: string | undefined;
  /** Further users whose tokens are left out, because these tokens open other accounts too. */
  readonly foreignUsers?: ReadonlySet<string> | undefined;
}

/** Describes the data of an account, or of all accounts, as a seed. */
// Unspecified: U-331
export async function exportSeed(
  tx: Transaction,
  { accountId, foreignUsers = new Set() }: ExportChoice,
): Promise<ExportedSeed> {
  const leftOut = new LeftOut();
  const isWhole = accountId === undefined;
  const ids = isWhole ? (await listAccounts(tx)).map(({ id }) => id) : [accountId];
  const foreign = isWhole
    ? foreignUsers
    : new Set([...foreignUsers, ...(await listUsersElsewhere(tx, accountId))]);
  const known = new Set<string>();
  const accounts: AccountSeed[] = [];
  for (const id of ids) {
    accounts.push(await exportAccount({ tx, accountId: id, leftOut, emails: new Map() }, foreign, known));
  }
  const applications = isWhole ? await oauthApplications.list(tx, NO_ACCOUNT) : [];
  return {
    $left_out: leftOut.counts,
    accounts,
    ...(applications.length > 0 && {
      oauth_applications: applications.map((one) => ({ ...one, redirect_uris: [...one.redirect_uris] })),
    }),
  };
}

/** `tokens` are those that other accounts of the seed have. */
async function exportAccount(
  account: ExportedAccount,
  foreignUsers: ReadonlySet<string>,
  tokens: Set<string>,
): Promise<AccountSeed> {
  const { tx, accountId, leftOut } = account;
  const row = await findAccount(tx, accountId);
  if (!row) throw new NotFoundError('account', accountId);
  const { declared_tags: tags, declared_actions: event_actions = [], name, ...data } = row.data;
  const { url } = data;
  const subscribers = await exportSubscribers(account);
  const { actions, ...history } = await exportHistory(account);
  subtractHistory(subscribers, history);
  const lists = {
    custom_fields: await listCustomFields(tx, accountId),
    tags,
    event_actions: [...new Set([...event_actions, ...actions])],
    users: await exportUsers(account, foreignUsers, tokens),
    subscribers: [...subscribers.values()],
    ...(await exportRecords(account)),
    ...history,
  };
  await countOthers(account);
  const members = { ...data, id: accountId, created_at: row.createdAt, ...(name !== url && { name }) };
  return {
    ...leftOut.pick(Account().shape, members, {
      url: '',
      enable_third_party_cookies: false,
      is_offline: false,
    }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list = []]) => list.length > 0)),
  } as AccountSeed; // the schemas have accepted every member
}

/** A seed gives a user a token each time that it names the user. */
async function exportUsers(
  { tx, accountId, leftOut }: ExportedAccount,
  foreignUsers: ReadonlySet<string>,
  taken: Set<string>,
): Promise<Loose[]> {
  const tokens = await listTokensOf(tx, accountId);
  leftOut.add('oauth_tokens', tokens.filter(({ kind }) => kind === 'oauth').length);
  const users = await listUsersOf(tx, accountId);
  return users.flatMap(({ id, timeZone: time_zone, ...user }) => {
    const seed = leftOut.pick(User().shape, { ...user, time_zone }, userDefaults);
    const own = tokens.filter(
      ({ userId, kind, token }) => userId === id && kind === 'api' && !taken.has(token),
    );
    if (foreignUsers.has(id)) {
      leftOut.add('tokens_of_other_accounts', own.length);
      return [seed];
    }
    for (const { token } of own) taken.add(token);
    return own.length === 0 ? [seed] : own.map(({ token }) => ({ ...seed, token }));
  });
}

const seedDefaults = { ...subscriberDefaults, deliverable_status: 'active' } as const;

const PAGE = 1000;

/** The subscribers by their addresses. Notes the addresses for the other records. */
async function exportSubscribers({ tx, accountId, leftOut, emails }: ExportedAccount) {
  const subscribers = new Map<string, Loose>();
  const filter = { statuses: [], tags: [] };
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await listSubscriberRows(tx, accountId, filter, { limit: PAGE, offset });
    total = page.total;
    const tags = await listTagsOfAll(
      tx,
      accountId,
      page.rows.map(({ id }) => id),
    );
    for (const {
      id,
      email,
      userId: user_id,
      visitorUuid: visitor_uuid,
      createdAt,
      data,
      ...row
    } of page.rows) {
      emails.set(id, email);
      const isDefault = row.status === 'active' && data.initial_status === undefined;
      const members = {
        id,
        created_at: createdAt,
        email,
        user_id,
        visitor_uuid,
        tags: tags.get(id),
        ...data,
      };
      const status = isDefault ? undefined : row.status;
      subscribers.set(email, leftOut.pick(Subscriber().shape, { ...members, status }, seedDefaults));
    }
  }
  return subscribers;
}

/** Custom events, purchases and orders, in the order in which they were recorded. */
async function exportHistory({ tx, accountId, leftOut, emails }: ExportedAccount) {
  const known = <Row extends { readonly subscriberId: string | null }>(
    kind: string,
    rows: readonly Row[],
  ) => {
    const kept = rows.flatMap((row) => {
      const email = emails.get(row.subscriberId ?? '');
      return email === undefined ? [] : [{ ...row, email }];
    });
    leftOut.add(kind, rows.length - kept.length);
    return kept;
  };
  const custom = await events.all(tx, accountId, sql`kind = 'custom' order by seq`);
  const legacy = await orders.all(tx, accountId, sql`api = 'v2' order by seq`);
  const isLeftOut = ({ subscriberId }: (typeof custom)[number]) => !emails.has(subscriberId ?? '');
  return {
    /** The actions of events that are left out, which the account still knows. */
    actions: custom.filter(isLeftOut).map(({ action }) => action),
    events: known('events_without_subscriber', custom).map(
      ({ email, action, properties, occurredAt: occurred_at }) => ({
        email,
        action,
        ...(Object.keys(properties).length > 0 && { properties }),
        occurred_at,
      }),
    ),
    purchases: known('purchases_without_subscriber', await purchases.list(tx, accountId)).map(
      ({ id, email, occurredAt: occurred_at, data }) => {
        const items = data.items.map(({ id: _, ...item }) => item);
        const members = { ...data, id, email, occurred_at, items };
        return leftOut.pick(Purchase().shape, members, { properties: {}, items: [] });
      },
    ),
    orders: known('orders_without_subscriber', legacy).map(({ email, provider, externalId, data }) => {
      const own = { email, provider, upstream_id: externalId, occurred_at: data.originatedAt };
      return leftOut.pick(LegacyOrder().shape, { ...data.attributes, ...own });
    }),
  };
}

/** Reduces lifetime values by the purchases and orders of the seed, which will add to them. */
function subtractHistory(
  subscribers: Map<string, Loose>,
  { purchases, orders }: { readonly purchases: readonly Loose[]; readonly orders: readonly Loose[] },
): void {
  for (const { email, amount } of [...purchases, ...orders]) {
    const subscriber = subscribers.get(String(email)) ?? {};
    const rest = Number(subscriber.lifetime_value ?? 0) - Number(amount);
    const { lifetime_value: _, ...members } = subscriber;
    subscribers.set(String(email), { ...members, ...(rest !== 0 && { lifetime_value: rest }) });
  }
}
