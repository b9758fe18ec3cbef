import { wordOfDelivery } from '@trickle/design/deliveries';
import { columns, statusText, type Text, toned, visibleLine } from '@trickle/design/terminal';
import { toneOfState } from '@trickle/design/tones';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import type { AdminApi } from '../connection/admin-api.ts';
import { adminOf } from '../connection/authorization.ts';
import { connectToAccount } from '../connection/connect.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';

interface TriggerInput {
  readonly event: WebhookEvent | undefined;
  /** The id of the only webhook that gets it. */
  readonly webhook: string | undefined;
  readonly subscriber: string | undefined;
  readonly list: boolean;
}

/** A webhook delivery of the sample. */
interface SampleDelivery {
  readonly id: string;
  readonly url: string;
  /** `pending`, `delivered`, `given_up`, `dropped` or `held`. */
  readonly state: string;
  readonly attempts: number;
  /** The status of the last response; null without one. */
  readonly status: number | null;
}

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
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const admin = adminOf(connection, terminal.io);
  await admin.requireSandbox(accountId);
  const sent = await admin.call('POST /_admin/webhooks/trigger', {
    ...{ account_id: accountId, event, webhook_id: webhook, subscriber_id: subscriber },
  });
  const ids = new Set(sent.deliveries.map(({ id }) => id));
  const deliveries = ids.size === 0 ? [] : await delivered(admin, accountId, event, ids);
  if (terminal.isJson) return await terminal.json({ event, deliveries });
  await terminal.print(deliveries.length === 0 ? noDelivery(event) : deliveries.map(lineOf));
}

/** Has the deliveries attempted, and reads them. */
async function delivered(
  admin: AdminApi,
  accountId: string,
  event: WebhookEvent,
  ids: ReadonlySet<string>,
): Promise<SampleDelivery[]> {
  await admin.call('POST /_admin/settle', { account_id: accountId });
  const { deliveries } = await admin.call('GET /_admin/webhook_deliveries', {
    ...{ account_id: accountId, event, limit: 1000, order: 'newest' },
  });
  return deliveries
    .filter(({ id }) => ids.has(id))
    .map(({ id, url, state, attempts, answer }) => ({
      ...{ id, url, state, attempts: attempts.length, status: answer?.status ?? null },
    }))
    .reverse();
}

const noDelivery = (event: WebhookEvent) =>
  `No enabled webhook of the account is subscribed to ${event}. A running trickle listen received it.\n`;

const lineOf = ({ url, state, attempts, status }: SampleDelivery): Text => [
  columns([
    toned(toneOfState(state), visibleLine(wordOfDelivery(state, attempts)).padEnd(9)),
    statusText(status ?? undefined, ''),
    visibleLine(url),
  ]),
  '\n',
];
