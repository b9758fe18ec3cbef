import { TAG_PARAMETER } from '@trickle/sdk/contract';
import type { Context } from '../../domain/context/context.ts';
import { convertByPage } from '../../domain/events/conversions.ts';
import { recordPageVisit } from '../../domain/events/page-visits.ts';
import { upsertSubscriber } from '../../domain/subscribers/subscribers.ts';
import { tagVisitor } from '../../domain/subscribers/visitors.ts';
import { MAX_NAME_LENGTH } from '../../shared/values/lengths.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { VisitorRow } from '../../store/tables/visitors.ts';
import type { MessageContext } from './command-context.ts';

/** The limit of tags in one URL. */
const MAX_TAGS = 10;

/** The tags in a URL: in its query and, because some applications route by it, in its fragment. */
function tagsIn(url: string): string[] {
  const found = url.match(new RegExp(`(?<=[?&])${TAG_PARAMETER}=[^&#]*`, 'g')) ?? [];
  const tags = found.map((pair) => new URLSearchParams(pair).get(TAG_PARAMETER)?.trim() ?? '');
  return [...new Set(tags)].filter((tag) => tag && tag.length <= MAX_NAME_LENGTH).slice(0, MAX_TAGS);
}

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
  const tags = tagsIn(url);
  if (subscriberId === null) {
    for (const tag of tags) await tagVisitor(context, uuid, tag);
    return true;
  }
  if (tags.length) await upsertSubscriber(context, { id: subscriberId, tags });
  await recordPageVisit(context, subscriberId, url);
  return false;
}
