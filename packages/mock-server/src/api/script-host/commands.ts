import {
  IdentifyArguments,
  SubscribeArguments,
  TAG_PARAMETER,
  type TrackArguments,
  type UnsubscribeArguments,
} from '@trickle/sdk/contract';
import { unsubscribeFromCampaigns } from '../../domain/campaign-subscriptions/leave.ts';
import { subscribeToCampaign } from '../../domain/campaigns/subscribe.ts';
import { recordProductView } from '../../domain/commerce/product-views.ts';
import type { Context } from '../../domain/context/context.ts';
import { recordEventOf } from '../../domain/custom-events/record.ts';
import { invalidAttribute } from '../../domain/errors.ts';
import { convertByPage } from '../../domain/events/conversions.ts';
import { recordPageVisit } from '../../domain/events/page-visits.ts';
import { identifyVisitor } from '../../domain/subscribers/identify-visitor.ts';
import { type BrowserData, upsertSubscriber } from '../../domain/subscribers/subscribers.ts';
import { tagVisitor } from '../../domain/subscribers/visitors.ts';
import { MAX_NAME_LENGTH } from '../../shared/values/lengths.ts';
import { isoTime } from '../../shared/values/time.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import type { VisitorRow } from '../../store/tables/visitors.ts';
import type { MessageContext } from './command-context.ts';
import { customFieldsOf } from './custom-fields.ts';
import { submitFormCommand } from './forms/submission.ts';
import type { OPERATIONS } from './read-messages.ts';

const MAX_TAGS = 10;

/** The tags in a URL: in its query and, because some applications route by it, in its fragment. */
function tagsIn(url: string): string[] {
  const found = url.match(new RegExp(`(?<=[?&])${TAG_PARAMETER}=[^&#]*`, 'g')) ?? [];
  const tags = found.map((pair) => new URLSearchParams(pair).get(TAG_PARAMETER)?.trim() ?? '');
  return [...new Set(tags)].filter((tag) => tag && tag.length <= MAX_NAME_LENGTH).slice(0, MAX_TAGS);
}

/** Processes a page visit: URL conversions, the tag in the URL, and workflows that wait for the visit. */
// Unspecified: U-72
async function visit(
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

/** Browser data stored with a new subscriber. */
const browserOf = (
  { data: { tags, renewed_at, ...first } }: VisitorRow,
  { address }: MessageContext,
): BrowserData => ({ ...first, ip_address: address });
/** Executes a message for a visitor. Returns whether the visitor is still unidentified. */
type Command = (
  context: Context,
  visitor: VisitorRow,
  input: Record<string, unknown>,
  messageContext: MessageContext,
) => Promise<boolean>;

/** The commands of the page script. Arguments are validated before. */
export const commands: Readonly<Record<keyof typeof OPERATIONS, Command>> = {
  identify,
  track,
  // The schema of each command has validated its arguments.
  subscribe: subscribe as unknown as Command,
  unsubscribe: unsubscribe as unknown as Command,
  submitForm: submitFormCommand as unknown as Command,
  visit: (context, visitor, _given, messageContext) => visit(context, visitor, messageContext),
};

async function identify(
  context: Context,
  visitor: VisitorRow,
  input: IdentifyArguments,
  messageContext: MessageContext,
): Promise<false> {
  const { email, new_email, user_id, tags, remove_tags, prospect, eu_consent, eu_consent_message, ...rest } =
    input;
  const attributes = {
    email,
    new_email,
    user_id,
    tags,
    remove_tags,
    prospect,
    eu_consent,
    eu_consent_message,
  };
  const { warn, address } = messageContext;
  const command = { ...messageContext, name: 'identify', own: IdentifyArguments().shape };
  const change = { ...attributes, custom_fields: customFieldsOf(rest, command) };
  for (const what of await identifyVisitor(context, visitor, change, address)) warn(`identify: ${what}`);
  return false;
}

async function track(
  context: Context,
  visitor: VisitorRow,
  input: TrackArguments,
  { at }: MessageContext,
): Promise<boolean> {
  const { action, occurred_at = isoTime(at), ...properties } = input;
  if (typeof action !== 'string' || !action.trim()) throw invalidAttribute('presence_error', 'action');
  const subscriber =
    visitor.subscriberId === null
      ? undefined
      : await findSubscriberBy(context.tx, context.accountId, 'id', visitor.subscriberId);
  await recordEventOf(context, subscriber, visitor.uuid, { action, occurred_at, properties });
  await recordProductView(context, action, properties);
  return subscriber === undefined;
}

/** Subscribes an email address, without identifying the visitor. */
// Unspecified: U-76
async function subscribe(
  context: Context,
  visitor: VisitorRow,
  { campaign_id, fields: { email, ...fields }, double_optin }: SubscribeArguments,
  messageContext: MessageContext,
): Promise<boolean> {
  const command = { ...messageContext, name: 'subscribe', own: SubscribeArguments().shape.fields.shape };
  const input = {
    email,
    custom_fields: customFieldsOf(fields, command),
    ...(double_optin !== undefined && { double_optin }),
  };
  await subscribeToCampaign(context, campaign_id, input, browserOf(visitor, messageContext));
  return visitor.subscriberId === null;
}

/** Unsubscribes an email address from a campaign or from all. The response is the same for unknown addresses. */
// Unspecified: U-76
async function unsubscribe(
  context: Context,
  visitor: VisitorRow,
  { email, campaign_id }: UnsubscribeArguments,
): Promise<boolean> {
  await unsubscribeFromCampaigns(context, email, campaign_id);
  return visitor.subscriberId === null;
}
