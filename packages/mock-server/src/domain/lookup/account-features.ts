import { type AccountFeatures, findAccountFeatures } from '../../store/accounts.ts';
import type { Context } from '../../world/context.ts';

const known = new WeakMap<Context, Promise<AccountFeatures>>();

/** The account's features, cached for the rest of the transaction. */
export function accountFeatures(context: Context): Promise<AccountFeatures> {
  let features = known.get(context);
  if (!features) {
    features = findAccountFeatures(context.tx, context.accountId);
    known.set(context, features);
  }
  return features;
}
