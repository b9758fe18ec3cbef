import type { Page } from '@playwright/test';
import { startPathProxy } from '../../../../scripts/setup/path-proxy.ts';
import { type Inspected, inspect, makeHostile } from './inspected.ts';

/** The ids of records in the hostile account that the server generates. */
export interface Ids {
  readonly request: string;
  readonly email: string;
  readonly delivery: string;
  readonly batch: string;
  readonly event: string;
  readonly job: string;
}

/** A page of the inspector by the path below its root. */
export type Route = readonly [title: string, path: (ids: Ids) => string];

const plain = (path: string): Route => [path, () => path];

/** All pages without parameters, in the order of the sidebar. */
export const PAGES = [
  ...[
    '/',
    '/requests',
    '/subscribers',
    '/events',
    '/forms',
    '/commerce',
    '/conversions',
    '/campaigns',
    '/broadcasts',
  ],
  ...['/workflows', '/outbox', '/webhooks', '/content-calls', '/jobs', '/faults', '/clock', '/checkpoints'],
  '/settings',
] as const;

/** All URLs to walk over: each page, each record, each tab. */
export const ROUTES: readonly Route[] = [
  ...PAGES.map(plain),
  ['/requests/{request_id}', ({ request }) => `/requests/${request}`],
  ['/trace/{request_id}', ({ request }) => `/trace/${request}`],
  plain('/subscribers/sub-0'),
  ...[1, 2, 3].map((number) => plain(`/subscribers/sub-${number}`)),
  ...['mailings', 'value', 'visitors'].map((part) => plain(`/subscribers/sub-0?part=${part}`)),
  ['/events/{event_id}', ({ event }) => `/events/${event}`],
  plain('/campaigns/111'),
  plain('/campaigns/111?email=2'),
  plain('/campaigns/112'),
  plain('/broadcasts/222'),
  plain('/broadcasts/223'),
  plain('/broadcasts/224'),
  plain('/workflows/333'),
  plain('/workflows/333?step=step-0'),
  ...[334, 335, 336].map((id) => plain(`/workflows/${id}`)),
  plain('/conversions/555'),
  ['/outbox/{email_id}', ({ email }) => `/outbox/${email}`],
  plain('/webhooks/666'),
  [
    '/webhook-deliveries/{delivery_id}',
    ({ delivery }) => `/webhook-deliveries/${encodeURIComponent(delivery)}`,
  ],
  plain('/forms/444'),
  plain('/forms/445'),
  plain('/requests?search=statsu:422'),
  plain('/jobs?tab=failed'),
  ['/jobs/{job_id}', ({ job }) => `/jobs/${job}`],
  plain('/nothing'),
  ['/batches/{request_id}', ({ batch }) => `/batches/${batch}`],
  plain('/checkpoints?compare=checkpoint-1'),
  ...['users', 'limits', 'applications', 'accounts', 'seed'].map((tab) => plain(`/settings?tab=${tab}`)),
];

let started: ReturnType<typeof start> | undefined;

/** The server with the hostile account, below a path of a proxy. The walks of one worker share it: they only look. */
export async function hostileServer(page: Page) {
  started ??= start();
  const authorization = `Basic ${Buffer.from(`:${adminPassword}`).toString('base64')}`;
  await page.setExtraHTTPHeaders({ authorization });
  return await started;
}

/** Closes the server after the tests of a file: those of the next one in the worker start another. */
export async function closeHostileServer(): Promise<void> {
  const server = await started;
  started = undefined;
  server?.proxy[Symbol.dispose]();
  await server?.inspected.server.close();
}

/** Requests through a proxy need it. */
const adminPassword = 'secret-of-operators';

async function start() {
  const proxy = await startPathProxy({ keepsHost: false });
  const inspected = await inspect(undefined, { publicUrl: proxy.url, adminPassword });
  proxy.target = inspected.url;
  return { proxy, url: proxy.url, inspected, ids: await fillAccount(inspected) };
}

/** Runs all that is due in the hostile account of a server. Returns the ids of its records. */
async function fillAccount(inspected: Inspected): Promise<Ids> {
  await makeHostile(inspected);
  const first = async <Row>(path: string, list: string, isSought: (row: Row) => boolean = () => true) => {
    const answer = await inspected.admin<Record<string, (Row & Record<'id' | 'request_id', string>)[]>>(
      'GET',
      path,
    );
    const row = answer[list]?.find(isSought);
    if (!row) throw new Error(`${path} has no such record`);
    return row.id ?? row.request_id;
  };
  return {
    job: await first('/jobs?limit=1', 'jobs'),
    request: await first<{ warnings: string[] }>(
      '/requests?limit=100',
      'requests',
      ({ warnings }) => warnings.length > 0,
    ),
    email: await first('/outbox?limit=1', 'outbox'),
    delivery: await first('/webhook_deliveries?limit=1', 'deliveries'),
    event: await first('/all_events?limit=1&action=subscriber.created', 'events'),
    batch: await first('/background_requests', 'requests'),
  };
}
