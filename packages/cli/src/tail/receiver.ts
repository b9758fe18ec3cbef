import { randomBytes } from 'node:crypto';
import { EventEmitter, on, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookHandler, toNodeHandler } from '@trickle/sdk/webhooks';
import { isTooDeep } from '../parse-json.ts';
import { type TailedEvent, tailedEvent } from '../sandbox/event.ts';
import { UsageError } from '../terminal/exit-signal.ts';

export interface Receiver {
  /** Its URL, with the secret at the end. */
  readonly url: string;
  /** The last segment of the path of the webhook. */
  readonly secret: string;
  /** Each notification once, as it arrives, until the signal aborts. */
  readonly events: AsyncIterable<TailedEvent>;
  close(): Promise<void>;
}

interface ReceiverOptions {
  /** Default: random. */
  readonly secret?: string | undefined;
  readonly signal: AbortSignal;
  onError(message: string): void;
}

/** Starts a receiver at an address such as `127.0.0.1:4040`; port 0 means any free port. */
export async function startReceiver(
  address: string,
  { secret = randomBytes(18).toString('base64url'), signal, onError }: ReceiverOptions,
): Promise<Receiver> {
  const { host, port } = addressOf(address);
  const arrivals = new EventEmitter();
  const came = on(arrivals, 'event', { signal });
  const handler = createWebhookHandler({
    secret,
    on: {
      '*': (notification) => {
        if (isTooDeep(notification)) onError('Skipped an event that is nested too deeply to be printed.');
        else
          arrivals.emit(
            'event',
            tailedEvent(notification.event, notification.occurred_at, notification.data),
          );
      },
    },
    onError: (error) => onError(error instanceof Error ? error.message : String(error)),
  });
  const handle = toNodeHandler(handler);
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new UsageError(`--listen ${address}: ${error.message}`, { cause: error });
  });
  const { port: bound } = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    secret,
    url: `http://${shownHost}:${bound}/${secret}`,
    events: eventsIn(came),
    close: () => closed(server),
  };
}

function addressOf(address: string): { host: string; port: number } {
  const [, host = '127.0.0.1', port = ''] = /^(?:\[?(.*?)\]?:)?(\d{1,5})$/.exec(address) ?? [];
  if (port !== '' && Number(port) <= 65_535) return { host: host || '127.0.0.1', port: Number(port) };
  throw new UsageError(`--listen must be an address such as 127.0.0.1:4040, not '${address}'.`);
}

/** Time to finish responses when the receiver closes, in milliseconds. */
const GRACE = 2000;

/** Closes a server after its responses are sent, so that no delivery is retried. */
async function closed(server: Server): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), GRACE);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(late);
}

async function* eventsIn(arrivals: AsyncIterable<unknown[]>): AsyncGenerator<TailedEvent> {
  for await (const [event] of arrivals) yield event as TailedEvent; // as it was emitted
}
