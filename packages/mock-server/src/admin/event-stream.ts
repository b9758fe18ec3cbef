import { faultsOf } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import type { Server } from '../server.ts';
import type { NumberedEvent } from '../store/domain-events.ts';
import { after } from '../world.ts';
import { AdminInputError } from './read-admin-input.ts';
import { StreamQuery } from './stream-query.ts';

/** How often an idle stream says that it is there, in real milliseconds. */
const HEARTBEAT = 15_000;

/** What happens to people, as it happens, as server-sent events. */
export function streamEvents(server: Server, request: Request): Response {
  const ending = new AbortController();
  const events = server.watch({ ...readQuery(request), signal: ending.signal });
  const encoder = new TextEncoder();
  let forget = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const beat = () => {
        write(': \n\n');
        forget = after(HEARTBEAT, beat);
      };
      forget = after(HEARTBEAT, beat);
      write(': listening\n\n');
      const pass = async () => {
        for await (const event of events) write(messageOf(event));
        forget();
        if (!ending.signal.aborted) controller.close();
      };
      pass().catch((error: unknown) => {
        forget();
        if (!ending.signal.aborted) controller.error(error);
      });
    },
    cancel() {
      forget();
      ending.abort();
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function messageOf(numbered: NumberedEvent): string {
  const { seq, accountId, subscriberId, email, event, properties, occurredAt } = numbered;
  const data = {
    account_id: accountId,
    subscriber_id: subscriberId,
    subscriber: { id: subscriberId, email },
    event,
    properties,
    occurred_at: occurredAt,
  };
  return `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function readQuery(request: Request) {
  const { after: given, ...query } = Object.fromEntries(new URL(request.url).searchParams);
  const text = request.headers.get('last-event-id') ?? given;
  const value = {
    ...query,
    ...(text !== undefined && { after: /^\d{1,15}$/.test(text) ? Number(text) : text }),
  };
  const faults = faultsOf(StreamQuery, value);
  if (faults.length > 0) throw new AdminInputError(faults.map(({ message }) => message));
  const { account_id: accountId, after } = value as z.infer<ReturnType<typeof StreamQuery>>; // it has no faults
  return { accountId, after };
}
