import { type AccountFeatures, findAccountFeatures } from '../../store/accounts.ts';
import type { Context } from '../../world/context.ts';

const known = new WeakMap<Context, Promise<AccountFeatures>>();

/** How the account stands, looked up once for all that one transaction does for it. */
export function accountFeatures(context: Context): Promise<AccountFeatures> {
  let features = known.get(context);
  if (!features) {
    features = findAccountFeatures(context.tx, context.accountId);
    known.set(context, features);
  }
  return features;
}
