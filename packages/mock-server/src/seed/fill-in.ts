import type { Ids } from '../platform/ids.ts';
import type { Seed } from './schema.ts';

/** Gives the accounts and users of a seed the ids and tokens that it leaves out, so that they outlast a reset. */
export function fillIn({ accounts = [], ...seed }: Seed, ids: Ids): Seed {
  return {
    ...seed,
    accounts: accounts.map((account) => {
      const { id = ids.digits() } = account;
      const users = account.users ?? [{ email: `owner@${id}.example` }];
      return { ...account, id, users: users.map((user) => ({ ...user, token: user.token ?? ids.hex() })) };
    }),
  };
}
