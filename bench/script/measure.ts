import type { Browser, Request } from '@playwright/test';
import type { Contestant } from './contestants.ts';

/** The cost of one visit. Times are milliseconds of the main thread's own CPU time. */
type Measured = Readonly<Record<'evaluation' | 'firstEvent' | 'mainThread' | 'requests', number>>;

/** The duration of a visit. */
const VISIT = 1000;

/** The site, and the collector on another origin. Neither exists: the browser's requests are answered here. */
const SITE = 'http://shop.localhost';
export const HOST = 'http://collector.localhost';

/** A member of Chromium's trace. `tts` and `tdur` are microseconds of the thread's CPU time. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tts?: number;
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly url?: string; readonly requestMethod?: string } };
}

/** Visits a page with a script, in a fresh profile. */
export async function visit(
  browser: Browser,
  { name, before, script }: Pick<Contestant, 'name' | 'before' | 'script'>,
): Promise<Measured> {
  const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script>${before}</script>
    <script async src="/script.js"></script>`;
  const context = await browser.newContext();
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== SITE) return route.fulfill(answerTo(route.request()));
    if (url.pathname === '/') return route.fulfill({ contentType: 'text/html', body: page });
    return route.fulfill({ contentType: 'text/javascript', body: script });
  });
  const tab = await context.newPage();
  let requests = 0;
  tab.on('request', (request) => {
    if (!request.url().startsWith(SITE)) requests++;
  });
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[]))); // Chromium's form
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } });
  await tab.goto(SITE);
  await tab.waitForTimeout(VISIT);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await context.close();
  return { ...costsIn(events, name), requests };
}

function costsIn(events: readonly TraceEvent[], name: string): Omit<Measured, 'requests'> {
  const evaluated = events.find((event) => {
    return event.name === 'EvaluateScript' && event.args.data?.url?.endsWith('/script.js');
  });
  if (evaluated?.tts === undefined) throw new Error(`${name} was not evaluated.`);
  const start = evaluated.tts;
  const ofThread = events.filter(({ pid, tid }) => pid === evaluated.pid && tid === evaluated.tid);
  const sent = ofThread.find(({ name: kind, args: { data } }) => {
    return kind === 'ResourceSendRequest' && data?.requestMethod === 'POST' && data.url?.startsWith(HOST);
  });
  const end = Math.max(...ofThread.map(({ tts = 0, tdur = 0 }) => tts + tdur));
  const since = (time = Number.NaN) => (time - start) / 1000;
  return {
    evaluation: (evaluated.tdur ?? Number.NaN) / 1000,
    firstEvent: since(sent?.tts),
    mainThread: since(end),
  };
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
