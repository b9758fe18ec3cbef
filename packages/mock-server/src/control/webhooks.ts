import { WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import { NotFoundError } from '../domain/lookup/errors.ts';
import { requireRecord } from '../domain/lookup/find-record.ts';
import { deliver, enabledWebhook } from '../domain/webhooks/fan-out.ts';
import { triggerSample } from '../domain/webhooks/send-sample.ts';
import { listNotices, type NoticeRow } from '../store/notices.ts';
import { updateRecord } from '../store/records.ts';
import {
  findWebhookDelivery,
  listWebhookDeliveries,
  type WebhookDeliveryFilter,
  type WebhookDeliveryRow,
} from '../store/webhook-deliveries.ts';
import { endWebhookFailure, webhookFailsSince } from '../store/webhook-failures.ts';
import type { Context } from '../world/context.ts';
import type { Runtime } from './runtime.ts';

/** Whose webhooks are meant: the first account's unless another is named. */
interface Choice {
  readonly accountId?: string | undefined;
}

/** A webhook, and how its receiver does. */
export interface WebhookView {
  readonly id: string;
  readonly post_url: string;
  readonly events: readonly WebhookEvent[];
  readonly include_received_email: boolean;
  /** A webhook is disabled when its receiver has failed for three days. */
  readonly status: 'active' | 'disabled';
  /** Since when its receiver fails, ISO 8601; null while it does not. */
  readonly failing_since: string | null;
}

/** What the interface has no endpoint for: what became of notifications, and how to send some by hand. */
export interface WebhookControl {
  get(webhookId: string, choice?: Choice): Promise<WebhookView>;
  /** What was and is to be posted, in its order, with requests, answers and attempts. */
  deliveries(filter?: WebhookDeliveryFilter & Choice): Promise<WebhookDeliveryRow[]>;
  /** Sends a delivery once more, as a delivery of its own. */
  replay(deliveryId: string, choice?: Choice): Promise<WebhookDeliveryRow>;
  /**
   * Sends an event with sample properties to one webhook, whatever its events, or to all enabled ones that want it.
   * About a person of the account, or a made-up one; nothing happens to them.
   */
  trigger(
    event: WebhookEvent,
    about?: Choice & {
      readonly webhookId?: string | undefined;
      readonly subscriberId?: string | undefined;
    },
  ): Promise<WebhookDeliveryRow[]>;
  /** Enables a disabled webhook; what it missed is not sent. */
  enable(webhookId: string, choice?: Choice): Promise<WebhookView>;
  /** Disables a webhook by hand. */
  disable(webhookId: string, choice?: Choice): Promise<WebhookView>;
}

/** Webhooks, and what the service tells the people of an account. */
export interface WebhookControls {
  readonly webhooks: WebhookControl;
  /** What the service has told the people of an account: webhooks disabled, emails that could not be sent. */
  notices(choice?: Choice): Promise<NoticeRow[]>;
}

/** The webhooks of a server; `firstId` is the account that is meant when none is named. */
export function webhookControl(
  { store, worlds }: Pick<Runtime, 'store' | 'worlds'>,
  firstId: string,
): WebhookControls {
  const write = <T>(accountId = firstId, work: (context: Context) => Promise<T>) =>
    store.write((tx) => work({ world: worlds.of(accountId), tx, accountId, source: 'admin' }));
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
        if (!WEBHOOK_EVENTS.includes(event)) throw new RangeError(`There is no event '${event}'.`);
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
  const webhook = await enabledWebhook(context, delivery.webhookId);
  return deliver(context, webhook, { ...delivery, origin: 'replay', replayOf: deliveryId });
}
