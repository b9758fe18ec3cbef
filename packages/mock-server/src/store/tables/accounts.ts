import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import { raiseRevision } from '../engine/server-revision.ts';
import { changeRows, insertRow, NO_ACCOUNT, type Transaction } from '../engine/store.ts';

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
  /** Links whose clicks in emails are recorded as events. */
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

/** An account's custom dynamic content. */
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

/** The rules by which an account scores its leads. */
export interface LeadScoring {
  /** The score at which a subscriber becomes a lead. */
  readonly threshold: number;
  /** Points for each custom event action. */
  readonly points: Readonly<Record<string, number>>;
}
export interface AccountRow {
  readonly id: string;
  readonly createdAt: string;
  readonly data: AccountData;
}

/** The user that a token belongs to. */
export interface TokenRow {
  /** On the requested account; undefined for users who are not members. */
  readonly role: Role | undefined;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
}

const TOKENS = { table: 'tokens', accountId: NO_ACCOUNT };
const USERS = { table: 'users', accountId: NO_ACCOUNT };

const { columns, placeholders, toRow, values } = mapRow<AccountRow>({
  id: 'id',
  createdAt: 'created_at',
  data: json('data'),
});

export async function insertAccount(tx: Transaction, account: AccountRow): Promise<void> {
  await insertRow(
    tx,
    { table: 'accounts', accountId: account.id },
    `insert into accounts (${columns}) values (${placeholders})`,
    ...values(account),
  );
  await raiseRevision(tx);
}

export async function findAccount(tx: Transaction, id: string): Promise<AccountRow | undefined> {
  const row = await tx.get<StoredRow>(`select ${columns} from accounts where id = ?`, id);
  return row && toRow(row);
}

/** Replaces an account's settings. */
export async function updateAccount(tx: Transaction, id: string, data: AccountData): Promise<void> {
  await changeRows(
    tx,
    { table: 'accounts', accountId: id },
    'update accounts set data = ? where id = ?',
    JSON.stringify(data),
    id,
  );
}

/** Lists all accounts in order of creation. */
export async function listAccounts(tx: Transaction): Promise<AccountRow[]> {
  return (await tx.all<StoredRow>(`select ${columns} from accounts order by seq`)).map(toRow);
}

