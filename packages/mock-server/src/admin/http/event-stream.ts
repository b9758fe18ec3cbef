import { after } from '../../shared/platform/timers.ts';
import type { NumberedEvent } from '../../store/tables/domain-events.ts';
import type { Server } from '../server-control.ts';
import { readStreamQuery, StreamQuery } from './stream-query.ts';

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
  const { account_id: accountId, after } = readStreamQuery(StreamQuery, request);
  const events = server.watch({ accountId, after, signal: ending.signal });
  return eventStream(events, messageOf, ending);
}

/** A response that streams items as server-sent events, and takes the next one when its buffer has room. */
export function eventStream<Item>(
  items: AsyncGenerator<Item, void>,
  format: (item: Item) => string,
  ending: AbortController,
): Response {
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
        const { value, done } = await items.next().catch((error: unknown) => {
          forget();
          throw error;
        });
        if (!done) return controller.enqueue(encoder.encode(format(value)));
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
  return streamResponse(body);
}

/** The response with a stream of events. By default, nginx would hold events back until they fill a buffer. */
export const streamResponse = (body: ReadableStream): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });

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
