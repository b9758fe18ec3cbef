import { NotFoundError } from '../../domain/errors.ts';
import { findAccount, listTokensElsewhere, listTokensOf, listUsersOf } from '../../store/tables/accounts.ts';
import { listCustomFields } from '../../store/tables/custom-fields.ts';
import type { AdminContext } from '../scope.ts';

export async function readAccount({ tx, accountId, services, scope }: AdminContext) {
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
}

export async function requireUser({ tx, accountId }: AdminContext, userId: string) {
  const user = (await listUsersOf(tx, accountId)).find(({ id }) => id === userId);
  if (!user) throw new NotFoundError('user', userId);
  return user;
}
