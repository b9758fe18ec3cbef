import { CONTENT_REQUEST } from '@trickle/sdk/contract';
import { textOf } from '../../shared/values/json.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { AccountData, ContentEndpoint } from '../../store/tables/accounts.ts';
import { type ContentCall, insertContentCall } from '../../store/tables/content-calls.ts';
import { findRecord } from '../../store/tables/records.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import type { Context } from '../context/context.ts';
import { type ContentPayload, enqueue } from '../queue.ts';
import { type EmailMessage, subscriberScope } from './message.ts';

/** Fields that identify a subscriber. They are never sent. */
// Unspecified: U-104
const UNIQUE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'email',
  'user_id',
  'visitor_uuid',
  'phone',
  'sms_number',
  'ip_address',
  'href',
]);

export interface ContentFields {
  readonly subscriber: Readonly<Record<string, unknown>>;
  /** Undefined outside a workflow. */
  readonly event: Readonly<Record<string, unknown>> | undefined;
  /** Whether the email is a preview or a test. */
  readonly isPreview: boolean;
}

export interface ContentRequest {
  readonly shortcode: string;
  readonly url: string;
  /** The requested fields that are not sent. */
  readonly withheld: readonly string[];
}

export interface ContentAnswer
  extends Pick<ContentCall, 'outcome' | 'status' | 'error' | 'body' | 'finalUrl'> {
  /** The object or array of a successful answer. */
  readonly content?: object | undefined;
}

/** Builds the request: the base URL with its query, then fields as `entity[field]`; without a value, a bare key. */
// Unspecified: U-104
export function contentRequest(endpoint: ContentEndpoint, fields: ContentFields): ContentRequest {
  const withheld = endpoint.subscriber.filter((name) => UNIQUE_FIELDS.has(name));
  const parameters = [
    ...parametersOf(
      'subscriber',
      endpoint.subscriber.filter((name) => !UNIQUE_FIELDS.has(name)),
      fields.subscriber,
    ),
    ...(fields.event ? parametersOf('event', endpoint.event, fields.event) : []),
    ...(fields.isPreview ? [`${CONTENT_REQUEST.previewParameter}=true`] : []),
  ];
  return { shortcode: endpoint.shortcode, url: withQuery(endpoint.base_url, parameters), withheld };
}

function parametersOf(entity: string, names: readonly string[], values: Readonly<Record<string, unknown>>) {
  return names.map((name) => {
    const key = encodeURIComponent(`${entity}[${name}]`);
    const text = textOf(Object.hasOwn(values, name) ? values[name] : undefined);
    return text === '' ? key : `${key}=${encodeURIComponent(text)}`;
  });
}

/** Appends parameters to a URL's query without re-encoding it. */
function withQuery(base: string, parameters: readonly string[]): string {
  const [address = ''] = base.split('#');
  if (parameters.length === 0) return address;
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${parameters.join('&')}`;
}

export function endpointsFor(
  { dynamic_content }: AccountData,
  shortcodes: ReadonlySet<string> | 'all',
): readonly ContentEndpoint[] {
  if (!dynamic_content?.is_enabled) return [];
  const { endpoints } = dynamic_content;
  return shortcodes === 'all' ? endpoints : endpoints.filter(({ shortcode }) => shortcodes.has(shortcode));
}

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

/** Enqueues a message that is sent once its content has been fetched. */
export async function awaitContent(context: Context, message: EmailMessage): Promise<void> {
  const { subscriber, email, campaign, broadcast, workflow } = message;
  const payload: ContentPayload = {
    subscriberId: subscriber.id,
    startedAt: context.services.clock.now(),
    attempt: 1,
    source: context.source,
    ...(campaign && { campaign: { id: campaign.id, emailId: email.id } }),
    ...(broadcast && { broadcastId: broadcast.id }),
    ...(workflow && { workflow: { ...workflow, email } }),
  };
  // One queue per account, so that a slow endpoint does not delay the emails of other accounts.
  await enqueue(context, 'email_content', payload, { queue: context.accountId });
}

/** Finds a message that waits for content. Undefined if its subscriber, mailing or email no longer exists. */
export async function findMessage(
  { tx, accountId }: Context,
  payload: ContentPayload,
): Promise<EmailMessage | undefined> {
  const { subscriberId, campaign: reference, broadcastId, workflow } = payload;
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  if (!subscriber) return undefined;
  if (workflow) return { subscriber, email: workflow.email, workflow };
  if (broadcastId !== undefined) {
    const broadcast = await findRecord(tx, accountId, 'broadcasts', broadcastId);
    return broadcast && { subscriber, broadcast, email: { ...broadcast.data, id: broadcast.id } };
  }
  const campaign = reference && (await findRecord(tx, accountId, 'campaigns', reference.id));
  const email = campaign?.data.emails.find(({ id }) => id === reference?.emailId);
  return email && { subscriber, campaign, email };
}

export async function recordCalls(
  { services, tx, accountId }: Context,
  answers: readonly (ContentRequest & ContentAnswer)[],
  call: Pick<ContentCall, 'subscriberId' | 'emailId' | 'attempt' | 'isPreview'>,
): Promise<void> {
  for (const { content, ...answer } of answers) {
    const calledAt = isoTime(services.clock.now());
    await insertContentCall(tx, accountId, { id: services.ids.hex(), ...call, calledAt, ...answer });
  }
}