/** Lists the accounts that a user is a member of. */
export async function listAccountsOf(tx: Transaction, userId: string): Promise<AccountRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from accounts
     where id in (select account_id from memberships where user_id = ?) order by seq`,
    userId,
  );
  return rows.map(toRow);
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
}

export async function insertUser(tx: Transaction, { id, email, name, timeZone }: UserRow): Promise<void> {
  const data = JSON.stringify({ name, timeZone });
  await insertRow(tx, USERS, 'insert into users (id, email, data) values (?, ?, ?)', id, email, data);
}

/** Updates the name and time zone of a user. */
export async function updateUser(
  tx: Transaction,
  { id, name, timeZone }: Pick<UserRow, 'id' | 'name' | 'timeZone'>,
): Promise<void> {
  await changeRows(
    tx,
    USERS,
    'update users set data = ? where id = ?',
    JSON.stringify({ name, timeZone }),
    id,
  );
}

export async function hasUser(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.get('select id from users where id = ?', id)) !== undefined;
}

/** Finds a user by email address, which identifies a user across accounts. */
export async function findUserId(tx: Transaction, email: string): Promise<string | undefined> {
  return (await tx.get<{ id: string }>('select id from users where email = ?', email))?.id;
}

export async function addAccountUser(
  tx: Transaction,
  accountId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await insertRow(
    tx,
    { table: 'memberships', accountId: accountId },
    `insert into memberships (account_id, user_id, role) values (?, ?, ?)
     on conflict (account_id, user_id) do update set role = excluded.role`,
    accountId,
    userId,
    role,
  );
}

/** A token to insert: an API token, or an OAuth token when it has a `clientId`. */
export interface NewToken {
  readonly token: string;
  readonly userId: string;
  readonly createdAt: string;
  /** The OAuth application that the token belongs to. */
  readonly clientId?: string | undefined;
}

export async function insertToken(
  tx: Transaction,
  { token, userId, createdAt, clientId }: NewToken,
): Promise<void> {
  await insertRow(
    tx,
    TOKENS,
    'insert into tokens (token, kind, user_id, client_id, created_at) values (?, ?, ?, ?, ?)',
    token,
    clientId === undefined ? 'api' : 'oauth',
    userId,
    clientId ?? null,
    createdAt,
  );
}

/** Whether a token is anybody's. */
export async function hasToken(tx: Transaction, token: string): Promise<boolean> {
  return (await tx.get('select 1 from tokens where token = ?', token)) !== undefined;
}

/** Deletes an application's token; false when it has no such token. */
export async function deleteOAuthToken(tx: Transaction, clientId: string, token: string): Promise<boolean> {
  const sql = "delete from tokens where token = ? and client_id = ? and kind = 'oauth'";
  return (await changeRows(tx, TOKENS, sql, token, clientId)) === 1;
}

/** Deletes a token of an account's user; false when no user of the account has it. */
export async function deleteTokenOf(tx: Transaction, accountId: string, token: string): Promise<boolean> {
  const sql = `delete from tokens where token = ?
     and user_id in (select user_id from memberships where account_id = ?)`;
  return (await changeRows(tx, TOKENS, sql, token, accountId)) === 1;
}

/** The tables that `findToken` reads. */
export const TOKEN_TABLES = ['tokens', 'users', 'memberships'];

/** Finds a token's user and their role on an account. `kind` is `api` for Basic and `oauth` for Bearer. */
export async function findToken(
  tx: Pick<Transaction, 'get'>,
  kind: 'api' | 'oauth',
  token: string,
  accountId: string,
): Promise<TokenRow | undefined> {
  const row = await tx.get<{ user_id: string; email: string; data: string; role: Role | null }>(
    `select t.user_id, u.email, u.data, m.role from tokens t join users u on u.id = t.user_id
     left join memberships m on m.account_id = ? and m.user_id = t.user_id
     where t.token = ? and t.kind = ?`,
    accountId,
    token,
    kind,
  );
  return (
    row && { ...JSON.parse(row.data), userId: row.user_id, email: row.email, role: row.role ?? undefined }
  );
}

/** Lists the accounts that the user of an API token owns, oldest first. */
export async function listAccountsOwnedBy(tx: Transaction, token: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    `select a.id from tokens t join memberships m on m.user_id = t.user_id and m.role = 'owner'
     join accounts a on a.id = m.account_id where t.token = ? and t.kind = 'api' order by a.seq`,
    token,
  );
  return rows.map(({ id }) => id);
}

/** Lists the API tokens of an account's users, owners first. */
export async function listTokens(tx: Transaction, accountId: string): Promise<string[]> {
  const rows = await tx.all<{ token: string }>(
    `select t.token from tokens t join memberships m on m.user_id = t.user_id
     where m.account_id = ? and t.kind = 'api'
     order by case m.role when 'owner' then 0 when 'member' then 1 else 2 end, t.token`,
    accountId,
  );
  return rows.map((row) => row.token);
}

/** Lists the API tokens of an account's users who are also members of another account. */
export async function listTokensElsewhere(tx: Transaction, accountId: string): Promise<Set<string>> {
  const users = await listUsersElsewhere(tx, accountId);
  const tokens = await listTokensOf(tx, accountId);
  return new Set(tokens.filter(({ userId }) => users.has(userId)).map(({ token }) => token));
}

/** A user of an account. */
export interface AccountUser extends UserRow {
  readonly role: Role;
}

/** Lists the users of an account, owners first. */
export async function listUsersOf(tx: Transaction, accountId: string): Promise<AccountUser[]> {
  const rows = await tx.all<{ id: string; email: string; data: string; role: Role }>(
    `select u.id, u.email, u.data, m.role from memberships m join users u on u.id = m.user_id
     where m.account_id = ?
     order by case m.role when 'owner' then 0 when 'member' then 1 else 2 end, u.seq`,
    accountId,
  );
  return rows.map(({ id, email, data, role }) => {
    const { name, timeZone } = JSON.parse(data);
    return { id, email, name, timeZone, role };
  });
}

/** A token of an account's user. */
export interface AccountToken {
  readonly token: string;
  readonly kind: 'api' | 'oauth';
  readonly userId: string;
  /** The OAuth application that the token belongs to. */
  readonly clientId: string | null;
  readonly createdAt: string;
}

/** Lists the tokens of an account's users, oldest first. */
export async function listTokensOf(tx: Transaction, accountId: string): Promise<AccountToken[]> {
  const rows = await tx.all<{
    token: string;
    kind: AccountToken['kind'];
    user_id: string;
    client_id: string | null;
    created_at: string;
  }>(
    `select t.token, t.kind, t.user_id, t.client_id, t.created_at from tokens t
     join memberships m on m.user_id = t.user_id where m.account_id = ? order by t.created_at, t.token`,
    accountId,
  );
  return rows.map(({ token, kind, user_id: userId, client_id: clientId, created_at: createdAt }) => ({
    token,
    kind,
    userId,
    clientId,
    createdAt,
  }));
}

/** A token that a user granted to an application. */
export interface OAuthTokenRow {
  readonly token: string;
  readonly email: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** Lists an application's tokens, oldest first. */
export function listOAuthTokens(tx: Transaction, clientId: string): Promise<OAuthTokenRow[]> {
  return tx.all<OAuthTokenRow>(
    `select t.token, u.email, t.created_at from tokens t join users u on u.id = t.user_id
     where t.client_id = ? and t.kind = 'oauth' order by t.created_at, t.token`,
    clientId,
  );
}

/** Deletes all tokens of an application and returns their number. */
export function deleteOAuthTokensOf(tx: Transaction, clientId: string): Promise<number> {
  return changeRows(tx, TOKENS, "delete from tokens where client_id = ? and kind = 'oauth'", clientId);
}

/** Lists the email addresses of the first `count` users with an account, oldest first. */
export async function listUserEmails(tx: Transaction, count: number): Promise<string[]> {
  const rows = await tx.all<{ email: string }>(
    `select email from users where exists (select 1 from memberships m where m.user_id = users.id)
     order by seq limit ?`,
    count,
  );
  return rows.map(({ email }) => email);
}

/** Finds the time zone of an account's first owner; UTC when it has none. */
export async function findOwnerZone(tx: Transaction, accountId: string): Promise<string> {
  const row = await tx.get<{ data: string }>(
    `select u.data from memberships m join users u on u.id = m.user_id
     where m.account_id = ? and m.role = 'owner' order by u.seq limit 1`,
    accountId,
  );
  return row ? JSON.parse(row.data).timeZone : 'Etc/UTC';
}

/** Lists the users of an account who are also members of another account. */
export async function listUsersElsewhere(tx: Transaction, accountId: string): Promise<Set<string>> {
  const rows = await tx.all<{ user_id: string }>(
    `select user_id from memberships where account_id = ?
     and user_id in (select user_id from memberships where account_id <> ?)`,
    accountId,
    accountId,
  );
  return new Set(rows.map(({ user_id: id }) => id));
}
