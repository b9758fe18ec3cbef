import { json, mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

export type Role = 'owner' | 'member' | 'viewer';

/** What is kept of an account beside its id; the interface's names. */
export interface AccountData {
  readonly name: string;
  readonly url: string;
  readonly default_from_name?: string | undefined;
  readonly default_from_email?: string | undefined;
  readonly default_postal_address?: string | undefined;
  readonly primary_email?: string | undefined;
  readonly enable_third_party_cookies: boolean;
  readonly phone_number?: string | undefined;
  /** Off unless there. */
  readonly lead_scoring?: LeadScoring | undefined;
  /** Whom the account asks for content of its emails; nobody unless there. */
  readonly dynamic_content?: DynamicContent | undefined;
  /** Links that tell of themselves when they are clicked in an email. */
  readonly trigger_links?: readonly TriggerLink[] | undefined;
  /** The origins whose pages may send for the account; any unless there. */
  readonly script_origins?: readonly string[] | undefined;
}

/** What an account has of custom dynamic content. */
export interface DynamicContent {
  readonly is_enabled: boolean;
  readonly endpoints: readonly ContentEndpoint[];
}

/** Somebody's server that is asked for content while an email is rendered. */
export interface ContentEndpoint {
  /** Templates reach the content by `my.<shortcode>`. */
  readonly shortcode: string;
  /** Its query is kept. */
  readonly base_url: string;
  /** The fields that are sent, custom fields among them. */
  readonly subscriber: readonly string[];
  /** The properties of the event that are sent, within a workflow. */
  readonly event: readonly string[];
}

export interface TriggerLink {
  readonly id: string;
  readonly url: string;
}

/** How an account scores its leads. */
export interface LeadScoring {
  /** Who reaches it is a lead. */
  readonly threshold: number;
  /** Points by the action of a custom event. */
  readonly points: Readonly<Record<string, number>>;
}
export interface AccountRow {
  readonly id: string;
  readonly createdAt: string;
  readonly data: AccountData;
}

/** The person whose token it is. */
export interface TokenRow {
  /** On the account that was asked about; undefined without a place on it. */
  readonly role: Role | undefined;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
}

const { columns, placeholders, toRow, values } = mapRow<AccountRow>({
  id: 'id',
  createdAt: 'created_at',
  data: json('data'),
});

export async function insertAccount(tx: Transaction, account: AccountRow): Promise<void> {
  await tx.run(`insert into accounts (${columns}) values (${placeholders})`, ...values(account));
}

export async function findAccount(tx: Transaction, id: string): Promise<AccountRow | undefined> {
  const row = await tx.get<StoredRow>(`select ${columns} from accounts where id = ?`, id);
  return row && toRow(row);
}

/** Keeps what is said of an account as it is now. */
export async function updateAccount(tx: Transaction, id: string, data: AccountData): Promise<void> {
  await tx.run('update accounts set data = ? where id = ?', JSON.stringify(data), id);
}

/** What of an account nearly every change asks about. */
export interface AccountFeatures {
  readonly scoring: LeadScoring | undefined;
  /** Whether any webhook is enabled. */
  readonly hasWebhooks: boolean;
  /** Whether any workflow is active. */
  readonly hasWorkflows: boolean;
}

export async function findAccountFeatures(tx: Transaction, id: string): Promise<AccountFeatures> {
  const row = await tx.get<{ data: string; has_webhooks: unknown; has_workflows: unknown }>(
    `select data,
       exists (select 1 from webhooks where account_id = accounts.id and status = 'active') as has_webhooks,
       exists (select 1 from workflows where account_id = accounts.id and status = 'active') as has_workflows
     from accounts where id = ?`,
    id,
  );
  const { lead_scoring: scoring }: Partial<AccountData> = row ? JSON.parse(row.data) : {};
  return { scoring, hasWebhooks: Boolean(row?.has_webhooks), hasWorkflows: Boolean(row?.has_workflows) };
}

/** All accounts, in the order in which they were made. */
export async function listAccounts(tx: Transaction): Promise<AccountRow[]> {
  return (await tx.all<StoredRow>(`select ${columns} from accounts order by seq`)).map(toRow);
}

/** The accounts on which a user has a place. */
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
  await tx.run('insert into users (id, email, data) values (?, ?, ?)', id, email, data);
}

