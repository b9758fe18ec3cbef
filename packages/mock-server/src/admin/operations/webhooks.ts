import { numberTest } from '@trickle/design/number-test';
import { field as f, WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import type { Context } from '../../domain/context/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { requireRecord } from '../../domain/records/record.ts';
import { deliver, enabledWebhook } from '../../domain/webhooks/fan-out.ts';
import { triggerSample } from '../../domain/webhooks/samples.ts';
import { WEBHOOK_HEADERS } from '../../jobs/network/post-webhook.ts';
import { searched, within } from '../../store/engine/filter.ts';
import { notices } from '../../store/tables/notices.ts';
import { updateRecord } from '../../store/tables/records.ts';
import {
  DELIVERY_STATES,
  type WebhookDeliveryRow,
  webhookDeliveries,
  webhookFailures,
} from '../../store/tables/webhook-deliveries.ts';
import { millisecondsIn, numbers, span, withinSeconds } from '../fields.ts';
import { list, operation } from '../operation.ts';
import { withEmails } from '../queries/emails-of-subscribers.ts';

/** The payload of a delivery, as it is stored. */
const BODY = '(select body from webhook_payloads where seq = payload_seq)';

/** Webhook functions that the REST API lacks. */
export const webhooks = {
  /** Gets a webhook and the state of its receiver. */
  get: operation({
    route: 'GET /_admin/webhooks/{webhook_id}',
    answers: '`id`, `post_url`, `events`, `status` and `failing_since`.',
    run: (context, { webhookId }) => view(context, webhookId),
  }),
  /** Enables a disabled webhook. Missed events are not sent. */
  enable: operation({
    route: 'POST /_admin/webhooks/{webhook_id}/enable',
    answers: 'The webhook.',
    run: (context, { webhookId }) => setStatus(context, webhookId, 'active'),
  }),
  /** Disables a webhook. */
  disable: operation({
    route: 'POST /_admin/webhooks/{webhook_id}/disable',
    answers: 'The webhook.',
    run: (context, { webhookId }) => setStatus(context, webhookId, 'disabled'),
  }),
  /** Lists past and pending deliveries with requests, responses and attempts, oldest first. */
  deliveries: list({
    route: 'GET /_admin/webhook_deliveries',
    answers:
      '`deliveries`, each with the `email` of the subscriber, `body`, `state`, `attempts` and the last `answer`.',
    input: () => ({
      webhookId: f.optional(f.name()),
      state: f.optional(f.oneOf(...DELIVERY_STATES)),
      event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
      subscriberId: f.optional(f.name()),
      ...span(),
      /** A part of the event, the body, an answer, or of the subscriber's address, name or id; case-insensitive. */
      search: f.optional(f.name()),
      /** The status of the last attempt, or several: `500`, `4xx`. */
      status: f.optional(numbers()),
      /** The number of attempts, such as `>3`. */
      attempts: f.optional(numbers()),
    }),
    member: 'deliveries',
    page: ({ tx, accountId }, { since, until, search, status: _, attempts: __, ...filter }, choice) =>
      webhookDeliveries.page(tx, accountId, filter, {
        ...choice,
        conditions: [
          ...within('created_at', millisecondsIn({ since, until })),
          ...searched(accountId, search, { columns: ['event'], json: ['attempts', BODY] }),
        ],
      }),
    testOf({ status = '', attempts = '' }) {
      const [isStatus, isCount] = [numberTest(status), numberTest(attempts)];
      if (!isStatus && !isCount) return undefined;
      return ({ attempts: all }) =>
        (!isStatus || isStatus(all.at(-1)?.status ?? Number.NaN)) && (!isCount || isCount(all.length));
    },
    withEmail: true,
    show: withIsoTimes,
  }),
  /** Sends a delivery again, as a new delivery. */
  replay: operation({
    route: 'POST /_admin/webhook_deliveries/{delivery_id}/replay',
    answers: 'The new delivery.',
    status: 201,
    // Unspecified: U-87
    async run(context, { deliveryId }): Promise<WebhookDeliveryRow> {
      const { tx, accountId } = context;
      const delivery = await webhookDeliveries.find(tx, accountId, { id: deliveryId });
      if (!delivery) throw new NotFoundError('delivery', deliveryId);
      const payloadSeq = await webhookDeliveries.pick(tx, accountId, { id: deliveryId }, 'payloadSeq');
      const webhook = await enabledWebhook(context, delivery.webhookId);
      const { body, event, subscriberId, eventSeq } = delivery;
      const notification = { event, subscriberId, eventSeq, origin: 'replay', replayOf: deliveryId } as const;
      return { ...(await deliver(context, webhook, notification, payloadSeq ?? 0)), body };
    },
    show: withIsoTimes,
  }),
  /**
   * Sends an event with sample properties to one webhook, regardless of its events, or to all enabled webhooks
   * subscribed to the event and to `trickle listen`. It is about the given subscriber or a sample one, and changes no data.
   */
  trigger: operation({
    route: 'POST /_admin/webhooks/trigger',
    answers: '`deliveries`: the new deliveries.',
    status: 201,
    input: () => ({
      event: f.oneOf(...WEBHOOK_EVENTS),
      /** A single webhook, regardless of its events. Default: all enabled webhooks subscribed to the event. */
      webhookId: f.optional(f.name()),
      /** The id or email address of a subscriber. Default: a sample subscriber. */
      subscriberId: f.optional(f.name()),
    }),
    first: ['event'],
    run: (context, { event, ...about }) => triggerSample(context, event, about),
    show: (deliveries) => ({ deliveries: deliveries.map(withIsoTimes) }),
  }),
};

/** Gets a webhook delivery with all its attempts. */
export const deliveryInFull = operation({
  route: 'GET /_admin/webhook_deliveries/{delivery_id}',
  answers:
    'The delivery with the `email` of the subscriber and with `attempts`, each with `request_headers`, `status`, `answer`, `error` and `milliseconds`.',
  async run(context, { deliveryId: id }) {
    const delivery = await webhookDeliveries.find(context.tx, context.accountId, { id });
    const [found] = await withEmails(context, delivery ? [delivery] : []);
    if (!found) throw new NotFoundError('delivery', id);
    return found;
  },
  show: (delivery) => ({
    ...withIsoTimes(delivery),
    email: delivery.email,
    attempts: delivery.attempts.map(({ at, status, error, answer, milliseconds }) => ({
      at: timeOf(at),
      requestHeaders: WEBHOOK_HEADERS,
      status: status ?? null,
      error: error ?? null,
      answer: answer ?? null,
      milliseconds: milliseconds ?? null,
    })),
  }),
});

export const noticeReaders = {
  /** Lists notices to the account's users: disabled webhooks, emails that could not be sent. */
  notices: list({
    name: 'webhooks.notices',
    route: 'GET /_admin/notices',
    answers: '`notices`, each with `kind`, `message`, `details` and `created_at`.',
    input: () => ({
      /** For example `webhook_disabled`. */
      kind: f.optional(f.name()),
      ...span(),
    }),
    member: 'notices',
    page: ({ tx, accountId }, { since, until, ...filter }, choice) =>
      notices.page(tx, accountId, filter, {
        ...choice,
        conditions: withinSeconds('created_at', { since, until }),
      }),
  }),
};

/** A webhook and the state of its receiver. */
export interface WebhookView {
  readonly id: string;
  readonly post_url: string;
  readonly events: readonly WebhookEvent[];
  readonly include_received_email: boolean;
  /** `disabled` after the receiver has failed for three days. */
  readonly status: 'active' | 'disabled';
  /** Start of the current failure, ISO 8601; null if the receiver works. */
  readonly failing_since: string | null;
}

async function view(context: Context, webhookId: string): Promise<WebhookView> {
  const { id, status, data } = await requireRecord(context, 'webhooks', webhookId);
  const since = await webhookFailures.pick(context.tx, context.accountId, { webhookId: id }, 'since');
  return {
    id,
    post_url: data.post_url,
    events: data.events,
    include_received_email: data.include_received_email,
    status: status === 'active' ? 'active' : 'disabled',
    failing_since: since === undefined ? null : new Date(since).toISOString(),
  };
}

async function setStatus(context: Context, webhookId: string, status: 'active' | 'disabled') {
  const { tx, accountId } = context;
  const webhook = await requireRecord(context, 'webhooks', webhookId);
  await updateRecord(tx, accountId, 'webhooks', { ...webhook, status });
  await webhookFailures.remove(tx, accountId, { webhookId });
  return view(context, webhookId);
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A delivery with its times in ISO 8601. */
function withIsoTimes({ createdAt, nextAttemptAt, attempts, ...delivery }: WebhookDeliveryRow) {
  return {
    ...delivery,
    createdAt: timeOf(createdAt),
    nextAttemptAt: nextAttemptAt === null ? null : timeOf(nextAttemptAt),
    attempts: attempts.map(({ at, answer: _, ...attempt }) => ({ ...attempt, at: timeOf(at) })),
  };
}
