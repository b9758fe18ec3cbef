import { TAG_PARAMETER } from '@trickle/sdk/contract';
import type { Context } from '../../domain/context/context.ts';
import { convertByPage } from '../../domain/events/conversions.ts';
import { recordPageVisit } from '../../domain/events/page-visits.ts';
import { upsertSubscriber } from '../../domain/subscribers/upsert.ts';
import { tagVisitor } from '../../domain/subscribers/visitors.ts';
import { isoTime } from '../../shared/values/iso-time.ts';
import { MAX_NAME_LENGTH } from '../../shared/values/lengths.ts';
import type { VisitorRow } from '../../store/tables/visitors.ts';
import type { MessageContext } from './command-context.ts';

/** Processes a page visit: URL conversions, the tag in the URL, and workflows that wait for the visit. */
// Unspecified: U-72
export async function visit(
  context: Context,
  { uuid, subscriberId }: VisitorRow,
  { url, at }: Pick<MessageContext, 'url' | 'at'>,
): Promise<boolean> {
  if (url === undefined || !URL.canParse(url)) return subscriberId === null;
  const occurredAt = isoTime(at);
  await convertByPage(context, url, { subscriberId, visitorUuid: uuid, occurredAt });
  const sent = new URL(url).searchParams.get(TAG_PARAMETER)?.trim() ?? '';
  const tag = sent.length > MAX_NAME_LENGTH ? '' : sent;
  if (subscriberId === null) {
    if (tag) await tagVisitor(context, uuid, tag);
    return true;
  }
  if (tag) await upsertSubscriber(context, { id: subscriberId, tags: [tag] });
  await recordPageVisit(context, subscriberId, url);
  return false;
}
