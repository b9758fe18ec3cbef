import { expect, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';
import { message, postMessages } from './script-shop.ts';
import { account } from './trace-account.ts';

/*
 * The causes of rows go with their database or their state, and later events there continue them: the same
 * history, moved and then continued, has the same causes as one that was not moved.
 */

const [ANN, BOB, CID] = ['ann@acme.test', 'bob@acme.test', 'cid@acme.test'];
const [DEE, EVE] = ['dee@acme.test', 'eve@acme.test'];

/** The account of traces, with emails at the local time of their readers, and members from the seed. */
const seed = {
  accounts: [
    {
      ...account,
      subscribers: [{ email: DEE, time_zone: 'Asia/Tokyo' }],
      campaigns: account.campaigns.map((one) => ({
        ...one,
        localize_sending_time: true,
        minutes_from_midnight: 540,
        subscribers: [{ email: DEE }],
      })),
      broadcasts: account.broadcasts.map((one) => ({ ...one, localize_sending_time: true })),
      workflows: account.workflows.map((one, i) => (i > 0 ? one : { ...one, subscribers: [{ email: DEE }] })),
    },
  ],
};

/** Lets everything happen that can lead to something: each cause has effects now, and others that wait. */
async function happen(server: TestServer): Promise<void> {
  await server.upsert({ email: ANN, time_zone: 'America/New_York', tags: ['vip', 'reward'] }); // a workflow, a webhook
  await server.post('campaigns/c1/subscribers', { subscribers: [{ email: ANN, double_optin: false }] });
  const messages = [message('visit'), message('identify', { email: BOB })];
  await postMessages(server, messages, { url: 'https://acme.test/thanks' });
  const subscribers = [{ email: CID, tags: ['reward'] }, { email: 'none' }];
  await server.post('subscribers/batches', { batches: [{ subscribers }] });
  await server.extend({ events: [{ email: BOB, action: 'Signed up' }] });
  await server.post('workflows/w1/subscribers', { subscribers: [{ email: EVE }] });
  await server.broadcasts.schedule('b1', { send_at: '2026-03-08T09:00:00Z' });
  await server.settle();
  await server.advance({ hours: 2 }); // webhooks are tried again
  const [delivery] = await server.webhooks.deliveries();
  await server.webhooks.replay(delivery?.id ?? '');
  const mail = (await server.outbox()).find(({ html }) => html.includes('/e/'));
  const [link = ''] = /http:[^\s"]+\/c\/[^\s"]+/.exec(mail?.html ?? '') ?? [];
  await server.fetch(new Request(link.replaceAll('&amp;', '&'), { redirect: 'manual' }));
  await server.settle();
}

/** Webhooks fail, so that they are tried again after the move, and are received then. Faults of a server with its own database end with it. */
async function answerWebhooks(server: TestServer, status: 500 | 204): Promise<void> {
  await server.faults.clear();
  await server.faults.add({ on: 'webhook', status });
}

/** Each effect as the sentences that lead to it. Requests are left out: a server with its own database forgets them when it ends. */
async function causesIn(server: TestServer): Promise<string[]> {
  const { tables } = await server.exportState();
  const ids = [
    ...(tables.domain_events ?? []).map(({ seq }) => `event-${seq}`),
    ...(['events', 'deliveries', 'webhook_deliveries', 'conversions', 'campaign_subscriptions'] as const)
      .flatMap((table) => tables[table] ?? [])
      .map(({ id }) => String(id)),
    ...(tables.workflow_memberships ?? []).map((row) => `${row.workflow_id}/${row.subscriber_id}`),
  ];
  const paths = new Map<string, string>();
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) continue; // its trace is the one that has it
    const { rows } = await server.trace(id, { limit: 1000 });
    for (const row of rows) seen.add(row.id);
    const root = rows[0]?.type === 'admin' || rows[0]?.type === 'seed' ? rows[0].sentence : 'a request';
    const pathOf = (number: number | null): string => {
      const row = rows[(number ?? 1) - 1];
      if (row === undefined || row.parent === null) return root;
      if (row.type === 'request') return pathOf(row.parent);
      return `${pathOf(row.parent)} > ${row.sentence}`;
    };
    for (const { type, id, number, parent } of rows) {
      if (type === 'request' || parent === null) continue;
      const path = withoutRandom(pathOf(number));
      paths.set(type === 'webhook_attempt' ? path : `${rows[0]?.id} ${type} ${id}`, path);
    }
  }
  return [...paths.values()].sort();
}

/** A path without its random parts: ids, and the number of attempts. */
const withoutRandom = (path: string): string =>
  path
    .replaceAll(/[a-z0-9]{20,}/g, '…')
    .replaceAll(/(The webhook request \S+ to \S+) (?:waits|was)[^>]*?(?= >|$)/g, '$1')
    .replaceAll(/Attempt \d+/g, 'An attempt');

type Open = () => Promise<TestServer>;

/** The continuations of a history by their names. Each returns the server that has it then. */
const MOVES: Readonly<Record<string, (server: TestServer, open: Open) => Promise<TestServer>>> = {
  async 'a restart'(server, open) {
    await server[Symbol.asyncDispose]();
    return open();
  },
  'a second server on the same database': (_, open) => open(),
  async 'a restored checkpoint'(server) {
    const { id } = await server.snapshot();
    await server.upsert({ email: ANN, tags: ['later'] });
    await server.advance({ days: 9 });
    await server.restore(id);
    return server;
  },
  async 'a state in another server'(server) {
    const state = await server.exportState();
    const other = await startServer({ seed });
    await other.importState(state);
    return other;
  },
};

/** Defines the tests of causes that survive. `newDatabase` returns the path or the URL of a new database. */
export function defineSurvivingTraces(newDatabase: () => Promise<string>): void {
  /** The causes after a history that is moved and continued. */
  const causesAfter = async (move: (typeof MOVES)[string]): Promise<string[]> => {
    const db = await newDatabase();
    const opened = new Set<TestServer>();
    const open: Open = async () => {
      const server = await startServer({ seed, db });
      opened.add(server);
      await answerWebhooks(server, 500);
      return server;
    };
    const first = await open();
    await happen(first);
    const moved = await move(first, open);
    opened.add(moved);
    await answerWebhooks(moved, 204);
    await moved.advance({ days: 4 });
    await moved.settle();
    const causes = await causesIn(moved);
    await Promise.all([...opened].map((server) => server[Symbol.asyncDispose]()));
    return causes;
  };
  let unmoved: Promise<string[]> | undefined;

  test.each(Object.entries(MOVES))('causes survive %s', async (_, move) => {
    unmoved ??= causesAfter(async (server) => server);
    const expected = await unmoved;
    const parts = [
      'The seed was applied > ',
      'was called > ',
      'a request > ',
      'An attempt',
      'Sale',
      'Thanks',
    ];
    for (const part of parts) expect(expected).toContainEqual(expect.stringContaining(part));
    expect(await causesAfter(move)).toEqual(expected);
  });

  test('in a server with the exported seed, the seed led to everything', async () => {
    const first = await startServer({ seed, db: await newDatabase() });
    await answerWebhooks(first, 500);
    await happen(first);
    const exported = await first.exportSeed();
    await using second = await startServer({ seed: exported, db: await newDatabase() });
    await answerWebhooks(second, 204);
    await second.advance({ days: 4 });
    const causes = await causesIn(second);
    expect(causes.filter((path) => !path.startsWith('The seed was applied'))).toEqual([]);
    expect(causes.filter((path) => path.includes('got the email'))).not.toEqual([]);
    await first[Symbol.asyncDispose]();
  });
}
