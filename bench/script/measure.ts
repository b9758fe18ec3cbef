import type { Browser, CDPSession, Request } from '@playwright/test';
import type { Contestant } from './contestants.ts';

/** The cost of one visit. Times are in milliseconds. */
export interface Measured {
  readonly evaluation: number;
  readonly mainThread: number;
  readonly storageCalls: number;
  readonly requests: number;
  readonly firstEvent: number;
}

/** The duration of a visit. */
const VISIT = 2000;

/** Records the script's calls without changing their results. */
const observer = `
window.seen = { storage: 0, storageBefore: undefined, event: undefined, start: 0, end: 0 };
const note = (body) => {
  if (seen.event === undefined && String(body).includes('igned')) {
    seen.event = performance.now();
    seen.storageBefore = seen.storage;
  }
};
const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
Object.defineProperty(Document.prototype, 'cookie', {
  configurable: true,
  get() { seen.storage++; return cookie.get.call(this); },
  set(text) { seen.storage++; cookie.set.call(this, text); },
});
for (const name of ['getItem', 'setItem', 'removeItem']) {
  const method = Storage.prototype[name];
  Storage.prototype[name] = function (...given) { seen.storage++; return method.apply(this, given); };
}
const { fetch: fetching, navigator: { sendBeacon } } = window;
window.fetch = (input, init) => { note(init && init.body); return fetching(input, init); };
Navigator.prototype.sendBeacon = function (url, body) { note(typeof body === 'string' ? body : 'signed'); return sendBeacon.call(this, url, body); };
const { send } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.send = function (body) { note(body); return send.call(this, body); };`;

/** The site, and the collector on another origin. Neither exists: the browser's requests are answered here. */
const SITE = 'http://shop.localhost';
export const HOST = 'http://collector.localhost';

/** Visits a page with a script and an empty page, each in a fresh profile. */
export async function measure(browser: Browser, contestant: Contestant): Promise<Measured> {
  const { name } = contestant;
  const empty = await visit(browser, { before: '', script: '' });
  const full = await visit(browser, contestant);
  const { seen } = full;
  if (seen.event === undefined) throw new Error(`${name} reported no event.`);
  return {
    evaluation: seen.end - seen.start,
    mainThread: full.mainThread - empty.mainThread,
    storageCalls: seen.storageBefore ?? 0,
    requests: full.requests - empty.requests,
    firstEvent: seen.event - seen.start,
  };
}

interface Seen {
  storageBefore?: number;
  event?: number;
  start: number;
  end: number;
}

async function visit(browser: Browser, { before, script }: Pick<Contestant, 'before' | 'script'>) {
  const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script>${observer}${before}</script>
    <script async src="/script.js"></script>`;
  const measured = `seen.start||=performance.now();${script};seen.end||=performance.now();`;
  const context = await browser.newContext();
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== SITE) return route.fulfill(answerTo(route.request()));
    if (url.pathname === '/') return route.fulfill({ contentType: 'text/html', body: page });
    return route.fulfill({ contentType: 'text/javascript', body: measured });
  });
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Performance.enable');
  let requests = 0;
  tab.on('request', () => requests++);
  await tab.goto(SITE);
  await tab.waitForTimeout(VISIT);
  const mainThread = await mainThreadOf(session);
  const seen = await tab.evaluate<Seen>('seen');
  await context.close();
  return { requests, mainThread, seen };
}

/** The response that each tracker expects. */
function answerTo(request: Request) {
  const headers = {
    'access-control-allow-origin': SITE,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'content-type',
  };
  const json = (value: object) => ({ contentType: 'application/json', headers, body: JSON.stringify(value) });
  if (request.url().endsWith('/messages')) {
    const { visitor, messages }: { visitor: string; messages: { id: string }[] } = request.postDataJSON();
    const results = messages.map(({ id }) => ({ id, success: true, visitor_uuid: visitor, anonymous: true }));
    return json({ results });
  }
  // Segment requests its settings first.
  if (!request.url().endsWith('/settings')) return json({});
  const settings = { apiKey: 'key', apiHost: 'collector.localhost/v1', protocol: 'http' };
  return json({ integrations: { 'Segment.io': settings }, plan: {} });
}

async function mainThreadOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
