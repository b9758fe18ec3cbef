import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import type { State, Trace } from '../src/index.ts';
import { startServer, type TestServer } from './harness.ts';
import { message, postMessages } from './script-shop.ts';
import { account } from './trace-account.ts';

/*
 * Every effect in the store is in the trace of its root, and in no other; each row is reached from the row that led to it;
 * and the order is that in which things happened, while the clock stands still or is advanced.
 */

const emails = ['ann', 'bob', 'cid'].map((name) => `${name}@acme.test`);

const VERBS = [
  ...(['save', 'tag', 'record', 'subscribe', 'ask', 'batch', 'order', 'submit', 'visit'] as const),
  ...(['unsubscribe', 'schedule', 'start', 'click', 'bounce', 'delete', 'settle', 'advance'] as const),
];

const steps = fc.array(fc.record({ verb: fc.constantFrom(...VERBS), who: fc.constantFrom(...emails) }), {
  minLength: 3,
  maxLength: 14,
});

type Step = { readonly verb: (typeof VERBS)[number]; readonly who: string };

/** Does what a step says. */
async function take(server: TestServer, { verb, who: email }: Step, number: number): Promise<unknown> {
  switch (verb) {
    case 'save':
      return server.upsert({ email, custom_fields: { size: `${number}` } });
    case 'tag':
      return server.post('tags', { tags: [{ email, tag: 'reward' }] });
    case 'record':
      return server.post('events', { events: [{ email, action: number % 2 ? 'Signed up' : 'Looked' }] });
    case 'subscribe':
    case 'ask':
      return server.post('campaigns/c1/subscribers', {
        subscribers: [{ email, double_optin: verb === 'ask' }],
      });
    case 'batch': {
      const subscribers = [{ email, tags: [`t${number}`] }, { email: 'none' }, { email: emails[0] }];
      return server.post('subscribers/batches', { batches: [{ subscribers }] });
    }
    case 'order':
      return server.send('POST', '/v3/9999999/shopper_activity/order', {
        body: { email, provider: 'shop', order_id: '1', action: 'placed', grand_total: number },
      });
    case 'submit':
      return server.send('POST', '/forms/f1/submissions', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `fields%5Bemail%5D=${encodeURIComponent(email)}`,
      });
    case 'visit': {
      const page = { visitor: `${emails.indexOf(email)}`.repeat(32), url: 'https://acme.test/thanks' };
      const seen = number % 2 ? message('track', { action: 'Signed up' }) : message('visit');
      const messages = number % 3 ? [seen] : [seen, message('identify', { email })];
      return postMessages(server, messages, page);
    }
    case 'unsubscribe':
      return server.post(`subscribers/${email}/unsubscribe_all`, {});
    case 'schedule':
      return server.broadcasts
        .schedule('b1', { send_at: new Date(server.time.now()).toISOString() })
        .catch(() => undefined); // once
    case 'start':
      return server.post('workflows/w1/subscribers', { subscribers: [{ email }] });
    case 'click':
      return clickNewest(server);
    case 'bounce': {
      const last = (await server.mail.deliveries()).at(-1);
      return last && server.mail.bounce(last.id).catch(() => undefined); // of a deleted subscriber
    }
    case 'delete':
      return server.delete(`subscribers/${email}`);
    case 'settle':
      return server.settle();
    case 'advance':
      return server.advance({ hours: 31 });
  }
}

/** Follows the first link of the newest email. */
async function clickNewest(server: TestServer): Promise<void> {
  const mail = (await server.outbox()).at(-1);
  const [, link] = /(http:\/\/[^\s"]+\/e\/[^\s"]+)/.exec(`${mail?.html} ${mail?.text}`) ?? [];
  if (link !== undefined)
    await server.fetch(new Request(link.replaceAll('&amp;', '&'), { redirect: 'manual' }));
}

/** A row of the store that something led to. */
interface Effect {
  readonly id: string;
  readonly seq: number;
}

type Row = NonNullable<State['tables']['events']>[number];

const ownId = ({ id }: Row) => String(id);

