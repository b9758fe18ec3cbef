import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenOn } from '../../setup/ports.ts';

/** Servers for the demo account: receivers of its webhooks, and an endpoint with content for its emails. */
export interface Receivers {
  readonly url: string;
  close(): Promise<void>;
}

const TIPS = [
  'Rinse the paper filter first: it warms the jug, and the paper taste is gone.',
  'Grind right before brewing. Ten minutes later half of the aroma is gone.',
  'Too sour? Grind finer. Too bitter? Grind coarser.',
];

/** Listens on a free port of this machine. `/orders` and `/crm` accept webhooks, `/legacy` always fails. */
export async function openReceivers(): Promise<Receivers> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url?.split('?')[0];
    if (path === '/tips') {
      const text = TIPS[asked++ % TIPS.length];
      // One response in forty fails, so that the service retries.
      if (asked % 40 === 0) response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }));
    } else if (path === '/legacy') {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('Database connection lost');
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}');
    }
  });
  return {
    url: `http://127.0.0.1:${await listenOn(server)}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
