import { field as f, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { invalidAttribute } from '../../domain/errors.ts';
import { finding } from '../../domain/rules.ts';
import type { Fault } from '../../faults/rule.ts';
import { type Input, operation } from '../operation.ts';
import { type AdminContext, inAccount } from '../scope.ts';
import { whyNotBroadcast } from '../why-not/broadcast.ts';
import { whyNotCampaign } from '../why-not/campaign.ts';
import { requireNamed, requireSubscriber } from '../why-not/named.ts';
import { judge, type WhyNotAnswer } from '../why-not/verdict.ts';
import { whyNotWebhook } from '../why-not/webhook.ts';
import { whyNotWorkflow } from '../why-not/workflow.ts';

const MAILINGS = ['campaign', 'broadcast', 'workflow', 'webhook'] as const;

/** The email, workflow or webhook that did not reach a subscriber. Each record is named by its id or its name, a webhook by its id or URL. */
const subject = () => ({
  campaign: f.optional(f.name()),
  /** The number of the campaign's email, from 1. Default: the next one, otherwise the last one. */
  email: f.optional(f.integerFrom(1)),
  broadcast: f.optional(f.name()),
  workflow: f.optional(f.name()),
  /** Together with `event`. */
  webhook: f.optional(f.name()),
  /** The event that the webhook has not sent: the subscriber's newest one. */
  event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
});

/** The email, workflow or webhook that did not reach a subscriber. */
export interface WhyNotSubject extends Input<ReturnType<typeof subject>> {}

export const whyNotControls = {
  /**
   * Answers why a subscriber has not got an email of a campaign, a broadcast or a webhook's notification, or is not on a
   * workflow. It asks the rules that decide about sending, in their order, and changes nothing.
   */
  whyNot: operation({
    name: 'subscribers.whyNot',
    route: 'GET /_admin/why-not',
    answers:
      '`verdict` (`done`, `planned` or `kept_back`), the reason as `text`, `at`, `ref` (the email or webhook delivery), and `rules`, each with `rule`, `result` (`met`, `waits` or `broken`), `text` and the record that it is `about`.',
    input: () => ({
      /** The id or email address of a subscriber, or the id of a deleted one. */
      subscriber: f.name(),
      ...subject(),
    }),
    needsOneOf: MAILINGS,
    first: ['subscriber'],
    async act(scope, { accountId, subscriber, ...about }) {
      check(about);
      const faults = await scope.runtime.faultRules.list();
      return inAccount(scope, accountId, true, (context) => answer(context, subscriber, about, faults));
    },
  }),
};

/** Throws if more than one thing is asked about, or members do not belong together. */
function check(about: WhyNotSubject): void {
  const [, second] = MAILINGS.filter((name) => about[name] !== undefined);
  if (second) throw invalidAttribute('unavailable_error', second, 'ask about one thing at a time');
  if (about.email !== undefined && about.campaign === undefined) {
    throw invalidAttribute('presence_error', 'campaign', 'is needed with email');
  }
  if ((about.event === undefined) !== (about.webhook === undefined)) {
    const missing = about.event === undefined ? 'event' : 'webhook';
    throw invalidAttribute('presence_error', missing, 'is needed: a webhook is told about an event');
  }
}

async function answer(
  context: AdminContext,
  idOrEmail: string,
  about: WhyNotSubject,
  faults: readonly Fault[],
): Promise<WhyNotAnswer> {
  const { subscriber, deletion } = await requireSubscriber(context, idOrEmail);
  if (about.webhook !== undefined && about.event !== undefined) {
    const webhook = await requireNamed(context, 'webhooks', about.webhook);
    const named = subscriber ?? { id: idOrEmail, email: `the deleted subscriber ${idOrEmail}` };
    return whyNotWebhook(context, { subscriber: named, webhook, event: about.event });
  }
  if (deletion) {
    const text = `The subscriber ${idOrEmail} was deleted at ${deletion.occurredAt}.`;
    return judge([finding(null, 'subscriber_exists', { isMet: false, text })], { text, at: undefined });
  }
  if (about.campaign !== undefined) {
    const campaign = await requireNamed(context, 'campaigns', about.campaign);
    return whyNotCampaign(context, { subscriber, campaign, emailNumber: about.email, faults });
  }
  if (about.broadcast !== undefined) {
    const broadcast = await requireNamed(context, 'broadcasts', about.broadcast);
    return whyNotBroadcast(context, { subscriber, broadcast, faults });
  }
  const workflow = await requireNamed(context, 'workflows', about.workflow ?? ''); // one of the four is there
  return whyNotWorkflow(context, { subscriber, workflow, faults });
}
