import type { Server } from '../control/server-control.ts';
import { after } from '../platform/timers.ts';
import type { NumberedEvent } from '../store/domain-events.ts';
import { checked, readQuery } from './read-admin-input.ts';
import { StreamQuery } from './stream-query.ts';

/** Interval between heartbeat comments, in real milliseconds. */
const HEARTBEAT = 15_000;

/** Maximum bytes buffered per stream. Further events are read from the database on demand. */
const HIGH_WATER_MARK = 16_384;

/**
 * Streams events as server-sent events. Slow readers receive them late: the next event is read from the database when
 * the buffer has room.
 */
export function streamEvents(server: Pick<Server, 'watch'>, request: Request): Response {
  const ending = new AbortController();
  const events = server.watch({ ...optionsOf(request), signal: ending.signal });
  const encoder = new TextEncoder();
  let forget = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(': listening\n\n'));
        const beat = () => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'));
          forget = after(HEARTBEAT, beat);
        };
        forget = after(HEARTBEAT, beat);
      },
      async pull(controller) {
        const { value, done } = await events.next().catch((error: unknown) => {
          forget();
          throw error;
        });
        if (!done) return controller.enqueue(encoder.encode(messageOf(value)));
        forget();
        if (!ending.signal.aborted) controller.close();
      },
      cancel() {
        forget();
        ending.abort();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
  );
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

function optionsOf(request: Request) {
  const query = readQuery(new URL(request.url));
  const last = request.headers.get('last-event-id');
  const texts = last === null ? query : { ...query, after: last };
  const { account_id: accountId, after } = checked(StreamQuery, texts, texts);
  return { accountId, after };
}
