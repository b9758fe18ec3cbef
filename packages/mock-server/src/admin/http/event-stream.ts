import { after } from '../../shared/platform/timers.ts';

/** Interval between heartbeat comments, in real milliseconds. */
const HEARTBEAT = 15_000;

/** Maximum bytes buffered per stream. Further items are taken on demand. */
const HIGH_WATER_MARK = 16_384;

/** A server-sent event. */
export interface Message {
  /** The number that the header `Last-Event-ID` resumes after. */
  readonly id?: number;
  readonly event: string;
  readonly data: object;
}

/** Streams items as server-sent events, each when the buffer has room for it. The signal of `open` aborts when the reader is gone. */
export function eventStream<Item>(
  open: (signal: AbortSignal) => AsyncGenerator<Item, void>,
  format: (item: Item) => Message,
  highWaterMark = HIGH_WATER_MARK,
): Response {
  const ending = new AbortController();
  const items = open(ending.signal);
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
        if (!done) return controller.enqueue(encoder.encode(textOf(format(value))));
        forget();
        if (!ending.signal.aborted) controller.close();
      },
      cancel() {
        forget();
        ending.abort();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark }),
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no', // by default, nginx would hold events back until they fill a buffer
    },
  });
}

const textOf = ({ id, event, data }: Message): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
