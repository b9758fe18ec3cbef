import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, startServer, type TestServer } from '../harness.ts';
import { livelyAccount } from '../lively-account.ts';
import { TemporaryFolder } from '../temporary-folder.ts';

const ACCOUNT = '9999999';

/** A request, or an advance of the clock. */
interface Step {
  readonly name: string;
  act(server: TestServer): Promise<Answer | undefined>;
}

const step = <Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  act: (input: Input, server: TestServer) => Promise<Answer | undefined>,
): fc.Arbitrary<Step> =>
  input.map((drawn) => ({
    name: `${name} ${JSON.stringify(drawn)}`,
    act: (server) => act(drawn, server),
    toString: () => `${name} ${JSON.stringify(drawn)}`,
  }));

/** A few addresses, two of which are equal, one of a subscriber of the seed, and one that is invalid. */
const email = fc.constantFrom(
  'ann@of-9999999.test',
  'bob@acme.test',
  'Bob@acme.test',
  'çelik@acme.test',
  'none',
);
const tag = fc.constantFrom('vip', 'VIP', 'Ärger', '_x', 'a b');
const text = fc.oneof(fc.constantFrom('', ' ', '%_\\', 'Ä', '🚢'), fc.string({ maxLength: 8 }));

const subscriber = fc.record(
  {
    email,
    new_email: email,
    first_name: text,
    time_zone: fc.constantFrom('America/Chicago', 'Mars/Base'),
    tags: fc.uniqueArray(tag, { maxLength: 3 }),
    remove_tags: fc.uniqueArray(tag, { maxLength: 1 }),
    custom_fields: fc.dictionary(fc.constantFrom('shoe', 'Size', '1st'), text, { maxKeys: 2 }),
    lifetime_value: fc.integer({ min: -1, max: 2_000_000_000 }),
    base_lead_score: fc.integer({ min: 0, max: 90 }),
  },
  { requiredKeys: ['email'] },
);

const event = fc.record({
  email,
  action: fc.constantFrom('Signed up', 'Looked', 'Ärger'),
  properties: fc.dictionary(fc.constantFrom('value', 'name'), fc.oneof(text, fc.integer()), { maxKeys: 2 }),
});

const order = fc.record({
  email,
  provider: fc.constantFrom('shop', 'till'),
  upstream_id: fc.constantFrom('1', '2'),
  amount: fc.integer({ min: 0, max: 2_000_000_000 }),
});

const query = fc.record(
  {
    status: fc.constantFrom('all', 'active', 'unsubscribed', 'removed'),
    tags: tag,
    sort: fc.constantFrom('email', 'created_at', '-created_at'),
    page: fc.integer({ min: 1, max: 3 }),
    per_page: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
);

const searchOf = (members: Readonly<Record<string, string | number | undefined>>) =>
  new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)]));

const path = (name: string) => `subscribers/${encodeURIComponent(name)}`;

const steps = [
  step('upsert', subscriber, (record, server) => server.upsert(record)),
  step('batch', fc.array(subscriber, { maxLength: 4 }), (subscribers, server) =>
    server.post('subscribers/batches', { batches: [{ subscribers }] }),
  ),
  step('tag', fc.record({ email, tag }), (applied, server) => server.post('tags', { tags: [applied] })),
  step('untag', fc.tuple(email, tag), ([who, removed], server) =>
    server.delete(`${path(who)}/tags/${encodeURIComponent(removed)}`),
  ),
  step('event', event, (recorded, server) => server.post('events', { events: [recorded] })),
  step('order', order, (placed, server) => server.post('orders', { orders: [placed] })),
  step('subscribe', email, (who, server) =>
    server.post('campaigns/1/subscribers', { subscribers: [{ email: who }] }),
  ),
  step('unsubscribe', email, (who, server) => server.post(`${path(who)}/unsubscribe_all`, {})),
  step('remove', email, (who, server) => server.delete(path(who))),
  step('read', email, (who, server) => server.get(path(who))),
  step('list', query, (members, server) => server.get(`subscribers?${searchOf(members)}`)),
  step(
    'collection',
    fc.constantFrom('tags', 'event_actions', 'custom_field_identifiers', 'campaigns'),
    (name, server) => server.get(name),
  ),
  step('advance', fc.constantFrom({ hours: 1 }, { days: 2 }, { days: 4 }), async (duration, server) => {
    await server.advance(duration);
    return undefined;
  }),
];

/** The duration of an attempt to deliver a webhook, in real milliseconds. */
const DURATION = /(?<=milliseconds\\":)[\d.e-]+/g;

type Row = Record<string, number | null | undefined>;

/** The tables whose numbers rows refer to, by the names of these members. */
const REFERENCES = {
  event_seq: 'domain_events',
  subscriber_seq: 'subscribers',
  payload_seq: 'webhook_payloads',
  state_seq: 'subscriber_states',
};

/** The position of each sequence number. PostgreSQL does not reuse the numbers of work that was rolled back, SQLite does. */
const ranksOf = (rows: readonly Row[] = []) => new Map(rows.map(({ seq }, index) => [seq, index + 1]));

/** The records, events and emails of a server, without real durations. Rows without a sequence number are sorted, since their order does not matter. */
async function stateOf(server: TestServer) {
  const exported = JSON.stringify(await server.exportState({ accountId: ACCOUNT }));
  const state = JSON.parse(exported.replaceAll(DURATION, '0'));
  const referred = Object.entries(REFERENCES).map(
    ([name, table]) => [name, ranksOf(state.tables[table])] as const,
  );
  for (const rows of Object.values<Row[]>(state.tables)) {
    for (const [name, ranks] of [['seq', ranksOf(rows)] as const, ...referred]) {
      for (const row of rows) if (row[name] != null) row[name] = ranks.get(row[name]) ?? 0;
    }
    if (rows[0]?.seq === undefined) {
      rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    }
  }
  const listed = (await server.events()).map((event, index) => ({ ...event, seq: index + 1 }));
  return { state, events: listed, mails: await server.outbox() };
}

const shown = (answer: Answer | undefined) => answer && { status: answer.status, text: answer.text };

test('a server on PostgreSQL does the same as one on SQLite, with the same seed, clock and requests', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...steps), { minLength: 7, maxLength: 30, size: 'max' }),
      async (sequence) => {
        using folder = new TemporaryFolder();
        const options = { seed: { accounts: [livelyAccount(ACCOUNT)] }, randomSeed: 7 };
        await using one = await startServer({ ...options, db: folder.file('trickle.db') });
        await using other = await startServer(options); // on PostgreSQL, see `open-store.ts`
        for (const server of [one, other])
          await server.faults.add({ account: ACCOUNT, on: 'webhook', status: 500 });
        for (const { act, name } of sequence) {
          const [expected, actual] = [await act(one), await act(other)];
          expect(shown(actual), name).toEqual(shown(expected));
          await one.settle();
          await other.settle();
          taken++;
        }
        expect(await stateOf(other)).toEqual(await stateOf(one));
      },
    ),
    { numRuns: 15 },
  );
  expect(taken).toBeGreaterThan(100);
});
