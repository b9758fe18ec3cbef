import { findStanding, type Standing } from '../store/accounts.ts';
import type { Context } from './context.ts';

const known = new WeakMap<Context, Promise<Standing>>();

/** How the account stands, looked up once for all that one transaction does for it. */
export function standingOf(context: Context): Promise<Standing> {
  let standing = known.get(context);
  if (!standing) {
    standing = findStanding(context.tx, context.accountId);
    known.set(context, standing);
  }
  return standing;
}
