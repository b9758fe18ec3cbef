import { field as f, schema, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { WEBHOOK_HEADERS } from '../../jobs/network/post-webhook.ts';
import { pageOfNotices } from '../../store/tables/notices.ts';
import { pageOfWebhookDeliveries, type WebhookDeliveryRow } from '../../store/tables/webhook-deliveries.ts';
import { operation } from '../operation.ts';
import { readWebhookDelivery } from '../queries/emails.ts';
import { pageWithEmails } from '../queries/emails-of-subscribers.ts';
import { withCamelNames } from '../wire.ts';
import { account, page } from './fields.ts';

const OfNotices = schema(() => z.strictObject({ ...account(), ...page() }));
const OfDeliveries = schema(() =>
  z.strictObject({
    ...account(),
    ...page(),
    webhook_id: f.optional(f.name()),
    state: f.optional(f.oneOf('pending', 'delivered', 'given_up', 'dropped')),
    event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
    subscriber_id: f.optional(f.name()),
  }),
);
const OneWebhook = schema(() => z.strictObject({ ...account(), webhook_id: f.name() }));
const OneDelivery = schema(() => z.strictObject({ ...account(), delivery_id: f.name() }));
const Sample = schema(() =>
  z.strictObject({
    ...account(),
    event: f.oneOf(...WEBHOOK_EVENTS),
    /** A single webhook, regardless of its events. Default: all enabled webhooks subscribed to the event. */
    webhook_id: f.optional(f.name()),
    /** The id or email address of a subscriber. Default: a sample subscriber. */
    subscriber_id: f.optional(f.name()),
  }),
);

const timeOf = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** Formats a delivery's times as ISO 8601. */
const shown = <Row extends WebhookDeliveryRow>({ createdAt, nextAttemptAt, attempts, ...delivery }: Row) => ({
  ...delivery,
  createdAt: timeOf(createdAt),
  nextAttemptAt: timeOf(nextAttemptAt),
  attempts: attempts.map(({ at, answer: _, ...attempt }) => ({ ...attempt, at: timeOf(at) })),
});

/** A delivery with everything that is known about its attempts. */
const inFull = (delivery: WebhookDeliveryRow) => ({
  ...shown(delivery),
  attempts: delivery.attempts.map(({ at, status, error, answer, milliseconds }) => ({
    at: timeOf(at),
    requestHeaders: WEBHOOK_HEADERS,
    status: status ?? null,
    error: error ?? null,
    answer: answer ?? null,
    milliseconds: milliseconds ?? null,
  })),
});

export const webhooks = [
  operation('webhooks.get', 'GET /_admin/webhooks/{webhook_id}', {
    summary: "Get a webhook and its receiver's state",
    answers: '`id`, `post_url`, `events`, `status` and `failing_since`.',
    input: OneWebhook,
    run: (server, { webhook_id: id, account_id: accountId }) => server.webhooks.get(id, { accountId }),
  }),
  operation('webhooks.enable', 'POST /_admin/webhooks/{webhook_id}/enable', {
    summary: 'Enable a disabled webhook; missed events are not sent',
    answers: 'The webhook.',
    input: OneWebhook,
    run: (server, { webhook_id: id, account_id: accountId }) => server.webhooks.enable(id, { accountId }),
  }),
  operation('webhooks.disable', 'POST /_admin/webhooks/{webhook_id}/disable', {
    summary: 'Disable a webhook',
    answers: 'The webhook.',
    input: OneWebhook,
    run: (server, { webhook_id: id, account_id: accountId }) => server.webhooks.disable(id, { accountId }),
  }),
  operation('webhooks.deliveries', 'GET /_admin/webhook_deliveries', {
    summary: 'List past and pending webhook deliveries, oldest first',
    answers:
      '`deliveries`, each with the `email` of the subscriber, `body`, `state`, `attempts` and the last `answer`.',
    input: OfDeliveries,
    async run(_, { account_id, limit, cursor, order, ...filter }, inspector) {
      const page = { limit, cursor, order };
      const { rows, ...more } = await inspector.list(account_id, page, 1, async (context, choice) => {
        const { tx, accountId } = context;
        return pageWithEmails(
          context,
          await pageOfWebhookDeliveries(tx, accountId, withCamelNames(filter), choice),
        );
      });
      return { deliveries: rows.map(shown), ...more };
    },
  }),
  operation('webhooks.delivery', 'GET /_admin/webhook_deliveries/{delivery_id}', {
    summary: 'Get a webhook delivery with all its attempts',
    answers:
      'The delivery with the `email` of the subscriber and with `attempts`, each with `request_headers`, `status`, `answer`, `error` and `milliseconds`.',
    input: OneDelivery,
    run: async (_, { account_id, delivery_id: id }, inspector) =>
      inFull(await readWebhookDelivery(inspector, account_id, id)),
  }),
  operation('webhooks.replay', 'POST /_admin/webhook_deliveries/{delivery_id}/replay', {
    summary: 'Send a delivery again, as a new delivery',
    answers: 'The new delivery.',
    status: 201,
    input: OneDelivery,
    run: async (server, { delivery_id: id, account_id: accountId }) =>
      shown(await server.webhooks.replay(id, { accountId })),
  }),
  operation('webhooks.trigger', 'POST /_admin/webhooks/trigger', {
    summary: 'Send an event with sample properties, without changing data',
    answers: '`deliveries`: the new deliveries.',
    status: 201,
    input: Sample,
    run: async (server, { event, ...about }) => ({
      deliveries: (await server.webhooks.trigger(event, withCamelNames(about))).map(shown),
    }),
  }),
  operation('webhooks.notices', 'GET /_admin/notices', {
    summary: "List notices to the account's users: disabled webhooks, unsent emails",
    answers: '`notices`, each with `kind`, `message`, `details` and `created_at`.',
    input: OfNotices,
    async run(_, { account_id, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 1, ({ tx, accountId }, choice) =>
        pageOfNotices(tx, accountId, choice),
      );
      return { notices: rows, ...more };
    },
  }),
];
