/*
 * A service that only counts requests, in a separate process. `window` is the length of a rate limit window of 36
 * requests, in milliseconds; the first began half a window ago. `hold` is the duration of an update, in milliseconds;
 * during it, another update of the same subscriber is rejected.
 */
import { createServer } from 'node:http';
import { listenOn } from '../../scripts/setup/ports.ts';

const ALLOWED = 36;

/** Number of characters at the beginning of a body that contain the email address. */
const HEAD = 1000;

const settings = { window: 0, hold: 0 };
let began = 0;
let counts = { accepted: 0, rejected: 0 };
let left = ALLOWED;
const busy = new Set<string>();

const answerOf = (name: string) =>
  `{"id":"evt_1","subscribers":[{"id":"${name}","email":"${name}@x.io","status":"active","tags":["vip"]}]}`;

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    if (text.length < HEAD) text += chunk;
  });
  request.on('end', () => {
    const reply = (status: number, body: string, headers = {}) => {
      if (status === 429) counts.rejected += 1;
      else counts.accepted += 1;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    if (settings.window > 0 && !isAllowed()) {
      return reply(429, '{"message":"Rate limit exceeded.","documentation":"https://x"}', limitHeaders());
    }
    if (request.url?.includes('batches')) return reply(201, '{}');
    const [, subscriber = ''] = /(p\d+)(?:@|%40)x\.io/.exec(text) ?? [];
    if (settings.hold === 0) {
      return reply(200, answerOf(subscriber), settings.window > 0 ? limitHeaders() : {});
    }
    if (busy.has(subscriber))
      return reply(429, '{"message":"Too many concurrent requests for the subscriber."}');
    busy.add(subscriber);
    setTimeout(() => {
      busy.delete(subscriber);
      reply(200, answerOf(subscriber));
    }, settings.hold);
  });
});

function isAllowed(): boolean {
  while (performance.now() >= began + settings.window) {
    began += settings.window;
    left = ALLOWED;
  }
  left -= 1;
  return left >= 0;
}

const limitHeaders = () => ({
  'x-ratelimit-limit': String(ALLOWED),
  'x-ratelimit-remaining': String(Math.max(0, left)),
});

process.on('message', (message: Partial<typeof settings> | 'counts') => {
  if (message === 'counts') {
    process.send?.(counts);
    return;
  }
  Object.assign(settings, { window: 0, hold: 0 }, message);
  counts = { accepted: 0, rejected: 0 };
  left = ALLOWED;
  began = performance.now() - settings.window / 2;
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());
process.send?.(await listenOn(server));
