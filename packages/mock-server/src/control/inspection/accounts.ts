import { NotFoundError } from '../../domain/lookup/errors.ts';
import { findAccount, listTokensOf, listUsersOf } from '../../store/accounts.ts';
import type { Inspector } from './inspector.ts';

/** An account with its settings, users, tokens and limits. */
export function readAccount(inspector: Inspector, accountId: string) {
  return inspector.read(accountId, async ({ tx, world }) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFoundError('account', accountId);
    const users = await listUsersOf(tx, accountId);
    const tokens = await listTokensOf(tx, accountId);
    return {
      id: accountId,
      createdAt: account.createdAt,
      hasOwnClock: world.clock.id !== '',
      settings: account.data,
      users: users.map((user) => ({ ...user, tokens: tokens.filter(({ userId }) => userId === user.id) })),
      tokens,
      limits: inspector.server.limits ?? null,
    };
  });
}