/** Whether there is a user with this id. */
export async function hasUser(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.get('select id from users where id = ?', id)) !== undefined;
}

/** Users are the same person in every account when they have the same email address. */
export async function findUserId(tx: Transaction, email: string): Promise<string | undefined> {
  return (await tx.get<{ id: string }>('select id from users where email = ?', email))?.id;
}

export async function addAccountUser(
  tx: Transaction,
  accountId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await tx.run(
    `insert into memberships (account_id, user_id, role) values (?, ?, ?)
     on conflict (account_id, user_id) do update set role = excluded.role`,
    accountId,
    userId,
    role,
  );
}

/** A token to be made: an API token, or that of an OAuth application. */
export interface NewToken {
  readonly token: string;
  readonly userId: string;
  readonly createdAt: string;
  /** The application that it is made for. */
  readonly clientId?: string | undefined;
}

export async function insertToken(
  tx: Transaction,
  { token, userId, createdAt, clientId }: NewToken,
): Promise<void> {
  await tx.run(
    'insert into tokens (token, kind, user_id, client_id, created_at) values (?, ?, ?, ?, ?)',
    token,
    clientId === undefined ? 'api' : 'oauth',
    userId,
    clientId ?? null,
    createdAt,
  );
}

/** Takes an application's token away; false when it had none such. */
export async function deleteOAuthToken(tx: Transaction, clientId: string, token: string): Promise<boolean> {
  const sql = "delete from tokens where token = ? and client_id = ? and kind = 'oauth'";
  return (await tx.run(sql, token, clientId)) === 1;
}

/** Whose token this is, and what they may do on an account. `kind` is `api` for Basic and `oauth` for Bearer. */
export async function findToken(
  tx: Transaction,
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

/** The tokens of an account's users, owners first. */
export async function listTokens(tx: Transaction, accountId: string): Promise<string[]> {
  const rows = await tx.all<{ token: string }>(
    `select t.token from tokens t join memberships m on m.user_id = t.user_id
     where m.account_id = ? and t.kind = 'api'
     order by case m.role when 'owner' then 0 when 'member' then 1 else 2 end, t.token`,
    accountId,
  );
  return rows.map((row) => row.token);
}

/** A token that a user has given an application. */
export interface OAuthTokenRow {
  readonly token: string;
  readonly email: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** The tokens of an application, the oldest first. */
export function listOAuthTokens(tx: Transaction, clientId: string): Promise<OAuthTokenRow[]> {
  return tx.all<OAuthTokenRow>(
    `select t.token, u.email, t.created_at from tokens t join users u on u.id = t.user_id
     where t.client_id = ? and t.kind = 'oauth' order by t.created_at, t.token`,
    clientId,
  );
}

/** Takes all tokens of an application away, and tells how many these were. */
export function deleteOAuthTokensOf(tx: Transaction, clientId: string): Promise<number> {
  return tx.run("delete from tokens where client_id = ? and kind = 'oauth'", clientId);
}

/** Addresses of users who have a place on an account, the first ones first. */
export async function listUserEmails(tx: Transaction, count: number): Promise<string[]> {
  const rows = await tx.all<{ email: string }>(
    `select email from users where exists (select 1 from memberships m where m.user_id = users.id)
     order by seq limit ?`,
    count,
  );
  return rows.map(({ email }) => email);
}

/** The time zone of an account's first owner. */
export async function findOwnerZone(tx: Transaction, accountId: string): Promise<string> {
  const row = await tx.get<{ data: string }>(
    `select u.data from memberships m join users u on u.id = m.user_id
     where m.account_id = ? and m.role = 'owner' order by u.seq limit 1`,
    accountId,
  );
  return row ? JSON.parse(row.data).timeZone : 'Etc/UTC';
}

/** The users of an account who have a place on another one as well. */
export async function listUsersElsewhere(tx: Transaction, accountId: string): Promise<Set<string>> {
  const rows = await tx.all<{ user_id: string }>(
    `select user_id from memberships where account_id = ?
     and user_id in (select user_id from memberships where account_id <> ?)`,
    accountId,
    accountId,
  );
  return new Set(rows.map(({ user_id: id }) => id));
}