/** The ids of rows in traces, by their tables. */
const IDS = {
  domain_events: ({ seq }: Row) => `event-${seq}`,
  events: ownId,
  deliveries: ownId,
  outbox: ownId,
  webhook_deliveries: ownId,
  conversions: ownId,
  form_submissions: ownId,
  outcomes: ({ request_id: id, position }: Row) => `${id}#${position}`,
  campaign_subscriptions: ownId,
  workflow_memberships: ({ workflow_id, subscriber_id }: Row) => `${workflow_id}/${subscriber_id}`,
} as const;

/** The tables whose rows stand elsewhere than their numbers say: before what they did, or after what they began with. */
const ELSEWHERE = new Set(['outcomes', 'campaign_subscriptions']);

/** The effects in the store, by their tables. */
function effectsIn({ tables }: State): Map<string, readonly Effect[]> {
  return new Map(
    Object.entries(IDS).map(([table, idOf]) => [
      table,
      (tables[table as keyof typeof IDS] ?? []).map((row) => ({ id: idOf(row), seq: Number(row.seq) })),
    ]),
  );
}

/** Each row has a parent before it, and all begin with the first. */
function assertTree({ rows, total, isCut }: Trace): void {
  expect([rows.length, isCut]).toEqual([total, false]);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
  expect(rows.filter(({ parent, number }) => parent === null || parent >= number)).toEqual([rows[0]]);
}

async function check(given: readonly Step[]): Promise<void> {
  await using server = await startServer({ seed: { accounts: [account] } });
  await server.faults.add({ on: 'webhook', status: 500, times: 3 });
  for (const [number, step] of given.entries()) await take(server, step, number);
  await server.settle(); // nothing runs from here on
  const effects = effectsIn(await server.exportState());
  const roots = new Map<string, string>();
  const traces = new Map<string, Trace>();
  for (const [table, rows] of effects) {
    for (const { id } of rows) {
      if (roots.has(id) && table !== 'workflow_memberships' && table !== 'campaign_subscriptions') continue;
      const trace = await server.trace(id, { limit: 1000 });
      const root = trace.rows[0]?.id ?? '';
      expect([table, id, trace.rows.some((row) => row.id === id)]).toEqual([table, id, true]);
      if (traces.has(root)) expect(traces.get(root)?.rows).toEqual(trace.rows);
      traces.set(root, trace);
      for (const row of trace.rows) {
        // A subscriber can enter a workflow or a campaign again, for another reason.
        if (row.type !== 'membership' && row.type !== 'subscription')
          expect([row.id, roots.get(row.id) ?? root]).toEqual([row.id, root]);
        roots.set(row.id, root);
      }
    }
  }
  const numbers = new Map(
    [...effects].flatMap(([table, rows]) =>
      ELSEWHERE.has(table) ? [] : rows.map(({ id, seq }) => [id, seq] as const),
    ),
  );
  for (const [root, trace] of traces) {
    assertTree(trace);
    if (trace.rows[0]?.type === 'request')
      expect((await server.trace(root, { limit: 1000 })).rows).toEqual(trace.rows);
    const inOrder = trace.rows.flatMap(({ id, type }) =>
      type === 'membership' || type === 'subscription' ? [] : (numbers.get(id) ?? []),
    );
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
    const times = trace.rows.map(({ at }) => at.slice(0, 19));
    expect(times).toEqual(times.toSorted());
    for (const { at, parent } of trace.rows.slice(1))
      expect(at >= `${trace.rows[(parent ?? 0) - 1]?.at}`).toBe(true);
  }
  // The requests themselves were answered one after another. Work that is accepted with 202 is done later.
  const answered = (await server.requests.find()).filter(({ status }) => status !== 202);
  const direct = answered.map(({ id }) =>
    (traces.get(id)?.rows ?? [])
      .filter(({ parent, type }) => parent === 1 && type === 'event')
      .map((row) => numbers.get(row.id) ?? 0),
  );
  expect(direct.flat()).toEqual(direct.flat().toSorted((one, other) => one - other));
}

test('every effect is in the trace of its root and in no other, reached from its cause, in the order in which it happened', async () => {
  await fc.assert(fc.asyncProperty(steps, check), { numRuns: runsOf(20) });
});
