import { setTimeout as delay } from 'node:timers/promises';
import type { Fetch } from '@trickle/sdk';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { connectionProblem } from '../terminal/connection-problem.ts';

export interface StreamOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  /** Only events after this id. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  /** Called when a connection opens or is lost, with the milliseconds until the next attempt. */
  readonly onOpen?: () => void;
  readonly onLost?: (reason: string, wait: number) => void;
  /** Waits, for tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Thrown if the server rejects the stream permanently. */
export class StreamRejected extends Error {
  override readonly name = 'StreamRejected';
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** Minimum and maximum wait after a lost connection, in milliseconds, regardless of the server's `retry`. */
const MIN_WAIT = 1000;
const MAX_WAIT = 30_000;

/** Maximum length of an event, in characters, so that an endless event cannot exhaust the memory. */
const MAX_EVENT = 1_048_576;

/**
 * Follows server-sent events according to the HTML standard. After a lost connection, reconnects and continues after the last event.
 * Ends when the signal aborts or the server responds with 204.
 */
export async function* followStream(
  options: StreamOptions,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const { signal, wait = waitFor } = options;
  let lastEventId = options.lastEventId;
  let firstWait = MIN_WAIT;
  for (let failures = 0; ; failures += 1) {
    let reason = 'The server ended the stream.';
    try {
      const response = await open(options, lastEventId);
      if (response.status === 204) return;
      options.onOpen?.();
      for await (const message of messagesOf(
        response,
        signal,
        (retry) => (firstWait = Math.max(MIN_WAIT, retry)),
      )) {
        failures = 0;
        if ('id' in message && message.id !== undefined) lastEventId = message.id;
        yield message;
      }
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StreamRejected && !isTemporary(error.status)) throw error;
      reason = reasonOf(error, options.url);
    }
    const pause = Math.min(MAX_WAIT, firstWait * 2 ** failures);
    options.onLost?.(reason, pause);
    await wait(pause, signal);
  }
}

async function open(
  { url, headers, fetch, signal }: StreamOptions,
  lastEventId: string | undefined,
): Promise<Response> {
  const request = new Request(url, {
    signal,
    headers: {
      ...headers,
      accept: 'text/event-stream',
      'cache-control': 'no-store',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    // Do not send the credentials to another server.
    redirect: 'error',
  });
  const response = await fetch(request);
  if (response.status === 204) return response;
  const type = response.headers.get('content-type') ?? 'no content type';
  if (response.ok && type.includes('text/event-stream')) return response;
  await response.body?.cancel();
  throw new StreamRejected(
    response.status,
    `${url} answered ${response.status} (${type}) instead of a stream of events.`,
  );
}

async function* messagesOf(
  response: Response,
  signal: AbortSignal,
  onRetry: (milliseconds: number) => void,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const ready: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (message) => void ready.push(message),
    onRetry,
    maxBufferSize: MAX_EVENT,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded')
        throw new Error('The server sent an event that is too long.');
    },
  });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  // Some implementations of `fetch` do not end a body when the request is aborted.
  const leave = () => void reader?.cancel().catch(() => {}); // the stream has already ended
  signal.addEventListener('abort', leave);
  try {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      parser.feed(decoder.decode(step.value, { stream: true }));
      yield* ready.splice(0);
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

/** Whether the same request may succeed later. */
const isTemporary = (status: number) => status === 429 || status >= 500;

/** Why a stream ended: `fetch` throws only a `TypeError`. */
const reasonOf = (error: unknown, url: string) =>
  error instanceof Error && !(error instanceof TypeError) ? error.message : connectionProblem(url, error);

const waitFor = async (milliseconds: number, signal: AbortSignal) => {
  await delay(milliseconds, undefined, { signal });
};
