import { field as f, schema, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { WebhookDeliveryRow } from '../../store/webhook-deliveries.ts';
import { operation } from '../operation.ts';
import { withCamelNames } from '../wire-names.ts';
import { account } from './fields.ts';

const OfAccount = schema(() => z.strictObject(account()));
const OfDeliveries = schema(() =>
  z.strictObject({
    ...account(),
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
    /** One webhook, whatever its events; all enabled ones that want the event when left out. */
    webhook_id: f.optional(f.name()),
    /** The id or email address of a person; somebody made up when left out. */
    subscriber_id: f.optional(f.name()),
  }),
);

const timeOf = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** A delivery with times as the rest of the API has them. */
const shown = ({ createdAt, nextAttemptAt, attempts, ...delivery }: WebhookDeliveryRow) => ({
  ...delivery,
  createdAt: timeOf(createdAt),
  nextAttemptAt: timeOf(nextAttemptAt),
  attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: timeOf(at) })),
});

export const webhooks = [
  operation('webhooks.get', 'GET /_admin/webhooks/{webhook_id}', {
    summary: 'Shows a webhook, whether it is enabled, and since when its receiver fails',
    answers: '`id`, `post_url`, `events`, `status` and `failing_since`.',
    input: OneWebhook,
    run: (server, { webhook_id: id, account_id: accountId }) => server.webhooks.get(id, { accountId }),
  }),
  operation('webhooks.enable', 'POST /_admin/webhooks/{webhook_id}/enable', {
    summary: 'Enables a disabled webhook; what it missed is not sent',
    answers: 'The webhook.',
    input: OneWebhook,
    run: (server, { webhook_id: id, account_id: accountId }) => server.webhooks.enable(id, { accountId }),
  }),
  operation('webhooks.disable', 'POST /_admin/webhooks/{webhook_id}/disable', {
    summary: 'Disables a webhook by hand',
    answers: 'The webhook.',
    input: OneWebhook,
    run: (server, { webhook_id: id, account_id: accountId }) => server.webhooks.disable(id, { accountId }),
  }),
  operation('webhooks.deliveries', 'GET /_admin/webhook_deliveries', {
    summary: 'Lists the notifications that were and are to be posted, in their order',
    answers: '`deliveries`, each with `body`, `state`, `attempts` and the last `answer`.',
    input: OfDeliveries,
    run: async (server, filter) => ({
      deliveries: (await server.webhooks.deliveries(withCamelNames(filter))).map(shown),
    }),
  }),
  operation('webhooks.replay', 'POST /_admin/webhook_deliveries/{delivery_id}/replay', {
    summary: 'Sends a notification once more, as a delivery of its own',
    answers: 'The new delivery.',
    status: 201,
    input: OneDelivery,
    run: async (server, { delivery_id: id, account_id: accountId }) =>
      shown(await server.webhooks.replay(id, { accountId })),
  }),
  operation('webhooks.trigger', 'POST /_admin/webhooks/trigger', {
    summary: 'Sends any event with sample properties; nothing happens to the person',
    answers: '`deliveries`, those that were made.',
    status: 201,
    input: Sample,
    run: async (server, { event, ...about }) => ({
      deliveries: (await server.webhooks.trigger(event, withCamelNames(about))).map(shown),
    }),
  }),
  operation('webhooks.notices', 'GET /_admin/notices', {
    summary: 'Lists what the people of the account were told: webhooks disabled, emails not sent',
    answers: '`notices`, each with `kind`, `message`, `details` and `created_at`.',
    input: OfAccount,
    run: async (server, choice) => ({ notices: await server.notices(withCamelNames(choice)) }),
  }),
];
