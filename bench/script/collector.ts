import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Answers any tracker's requests, and serves the page that includes it. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  /** The page at `/page`, and its script at `/script.js`. */
  page: { html: string; script: string };
}

/** Starts a collector. */
export async function createCollector(): Promise<Collector> {
  const collector = { page: { html: '', script: '' } };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    };
    const send = (type: string, content: string) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(content);
    if (request.url === '/page') return send('text/html; charset=utf-8', collector.page.html);
    if (request.url === '/script.js') return send('text/javascript; charset=utf-8', collector.page.script);
    return send('application/json', answerTo(request.url ?? '', body, `${request.headers.host}`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  });
}

/** The response that each tracker expects. */
function answerTo(url: string, body: string, host: string): string {
  if (url.endsWith('/messages')) {
    const { visitor, messages } = JSON.parse(body) as { visitor: string; messages: { id: string }[] };
    const results = messages.map(({ id }) => ({ id, success: true, visitor_uuid: visitor, anonymous: true }));
    return JSON.stringify({ results });
  }
  // Segment requests its settings first.
  if (url.endsWith('/settings')) {
    const settings = { apiKey: 'key', apiHost: `${host}/v1`, protocol: 'http' };
    return JSON.stringify({ integrations: { 'Segment.io': settings }, plan: {} });
  }
  return '{}';
}
