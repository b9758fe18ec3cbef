import { WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import { ADMIN_CAUSE, type Context, openContext } from '../../domain/context/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { requireRecord } from '../../domain/records/find-record.ts';
import { deliver, enabledWebhook } from '../../domain/webhooks/fan-out.ts';
import { triggerSample } from '../../domain/webhooks/send-sample.ts';
import { listNotices, type NoticeRow } from '../../store/tables/notices.ts';
import { updateRecord } from '../../store/tables/records.ts';
import {
  findPayloadOf,
  findWebhookDelivery,
  listWebhookDeliveries,
  type WebhookDeliveryFilter,
  type WebhookDeliveryRow,
} from '../../store/tables/webhook-deliveries.ts';
import { endWebhookFailure, webhookFailsSince } from '../../store/tables/webhook-failures.ts';
import type { Runtime } from './runtime.ts';

/** The account. Default: the first one. */
interface Choice {
  readonly accountId?: string | undefined;
}

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

/** Webhook functions that the REST API lacks. */
export interface WebhookControl {
  get(webhookId: string, choice?: Choice): Promise<WebhookView>;
  /** Lists past and pending deliveries with requests, responses and attempts, oldest first. */
  deliveries(filter?: WebhookDeliveryFilter & Choice): Promise<WebhookDeliveryRow[]>;
  /** Sends a delivery again, as a new delivery. */
  replay(deliveryId: string, choice?: Choice): Promise<WebhookDeliveryRow>;
  /**
   * Sends an event with sample properties to one webhook, regardless of its events, or to all enabled webhooks
   * subscribed to the event. It is about the given subscriber or a sample one, and changes no data.
   */
  trigger(
    event: WebhookEvent,
    about?: Choice & {
      readonly webhookId?: string | undefined;
      readonly subscriberId?: string | undefined;
    },
  ): Promise<WebhookDeliveryRow[]>;
  /** Enables a disabled webhook. Missed events are not sent. */
  enable(webhookId: string, choice?: Choice): Promise<WebhookView>;
  /** Disables a webhook. */
  disable(webhookId: string, choice?: Choice): Promise<WebhookView>;
}

/** Controls webhooks and reads notices. */
export interface WebhookControls {
  readonly webhooks: WebhookControl;
  /** Lists notices to the account's users: disabled webhooks, emails that could not be sent. */
  notices(choice?: Choice): Promise<NoticeRow[]>;
}

/** Creates the webhook functions. `firstId` is the default account. */
export function webhookControl(
  { store, worlds }: Pick<Runtime, 'store' | 'worlds'>,
  firstId: string,
): WebhookControls {
  const write = <T>(accountId = firstId, work: (context: Context) => Promise<T>) =>
    store.write(
      (tx) => work(openContext({ world: worlds.of(accountId), tx, accountId, cause: ADMIN_CAUSE }, 'admin')),
      accountId,
    );
  const setStatus = (webhookId: string, status: 'active' | 'disabled', accountId: string | undefined) =>
    write(accountId, async (context) => {
      const { tx } = context;
      const webhook = await requireRecord(context, 'webhooks', webhookId);
      await updateRecord(tx, context.accountId, 'webhooks', { ...webhook, status });
      await endWebhookFailure(tx, context.accountId, webhookId);
      return view(context, webhookId);
    });
  return {
    webhooks: {
      get: (webhookId, { accountId } = {}) => write(accountId, (context) => view(context, webhookId)),
      deliveries: ({ accountId = firstId, ...filter } = {}) =>
        store.read((tx) => listWebhookDeliveries(tx, accountId, filter)),
      replay: (deliveryId, { accountId } = {}) => write(accountId, (context) => replay(context, deliveryId)),
      trigger(event, { accountId, ...about } = {}) {
        if (!WEBHOOK_EVENTS.includes(event)) throw new RangeError(`unknown event '${event}'`);
        return write(accountId, (context) => triggerSample(context, event, about));
      },
      enable: (webhookId, { accountId } = {}) => setStatus(webhookId, 'active', accountId),
      disable: (webhookId, { accountId } = {}) => setStatus(webhookId, 'disabled', accountId),
    },
    notices: ({ accountId = firstId } = {}) => store.read((tx) => listNotices(tx, accountId)),
  };
}

async function view(context: Context, webhookId: string): Promise<WebhookView> {
  const { id, status, data } = await requireRecord(context, 'webhooks', webhookId);
  const since = await webhookFailsSince(context.tx, context.accountId, id);
  return {
    id,
    post_url: data.post_url,
    events: data.events,
    include_received_email: data.include_received_email,
    status: status === 'active' ? 'active' : 'disabled',
    failing_since: since === undefined ? null : new Date(since).toISOString(),
  };
}

// Unspecified: U-87
async function replay(context: Context, deliveryId: string): Promise<WebhookDeliveryRow> {
  const delivery = await findWebhookDelivery(context.tx, context.accountId, deliveryId);
  if (!delivery) throw new NotFoundError('delivery', deliveryId);
  const payloadSeq = (await findPayloadOf(context.tx, context.accountId, deliveryId)) ?? 0; // it was found above
  const webhook = await enabledWebhook(context, delivery.webhookId);
  const { body, event, subscriberId, eventSeq } = delivery;
  const notification = { event, subscriberId, eventSeq, origin: 'replay', replayOf: deliveryId } as const;
  return { ...(await deliver(context, webhook, notification, payloadSeq)), body };
}
