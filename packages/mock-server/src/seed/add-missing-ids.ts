import type { Ids } from '../shared/platform/random.ts';
import type { Seed } from './schema.ts';

/** Adds missing ids to accounts and missing tokens to users, so that they stay the same after a reset. */
export function addMissingIds({ accounts = [], ...seed }: Seed, ids: Ids): Seed {
  return {
    ...seed,
    accounts: accounts.map((account) => {
      const { id = ids.digits() } = account;
      const users = account.users ?? [{ email: `owner@${id}.example` }];
      return { ...account, id, users: users.map((user) => ({ ...user, token: user.token ?? ids.hex() })) };
    }),
  };
}
