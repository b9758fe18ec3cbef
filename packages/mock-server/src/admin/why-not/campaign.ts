import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import { campaignRules, seriesRules } from '../../domain/campaign-subscriptions/rules.ts';
import { plannedAt } from '../../domain/campaign-subscriptions/scheduling.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { areMet, type Finding, finding } from '../../domain/rules.ts';
import type { Fault } from '../../faults/rule.ts';
import { findOwnerZone } from '../../store/tables/accounts.ts';
import { type SubscriptionRow, subscriptions } from '../../store/tables/campaign-subscriptions.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { AdminContext } from '../scope.ts';
import { deliveryOf, emailRules, failedJob, jobWith, noticeAbout, sent } from './rules.ts';
import { due, judge, type WhyNotAnswer } from './verdict.ts';

/** Which email is asked about, and by whom. */
export interface CampaignQuestion {
  readonly subscriber: SubscriberRow;
  readonly campaign: RecordRow<'campaigns'>;
  /** From 1. Default: the subscriber's next email, otherwise the last one. */
  readonly emailNumber?: number | undefined;
  readonly faults: readonly Fault[];
}

export async function whyNotCampaign(
  context: AdminContext,
  question: CampaignQuestion,
): Promise<WhyNotAnswer> {
  const { tx, accountId } = context;
  const { subscriber, campaign, emailNumber } = question;
  const { emails } = campaign.data;
  const place = { campaignId: campaign.id, subscriberId: subscriber.id };
  const subscription = await subscriptions.find(tx, accountId, place);
  const next = subscription ? seriesPosition(subscription).next : 0;
  const index = emailNumber === undefined ? Math.min(next, emails.length - 1) : emailNumber - 1;
  const email = emails[index];
  if (emailNumber !== undefined && !email) {
    throw new NotFoundError('email', `${emailNumber}, the campaign '${campaign.name}' has ${emails.length}`);
  }
  const what = `Email ${index + 1} of the campaign '${campaign.name}'`;
  const isAhead = subscription?.status === 'active' && !subscription.data.is_complete && next <= index;
  const key = { mailingId: campaign.id, subscriberId: subscriber.id, emailId: email?.id ?? '' };
  const delivery = isAhead ? undefined : await deliveryOf(context, 'campaign_id', key);
  if (delivery) return sent(subscriber.email, what, delivery);
  const outlook = { text: `${what} will be sent to ${subscriber.email}.`, at: undefined };
  if (!subscription) return judge(neverSubscribed(question), outlook);
  if (index < next && email) {
    const ahead = await emailAhead(context, question, subscription, index);
    return judge([ahead, ...campaignRules(question)], outlook);
  }
  const rules = [...seriesRules(question, subscription)];
  if (!email || !areMet(rules)) return judge(rules, outlook);
  const at = await timeOf(context, question, subscription, index);
  rules.push(due(context, what, at));
  // Those that end may be over when a later email is due.
  const faults = question.faults.filter(({ times }) => index === next || times === undefined);
  const job = await jobWith(context, 'campaign_emails', { campaignId: campaign.id });
  rules.push(...failedJob(`the campaign '${campaign.name}'`, job));
  rules.push(...(await emailRules(context, { subscriber, email, campaign }, faults)));
  return judge(rules, { ...outlook, at: Math.max(at, context.services.clock.now()) });
}

const neverSubscribed = ({ subscriber, campaign }: CampaignQuestion): Finding[] => [
  finding({ type: 'subscriber', id: subscriber.id }, 'subscribed', {
    isMet: false,
    text: `${subscriber.email} has never been subscribed to the campaign '${campaign.name}'.`,
  }),
  ...campaignRules({ campaign, subscriber }),
];

/** The broken rule that an email must come after the subscriber's position. */
async function emailAhead(
  context: AdminContext,
  { campaign, subscriber }: CampaignQuestion,
  { data }: SubscriptionRow,
  index: number,
): Promise<Finding> {
  const first = data.starting_email_index + 1;
  const notice = await noticeAbout(context, campaign.data.emails[index]?.id ?? '');
  const why =
    index + 1 < first
      ? `The series of ${subscriber.email} began with email ${first}.`
      : (notice ?? `The series of ${subscriber.email} has passed email ${index + 1} without sending it.`);
  const about = { type: 'campaign', id: campaign.id } as const;
  return finding(about, 'email_ahead', { isMet: false, text: why });
}

/** When an email of a running series is due, in milliseconds since 1970, if those before it are sent in time. */
async function timeOf(
  context: AdminContext,
  { campaign, subscriber }: CampaignQuestion,
  subscription: SubscriptionRow,
  index: number,
): Promise<number> {
  const plan = { campaign, subscriber, zone: await findOwnerZone(context.tx, context.accountId) };
  const { next, ...position } = seriesPosition(subscription);
  let at = subscription.nextSendAt ?? plannedAt(context, plan, { next, ...position });
  for (let i = next + 1; i <= index; i++) {
    const since = Math.max(at, context.services.clock.now());
    at = plannedAt(context, plan, { next: i, since, isBegun: true });
  }
  return at;
}
