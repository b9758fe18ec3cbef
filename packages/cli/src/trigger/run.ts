import { wordOfDelivery } from '@trickle/design/deliveries';
import { columns, statusText, type Text, toned, visibleLine } from '@trickle/design/terminal';
import { toneOfState } from '@trickle/design/tones';
import type { Responses } from '@trickle/mock-server/admin';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import type { AdminApi } from '../connection/admin-api.ts';
import { connectToSandbox } from '../connection/connect.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';

interface TriggerInput {
  readonly event: WebhookEvent | undefined;
  /** The id of the only webhook that receives it. */
  readonly webhook: string | undefined;
  readonly subscriber: string | undefined;
  readonly list: boolean;
}

type Delivery = Responses['GET /_admin/webhook_deliveries']['deliveries'][number];

/** Sends a sample of an event, and shows what the receivers answered. */
export async function run(
  { event, webhook, subscriber, list }: TriggerInput,
  { globals, terminal }: Context,
): Promise<void> {
  if (list) {
    if (terminal.isJson) return await terminal.json({ events: WEBHOOK_EVENTS });
    return await terminal.print(WEBHOOK_EVENTS.map((name) => `${name}\n`).join(''));
  }
  if (event === undefined) {
    throw new UsageError('Name an event, such as subscriber.created. trickle trigger --list lists all.');
  }
  const { admin, accountId } = await connectToSandbox(globals, terminal);
  const sent = await admin.call('POST /_admin/webhooks/trigger', {
    ...{ account_id: accountId, event, webhook_id: webhook, subscriber_id: subscriber },
  });
  const ids = new Set(sent.deliveries.map(({ id }) => id));
  const deliveries = ids.size === 0 ? [] : await delivered(admin, accountId, event, ids);
  if (terminal.isJson) return await terminal.json({ event, deliveries: deliveries.map(shown) });
  await terminal.print(deliveries.length === 0 ? noDelivery(event) : deliveries.map(lineOf));
}

async function delivered(
  admin: AdminApi,
  accountId: string,
  event: WebhookEvent,
  ids: ReadonlySet<string>,
): Promise<Delivery[]> {
  await admin.call('POST /_admin/settle', { account_id: accountId });
  const { deliveries } = await admin.call('GET /_admin/webhook_deliveries', {
    ...{ account_id: accountId, event, limit: 1000, order: 'newest' },
  });
  return deliveries.filter(({ id }) => ids.has(id)).reverse();
}

const noDelivery = (event: WebhookEvent) =>
  `No enabled webhook of the account is subscribed to ${event}. A running trickle listen received it.\n`;

const statusOf = ({ answer }: Delivery) => answer?.status ?? null;

/** A delivery as JSON: its last response is its status, or null without one. */
const shown = (delivery: Delivery) => {
  const { id, url, state, attempts } = delivery;
  return { id, url, state, attempts: attempts.length, status: statusOf(delivery) };
};

const lineOf = (delivery: Delivery): Text => {
  const { url, state, attempts } = delivery;
  const word = visibleLine(wordOfDelivery(state, attempts.length)).padEnd(9);
  const status = statusText(statusOf(delivery) ?? undefined, '');
  return [columns([toned(toneOfState(state), word), status, visibleLine(url)]), '\n'];
};
