import { adoptEvents } from '../store/events.ts';
import { forgetVisitor, type SubscriberRow } from '../store/subscribers.ts';
import {
  findVisitor,
  insertVisitor,
  tieVisitor as storeTie,
  type VisitorData,
  type VisitorRow,
} from '../store/visitors.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { inheritConversions } from './conversions.ts';

/** The visitor with this uuid; a new one when it was never seen, or when there is none yet. */
export async function seeVisitor(
  { world, tx, accountId }: Context,
  uuid: string | null,
  data: VisitorData,
): Promise<VisitorRow> {
  const found = uuid === null ? undefined : await findVisitor(tx, accountId, uuid);
  if (found) return found;
  const visitor: VisitorRow = {
    uuid: uuid ?? world.ids.hex(),
    subscriberId: null,
    createdAt: isoTime(world.clock.now()),
    data,
  };
  await insertVisitor(tx, accountId, visitor);
  return visitor;
}

/**
 * Says who a visitor is: this person and nobody else from now on, as with a browser that people share. What the
 * visitor did while nobody knew is theirs.
 */
// Unspecified: U-44
export async function tieVisitor(context: Context, uuid: string, person: SubscriberRow): Promise<void> {
  const { subscriberId: before } = await seeVisitor(context, uuid, {});
  if (before !== null && before !== person.id) {
    await forgetVisitor(context.tx, context.accountId, before, uuid);
  }
  await storeTie(context.tx, context.accountId, uuid, person.id);
  await adoptEvents(context.tx, context.accountId, uuid, person.id);
  await inheritConversions(context, uuid, person.id);
  person.visitorUuid = uuid;
}
