import { type AccountFeatures, findAccountFeatures } from '../../store/tables/account-features.ts';
import type { Context } from '../context/context.ts';

/** The account's features, cached for the rest of the transaction. */
export function accountFeatures({ tx, accountId, cache }: Context): Promise<AccountFeatures> {
  cache.features ??= findAccountFeatures(tx, accountId);
  return cache.features;
}
