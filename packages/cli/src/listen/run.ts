import type { WebhookEvent } from '@trickle/sdk/contract';
import { follow } from '../sandbox/follow.ts';
import type { Context } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { Forwarder } from './forwarder.ts';
import { webhookRequests } from './webhook-stream.ts';

interface ListenInput {
  readonly url: URL;
  readonly events: readonly WebhookEvent[] | undefined;
  readonly limit: number | undefined;
  readonly since: string | undefined;
}

/** Posts webhooks of the reference server to a URL, until Ctrl-C or the limit. */
export async function run({ url, events, limit, since }: ListenInput, context: Context): Promise<void> {
  const { terminal } = context;
  const stop = new AbortController();
  const forwarder = new Forwarder(url, terminal, stop);
  await follow({
    ...{ terminal, limit, stop },
    items: (signal) => webhookRequests(context, since, signal),
    isWanted: wantedEvents(events),
    take: (webhook) => forwarder.add(webhook),
    abandon: () => forwarder.abandon(),
    async finish() {
      const left = await forwarder.end();
      if (left > 0) terminal.note(`${counted(left, 'webhook')} not forwarded.`);
    },
  });
}

/** Without names: all events except `received_email`, like a webhook created without events. */
function wantedEvents(events: readonly string[] | undefined): (event: string) => boolean {
  if (events === undefined) return (event) => event !== 'subscriber.received_email';
  return (event) => events.length === 0 || events.includes(event);
}
