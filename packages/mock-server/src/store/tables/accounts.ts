import { json, others, text } from '../engine/column.ts';
import { raiseRevision } from '../engine/server-revision.ts';
import { plain, selectColumn, selectRow, selectRows, selectValue, sql } from '../engine/sql.ts';
import { NO_ACCOUNT, type Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

export type Role = 'owner' | 'member' | 'viewer';

/** An account's settings, under the interface's names. */
export interface AccountData {
  readonly name: string;
  readonly url: string;
  readonly default_from_name?: string | undefined;
  readonly default_from_email?: string | undefined;
  readonly default_postal_address?: string | undefined;
  readonly primary_email?: string | undefined;
  readonly enable_third_party_cookies: boolean;
  readonly phone_number?: string | undefined;
  /** Lead scoring is off when absent. */
  readonly lead_scoring?: LeadScoring | undefined;
  /** The servers that supply content for the account's emails; none when absent. */
  readonly dynamic_content?: DynamicContent | undefined;
  readonly trigger_links?: readonly TriggerLink[] | undefined;
  /** The origins whose pages may use the account's page script; any when absent. */
  readonly script_origins?: readonly string[] | undefined;
  /** Tags of a seed, which need no subscriber. */
  readonly declared_tags?: readonly string[] | undefined;
  /** Actions of a seed, which need no event. */
  readonly declared_actions?: readonly string[] | undefined;
  /** Whether nothing leaves the account for other servers. */
  readonly is_offline?: boolean | undefined;
}

export interface DynamicContent {
  readonly is_enabled: boolean;
  readonly endpoints: readonly ContentEndpoint[];
}

/** A server that supplies content while an email is rendered. */
export interface ContentEndpoint {
  /** Templates read the content as `my.<shortcode>`. */
  readonly shortcode: string;
  /** A query in it is preserved. */
  readonly base_url: string;
  /** The subscriber's fields to send, including custom fields. */
  readonly subscriber: readonly string[];
  /** The event properties to send within a workflow. */
  readonly event: readonly string[];
}

export interface TriggerLink {
  readonly id: string;
  readonly url: string;
}

export interface LeadScoring {
  /** The score at which a subscriber becomes a lead. */
  readonly threshold: number;
  readonly points: Readonly<Record<string, number>>;
}

const accounts = table(
  'accounts',
  { id: text(), createdAt: text(), data: json<AccountData>() },
  { isShared: true },
);
export interface AccountRow extends RowOf<typeof accounts> {}

export const users = table(
  'users',
  { id: text(), email: text(), data: others<{ readonly name: string; readonly timeZone: string }>() },
  { isShared: true },
);
export interface UserRow extends RowOf<typeof users> {}

/** The users of accounts. */
export const memberships = table(
  'memberships',
  { userId: text(), role: text<Role>() },
  { key: ['userId'], order: ['userId'] },
);

export const tokens = table(
  'tokens',
  {
    token: text(),
    kind: text<'api' | 'oauth'>(),
    userId: text(),
    /** The OAuth application that the token belongs to. */
    clientId: text().orNull(),
    createdAt: text(),
  },
  { isShared: true, order: ['createdAt', 'token'] },
);

export interface TokenRow {
  /** On the requested account; undefined for users who are not members. */
  readonly role: Role | undefined;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
}

export async function insertAccount(tx: Transaction, account: AccountRow): Promise<void> {
  await accounts.insert(tx, account.id, account);
  await raiseRevision(tx);
}

export const findAccount = (tx: Transaction, id: string): Promise<AccountRow | undefined> =>
  accounts.find(tx, id, { id });

export const updateAccount = (tx: Transaction, id: string, data: AccountData): Promise<number> =>
  accounts.update(tx, id, { id }, { data });

/** Lists all accounts in order of creation. */
export const listAccounts = (tx: Transaction): Promise<AccountRow[]> => accounts.list(tx, NO_ACCOUNT);

export const listAccountsOf = (tx: Transaction, userId: string): Promise<AccountRow[]> =>
  accounts.all(
    tx,
    NO_ACCOUNT,
    sql`id in (select account_id from memberships where user_id = ${userId}) order by seq`,
  );

/** Finds a user by email address, which identifies a user across accounts. */
export const findUserId = (tx: Transaction, email: string): Promise<string | undefined> =>
  users.pick(tx, NO_ACCOUNT, { email }, 'id');

export interface NewToken {
  readonly token: string;
  readonly userId: string;
  readonly createdAt: string;
  /** The OAuth application that the token belongs to. */
  readonly clientId?: string | undefined;
}

export const insertToken = (tx: Transaction, { clientId, ...token }: NewToken): Promise<unknown> =>
  tokens.insert(tx, NO_ACCOUNT, {
    ...token,
    kind: clientId === undefined ? 'api' : 'oauth',
    clientId: clientId ?? null,
  });

/** Deletes an application's token; false when it has no such token. */
export const deleteOAuthToken = async (tx: Transaction, clientId: string, token: string): Promise<boolean> =>
  (await tokens.remove(tx, NO_ACCOUNT, { token, clientId, kind: 'oauth' })) === 1;

const usersOf = (accountId: string) => sql`(select user_id from memberships where account_id = ${accountId})`;

/** Deletes a token of an account's user; false when no user of the account has it. */
export async function deleteTokenOf(tx: Transaction, accountId: string, token: string): Promise<boolean> {
  const statement = sql`delete from tokens where token = ${token} and user_id in ${usersOf(accountId)}`;
  return (await tokens.change(tx, NO_ACCOUNT, statement)) === 1;
}

export const TOKEN_TABLES = ['tokens', 'users', 'memberships'];

/** Finds a token's user and their role on an account. `kind` is `api` for Basic and `oauth` for Bearer. */
export async function findToken(
  tx: Pick<Transaction, 'get'>,
  kind: 'api' | 'oauth',
  token: string,
  accountId: string,
): Promise<TokenRow | undefined> {
  const row = await selectRow<{ user_id: string; email: string; data: string; role: Role | null }>(
    tx,
    sql`select t.user_id, u.email, u.data, m.role from tokens t join users u on u.id = t.user_id
      left join memberships m on m.account_id = ${accountId} and m.user_id = t.user_id
      where t.token = ${token} and t.kind = ${kind}`,
  );
  return (
    row && { ...JSON.parse(row.data), userId: row.user_id, email: row.email, role: row.role ?? undefined }
  );
}

/** Lists the accounts that the user of an API token owns, oldest first. */
export const listAccountsOwnedBy = (tx: Transaction, token: string): Promise<string[]> =>
  selectColumn(
    tx,
    sql`select a.id from tokens t join memberships m on m.user_id = t.user_id and m.role = 'owner'
      join accounts a on a.id = m.account_id where t.token = ${token} and t.kind = 'api' order by a.seq`,
  );

/** Sorts members, owners first. */
const BY_ROLE = plain("case m.role when 'owner' then 0 when 'member' then 1 else 2 end");

/** Lists the API tokens of an account's users, owners first. */
export const listTokens = (tx: Transaction, accountId: string): Promise<string[]> =>
  selectColumn(
    tx,
    sql`select t.token from tokens t join memberships m on m.user_id = t.user_id
      where m.account_id = ${accountId} and t.kind = 'api' order by ${BY_ROLE}, t.token`,
  );

/** Lists the API tokens of an account's users who are also members of another account. */
export async function listTokensElsewhere(tx: Transaction, accountId: string): Promise<Set<string>> {
  const users = await listUsersElsewhere(tx, accountId);
  const tokens = await listTokensOf(tx, accountId);
  return new Set(tokens.filter(({ userId }) => users.has(userId)).map(({ token }) => token));
}

export interface AccountUser extends UserRow {
  readonly role: Role;
}

/** Lists the users of an account, owners first. */
export async function listUsersOf(tx: Transaction, accountId: string): Promise<AccountUser[]> {
  const rows = await selectRows<{ id: string; email: string; data: string; role: Role }>(
    tx,
    sql`select u.id, u.email, u.data, m.role from memberships m join users u on u.id = m.user_id
      where m.account_id = ${accountId} order by ${BY_ROLE}, u.seq`,
  );
  return rows.map(({ role, ...user }) => ({ ...users.toRow(user), role }));
}

export interface AccountToken extends RowOf<typeof tokens> {}

/** Lists the tokens of an account's users, oldest first. */
export const listTokensOf = (tx: Transaction, accountId: string): Promise<AccountToken[]> =>
  tokens.all(tx, NO_ACCOUNT, sql`user_id in ${usersOf(accountId)} order by created_at, token`);

export interface OAuthTokenRow {
  readonly token: string;
  readonly email: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** Lists an application's tokens, oldest first. */
export const listOAuthTokens = (tx: Transaction, clientId: string): Promise<OAuthTokenRow[]> =>
  selectRows(
    tx,
    sql`select t.token, u.email, t.created_at from tokens t join users u on u.id = t.user_id
      where t.client_id = ${clientId} and t.kind = 'oauth' order by t.created_at, t.token`,
  );

export const deleteOAuthTokensOf = (tx: Transaction, clientId: string): Promise<number> =>
  tokens.remove(tx, NO_ACCOUNT, { clientId, kind: 'oauth' });

/** Lists the email addresses of the first `count` users with an account, oldest first. */
export const listUserEmails = (tx: Transaction, count: number): Promise<string[]> =>
  selectColumn(
    tx,
    sql`select email from users where exists (select 1 from memberships m where m.user_id = users.id)
      order by seq limit ${count}`,
  );

/** Finds the time zone of an account's first owner; UTC when it has none. */
export async function findOwnerZone(tx: Transaction, accountId: string): Promise<string> {
  const owner = sql`select u.data from memberships m join users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.role = 'owner' order by u.seq limit 1`;
  const data = await selectValue(tx, owner);
  return data === undefined ? 'Etc/UTC' : JSON.parse(data).timeZone;
}

export const listUsersElsewhere = async (tx: Transaction, accountId: string): Promise<Set<string>> =>
  new Set(
    await selectColumn(
      tx,
      sql`select user_id from memberships where account_id = ${accountId}
        and user_id in (select user_id from memberships where account_id <> ${accountId})`,
    ),
  );
