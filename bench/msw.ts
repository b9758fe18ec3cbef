/**
 * CPU time of a call behind Mock Service Worker in Node.js: a bare catch-all handler, ours with an in-process server,
 * and the same server without msw. Medians of alternating rounds.
 *
 * Run it on an idle machine: `npm run bench -- msw`.
 */
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { createServer } from '../packages/mock-server/src/index.ts';
import { mockHandlers } from '../packages/mock-server/src/integrations/msw/index.ts';
import { median, readSettings, timed, titleOf } from './harness.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';

const settings = readSettings({ rounds: 20, calls: 200 });
const { rounds, calls } = settings;
const baseUrl = 'https://api.service.test';

await using server = await createServer({ limits: { individual: 1e9 } });
const { accountId, apiKey } = server.connection;
const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' };

type Send = (path: string, init: RequestInit) => Promise<Response>;
const throughMsw: Send = (path, init) => fetch(baseUrl + path, init);
const straight: Send = (path, init) => server.fetch(new Request(baseUrl + path, init));

const bare = http.all(`${baseUrl}/*`, async ({ request }) => {
  await request.text();
  return HttpResponse.json({ subscribers: [{ id: '1', email: 'ann@example.com' }] });
});

interface Contestant {
  readonly name: string;
  readonly handlers: readonly RequestHandler[];
  readonly send: Send;
}
const contestants: readonly Contestant[] = [
  { name: 'msw, a bare catch-all', handlers: [bare], send: throughMsw },
  { name: 'msw, mockHandlers', handlers: mockHandlers(server, { baseUrl }), send: throughMsw },
  { name: 'server.fetch, without msw', handlers: [], send: straight },
];

let next = 0;
const create = (send: Send) => async () => {
  const subscribers = [{ email: `p${next++}@example.com`, first_name: 'Ann', tags: ['vip'] }];
  const body = JSON.stringify({ subscribers });
  await (await send(`/v2/${accountId}/subscribers`, { method: 'POST', headers, body })).text();
};
const get = (send: Send) => async () => {
  await (await send(`/v2/${accountId}/subscribers/p0@example.com`, { headers })).text();
};

/** Microseconds of processor time per call. */
async function cost(work: () => Promise<void>): Promise<number> {
  const { cpu } = await timed(async () => {
    for (let i = 0; i < calls; i++) await work();
  });
  return (cpu * 1000) / calls;
}

const found = new Map(contestants.map(({ name }) => [name, { get: [] as number[], create: [] as number[] }]));
for (let round = 0; round <= rounds; round++) {
  for (const { name, handlers, send } of contestants) {
    const worker = setupServer(...handlers);
    if (handlers.length > 0) worker.listen();
    const costs = { create: await cost(create(send)), get: await cost(get(send)) };
    if (handlers.length > 0) worker.close();
    if (round === 0) continue; // warm-up
    found.get(name)?.get.push(costs.get);
    found.get(name)?.create.push(costs.create);
  }
}
const [bareName = '', oursName = ''] = found.keys();
const costOf = (name: string, kind: 'get' | 'create') => median(found.get(name)?.[kind] ?? []);
const cells = (name: string, kind: 'get' | 'create') => [
  costOf(name, kind).toFixed(0),
  `${(costOf(name, kind) / costOf(bareName, kind)).toFixed(2)} ×`,
];
console.log(titleOf('Behind msw', 'msw', settings));
console.log(
  table(
    ['CPU µs of a call', 'GET', '', 'create', ''],
    Array.from(found.keys(), (name) => [name, ...cells(name, 'get'), ...cells(name, 'create')]),
  ),
);
for (const kind of ['get', 'create'] as const) {
  report({
    chart: 'sdk',
    name: `a call behind msw, ${kind}`,
    unit: 'CPU µs',
    ours: costOf(oursName, kind),
    floor: { name: 'a bare handler', value: costOf(bareName, kind) },
    goal: { timesFloor: 1.3 },
  });
}
