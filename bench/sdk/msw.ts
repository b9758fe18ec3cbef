import { createServer } from '@trickle/mock-server';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { mockHandlers } from '../../packages/mock-server/src/integrations/msw/index.ts';
import { inTurns, Samples, timed } from '../harness.ts';
import { report, table, times } from '../report.ts';

const baseUrl = 'https://api.service.test';
const CALLS = 200;

/** Answers everything with the same record. */
const bare = http.all(`${baseUrl}/*`, async ({ request }) => {
  await request.text();
  return HttpResponse.json({ subscribers: [{ id: '1', email: 'ann@example.com' }] });
});

/** CPU time of a call behind Mock Service Worker: with a bare handler, with ours, and of the server without msw. */
export async function callsBehindMsw(rounds: number): Promise<void> {
  await using server = await createServer({ limits: false });
  const { accountId, apiKey } = server.connection;
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' };
  const contestants: Readonly<Record<string, readonly RequestHandler[]>> = {
    'msw, a bare catch-all': [bare],
    'msw, mockHandlers': mockHandlers(server, { baseUrl }),
    'server.fetch, without msw': [],
  };
  let next = 0;
  const creating = () => {
    const subscribers = [{ email: `p${next++}@example.com`, first_name: 'Ann', tags: ['vip'] }];
    const body = JSON.stringify({ subscribers });
    return new Request(`${baseUrl}/v2/${accountId}/subscribers`, { method: 'POST', headers, body });
  };
  const reading = () => new Request(`${baseUrl}/v2/${accountId}/subscribers/p0@example.com`, { headers });
  const samples = new Samples();
  await inTurns(Object.entries(contestants), rounds, async ([name, handlers], isCounted) => {
    const isBehind = handlers.length > 0;
    const worker = setupServer(...handlers);
    if (isBehind) worker.listen();
    const send = isBehind ? fetch : server.fetch;
    for (const [kind, request] of [['create', creating] as const, ['read', reading] as const]) {
      const { cpu } = await timed(async () => {
        for (let i = 0; i < CALLS; i++) await (await send(request())).text();
      });
      if (isCounted) samples.add((cpu * 1000) / CALLS, name, kind);
    }
    if (isBehind) worker.close();
  });
  print(samples, Object.keys(contestants));
}

function print(samples: Samples, names: readonly string[]): void {
  const [floor = '', ours = ''] = names;
  const kinds = ['read', 'create'];
  const cells = (name: string, kind: string) => {
    return [samples.median(name, kind).toFixed(0), times(samples.ratio([name, kind], [floor, kind]))];
  };
  const rows = names.map((name) => [name, ...kinds.flatMap((kind) => cells(name, kind))]);
  console.log(`### Behind msw\n\n${table(['CPU µs of a call', 'read', '', 'create', ''], rows)}`);
  for (const kind of kinds) {
    report({
      name: `a ${kind} behind msw`,
      unit: 'CPU µs',
      ours: samples.median(ours, kind),
      floor: samples.rival([ours, kind], [floor, kind], 'a bare handler'),
      goal: { floor: 1.35 },
    });
  }
}
