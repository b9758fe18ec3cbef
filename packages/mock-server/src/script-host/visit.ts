import { TAG_PARAMETER } from '@trickle/sdk/contract';
import type { Context } from '../domain/context.ts';
import { convertByPage } from '../domain/conversions.ts';
import { recordPageVisit } from '../domain/page-visits.ts';
import { LONGEST_TAG } from '../domain/reading/tags.ts';
import { upsertSubscriber } from '../domain/upsert-subscriber.ts';
import { tagVisitor } from '../domain/visitors.ts';
import type { VisitorRow } from '../store/visitors.ts';
import { isoTime } from '../world.ts';
import type { Occasion } from './commands.ts';

/** A visitor is on a page: conversions by its address, the tag in it, and whatever waits for the visit. */
// Unspecified: U-72
export async function visit(
  context: Context,
  { uuid, subscriberId }: VisitorRow,
  { url, at }: Pick<Occasion, 'url' | 'at'>,
): Promise<boolean> {
  if (url === undefined || !URL.canParse(url)) return subscriberId === null;
  const occurredAt = isoTime(at);
  await convertByPage(context, url, { subscriberId, visitorUuid: uuid, occurredAt });
  const sent = new URL(url).searchParams.get(TAG_PARAMETER)?.trim() ?? '';
  const tag = sent.length > LONGEST_TAG ? '' : sent;
  if (subscriberId === null) {
    if (tag) await tagVisitor(context, uuid, tag);
    return true;
  }
  if (tag) await upsertSubscriber(context, { id: subscriberId, tags: [tag] });
  await recordPageVisit(context, subscriberId, url);
  return false;
}
