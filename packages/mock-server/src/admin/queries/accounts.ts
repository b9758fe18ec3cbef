import { NotFoundError } from '../../domain/errors.ts';
import { isoTime, olsonName } from '../../shared/values/time.ts';
import type { Transaction } from '../../store/engine/store.ts';
import {
  addAccountUser,
  deleteTokenOf,
  findAccount,
  insertToken,
  listTokensElsewhere,
  listTokensOf,
  listUsersOf,
  type Role,
  updateUser,
} from '../../store/tables/accounts.ts';
import { insertCustomField, listCustomFields } from '../../store/tables/custom-fields.ts';
import { inAccount, type Scope } from '../scope.ts';

/** An account with its settings, users, tokens and limits. */
export function readAccount(scope: Scope, accountId: string) {
  return inAccount(scope, accountId, true, async ({ tx, services }) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFoundError('account', accountId);
    const users = await listUsersOf(tx, accountId);
    const hidden = scope.caller ? await listTokensElsewhere(tx, accountId) : new Set<string>();
    const tokens = (await listTokensOf(tx, accountId)).filter(({ token }) => !hidden.has(token));
    return {
      id: accountId,
      createdAt: account.createdAt,
      hasOwnClock: services.clock.id !== '',
      settings: account.data,
      users: users.map((user) => ({ ...user, tokens: tokens.filter(({ userId }) => userId === user.id) })),
      tokens,
      customFields: await listCustomFields(tx, accountId),
      limits: scope.limits ?? null,
    };
  });
}

/** The members of a user that can change. The role counts for one account, the rest for all accounts of the user. */
export interface UserChange {
  readonly role?: Role | undefined;
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
}

async function requireUser(tx: Transaction, accountId: string, userId: string) {
  const user = (await listUsersOf(tx, accountId)).find(({ id }) => id === userId);
  if (!user) throw new NotFoundError('user', userId);
  return user;
}

/** Creates a further token of a user of an account. */
export function createToken(scope: Scope, accountId: string, userId: string): Promise<{ token: string }> {
  return inAccount(scope, accountId, false, async ({ tx, services }) => {
    await requireUser(tx, accountId, userId);
    const token = services.ids.hex();
    await insertToken(tx, { token, userId, createdAt: isoTime(services.clock.now()) });
    return { token };
  });
}

/** Changes a user of an account. */
export function changeUser(
  scope: Scope,
  accountId: string,
  userId: string,
  { role, name, timeZone: zone }: UserChange,
): Promise<void> {
  return inAccount(scope, accountId, false, async ({ tx }) => {
    const user = await requireUser(tx, accountId, userId);
    if (role !== undefined) await addAccountUser(tx, accountId, userId, role);
    const timeZone = zone === undefined ? user.timeZone : (olsonName(zone) ?? zone);
    await updateUser(tx, { id: userId, name: name ?? user.name, timeZone });
  });
}

/** Revokes a token of an account's user. */
export function revokeToken(scope: Scope, accountId: string, token: string): Promise<void> {
  return inAccount(scope, accountId, false, async ({ tx }) => {
    if (!(await deleteTokenOf(tx, accountId, token))) throw new NotFoundError('token', token);
  });
}

/** Adds a custom field to an account, unless it exists. */
export const addCustomField = (scope: Scope, accountId: string, identifier: string): Promise<void> =>
  inAccount(scope, accountId, false, async ({ tx }) => {
    await insertCustomField(tx, accountId, identifier);
  });
