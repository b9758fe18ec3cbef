import type { ContentPayload } from '../../jobs/kinds.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type ContentRequest, contentRequest } from '../../outbound/content-request.ts';
import type { ContentAnswer } from '../../outbound/fetch-content.ts';
import type { AccountData, ContentEndpoint } from '../../store/accounts.ts';
import { type ContentCall, insertContentCall } from '../../store/content-calls.ts';
import { findRecord } from '../../store/records.ts';
import { findSubscriberBy } from '../../store/subscribers.ts';
import { listTagsOf } from '../../store/tags.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Context } from '../../world/context.ts';
import type { EmailMessage } from './message.ts';
import { subscriberScope } from './template-scope.ts';

/** The endpoints that an email wants content of. */
export function endpointsFor(
  { dynamic_content }: AccountData,
  shortcodes: ReadonlySet<string> | 'all',
): readonly ContentEndpoint[] {
  if (!dynamic_content?.is_enabled) return [];
  const { endpoints } = dynamic_content;
  return shortcodes === 'all' ? endpoints : endpoints.filter(({ shortcode }) => shortcodes.has(shortcode));
}

/** The requests for the content of a letter. */
export async function contentRequests(
  { tx, accountId }: Context,
  endpoints: readonly ContentEndpoint[],
  { subscriber, workflow }: Pick<EmailMessage, 'subscriber' | 'workflow'>,
  isPreview = false,
): Promise<ContentRequest[]> {
  const tags = await listTagsOf(tx, accountId, subscriber.id);
  const fields = {
    subscriber: subscriberScope(subscriber, tags),
    event: workflow?.event ?? undefined,
    isPreview,
  };
  return endpoints.map((endpoint) => contentRequest(endpoint, fields));
}

/** Accepts a letter that is to be sent when its content is there. */
export async function awaitContent(context: Context, message: EmailMessage): Promise<void> {
  const { subscriber, email, campaign, broadcast, workflow } = message;
  const payload: ContentPayload = {
    subscriberId: subscriber.id,
    startedAt: context.world.clock.now(),
    attempt: 1,
    source: context.source,
    ...(campaign && { campaign: { id: campaign.id, emailId: email.id } }),
    ...(broadcast && { broadcastId: broadcast.id }),
    ...(workflow && { workflow: { ...workflow, email } }),
  };
  // A slow endpoint of one account does not hold up the emails of others.
  await enqueue(context, 'email_content', payload, { queue: context.accountId });
}

/** The letter that waits for content; undefined when its person, mailing or email is not there any more. */
export async function findMessage(
  { tx, accountId }: Context,
  payload: ContentPayload,
): Promise<EmailMessage | undefined> {
  const { subscriberId, campaign: place, broadcastId, workflow } = payload;
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  if (!subscriber) return undefined;
  if (workflow) return { subscriber, email: workflow.email, workflow };
  if (broadcastId !== undefined) {
    const broadcast = await findRecord(tx, accountId, 'broadcasts', broadcastId);
    return broadcast && { subscriber, broadcast, email: { ...broadcast.data, id: broadcast.id } };
  }
  const campaign = place && (await findRecord(tx, accountId, 'campaigns', place.id));
  const email = campaign?.data.emails.find(({ id }) => id === place?.emailId);
  return email && { subscriber, campaign, email };
}

/** Writes down the requests that were made for an email. */
export async function recordCalls(
  { world, tx, accountId }: Context,
  answers: readonly (ContentRequest & ContentAnswer)[],
  told: Pick<ContentCall, 'subscriberId' | 'emailId' | 'attempt' | 'isPreview'>,
): Promise<void> {
  for (const { content, ...answer } of answers) {
    const calledAt = isoTime(world.clock.now());
    await insertContentCall(tx, accountId, { id: world.ids.hex(), ...told, calledAt, ...answer });
  }
}
