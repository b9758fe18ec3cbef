import type { World } from '../../domain/context/world.ts';
import type { RequestLog } from '../../observe/request-log/log.ts';
import { visitorIdOf } from '../../shared/values/visitor-id.ts';
import { findVisitor } from '../../store/tables/visitors.ts';

/** The place in the inspector that shows the effect of a page's last command. */
export interface Trace {
  /** The newest request of the page script for this visitor. */
  readonly requestId?: string;
  /** The subscriber that the visitor is linked to. */
  readonly subscriberId?: string;
}

/** Finds the newest message of a visitor, and the visitor's subscriber. */
export async function findTrace(
  { world, requestLog }: { readonly world: World; readonly requestLog: RequestLog },
  accountId: string,
  visitor: string,
): Promise<Trace> {
  if (visitorIdOf(visitor) === undefined) return {};
  const path = `/client/${accountId}/messages`;
  const entries = await requestLog.entries(accountId);
  const entry = entries.findLast((one) => one.path === path && one.body.includes(visitor));
  const row = await world.store.read((tx) => findVisitor(tx, accountId, visitor));
  return {
    ...(entry && { requestId: entry.id }),
    ...(row?.subscriberId && { subscriberId: row.subscriberId }),
  };
}
