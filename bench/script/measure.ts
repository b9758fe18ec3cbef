import type { Browser, CDPSession } from '@playwright/test';
import type { Collector } from './collector.ts';
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

/** Visits a page with a script and an empty page, each in a fresh profile. */
export async function measure(
  browser: Browser,
  collector: Collector,
  contestant: Contestant,
): Promise<Measured> {
  const { name } = contestant;
  const empty = await visit(browser, collector, { before: '', script: '' });
  const full = await visit(browser, collector, contestant);
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

async function visit(
  browser: Browser,
  collector: Collector,
  { before, script, attributes = '' }: Pick<Contestant, 'before' | 'script' | 'attributes'>,
) {
  collector.page = {
    html: `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script>${observer}${before}</script>
      <script async ${attributes} src="/script.js"></script>`,
    script: `seen.start||=performance.now();${script};seen.end||=performance.now();`,
  };
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  let requests = 0;
  page.on('request', () => requests++);
  // The page and the collector have different host names, so that requests cross origins as on a site.
  await page.goto(`${collector.url.replace('127.0.0.1', 'localhost')}/page`);
  await page.waitForTimeout(VISIT);
  const mainThread = await mainThreadOf(session);
  const seen = await page.evaluate<Seen>('seen');
  await context.close();
  return { requests, mainThread, seen };
}

async function mainThreadOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
