import { StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Start, scenarios, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver } from './webhook-receiver.ts';

const WEBHOOKS = 10;
const TAGS = 22;
const ANN = { id: 'ann', email: 'ann@acme.test' };
const tags = Array.from({ length: TAGS }, (_, i) => `t${i}`);

/** A server whose account has several webhooks at one receiver. Both end with the test. */
async function withWebhooks(start: (options: Start) => Promise<TestServer>) {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const webhooks = Array.from({ length: WEBHOOKS }, (_, i) => ({
    id: `w${i}`,
    post_url: `${receiver.url}&webhook=w${i}`,
    events: ['subscriber.applied_tag' as const, 'subscriber.created' as const],
  }));
  const server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { receiver, server };
}

const rowsOf = async (
  server: TestServer,
  table: 'webhook_payloads' | 'subscriber_states' | 'webhook_deliveries',
) => (await server.exportState()).tables[table] ?? [];

/** Counts the deliveries that each transaction creates. */
function countByTransaction(): number[] {
  const counts: number[] = [0];
  const { run } = StatementSync.prototype;
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    const isEnd = /^(commit|rollback|release)/.test(this.sourceSQL);
    if (isEnd) counts.push(0);
    if (this.sourceSQL.startsWith('insert into webhook_deliveries'))
      counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    return run.apply(this, values);
  });
  return counts;
}

scenarios('a request that causes many deliveries', (start) => {
  // U-310
  test('stores the subscriber once for each state and a body once for each event, and creates 200 deliveries at a time', async () => {
    const { server, receiver } = await withWebhooks(start);
    const counts = countByTransaction();
    await server.upsert({ email: ANN.email, tags });
    await server.settle();
    expect(await rowsOf(server, 'subscriber_states')).toHaveLength(1);
    expect(await rowsOf(server, 'webhook_payloads')).toHaveLength(TAGS);
    expect(await rowsOf(server, 'webhook_deliveries')).toHaveLength(TAGS * WEBHOOKS);
    expect(Math.max(...counts)).toBeLessThanOrEqual(200);
    vi.restoreAllMocks();
    // All webhooks have received the same bodies, in the order of the events.
    const deliveries = await server.webhooks.deliveries();
    const bodiesOf = (id: string) =>
      deliveries.filter(({ webhookId }) => webhookId === id).map(({ body }) => body);
    const bodies = bodiesOf('w0');
    expect(bodies.map((body) => JSON.parse(body).data.properties.tag)).toEqual(tags);
    expect(JSON.parse(bodies[0] ?? '').data.subscriber).toEqual(await server.subscriber(ANN.id));
    for (let i = 1; i < WEBHOOKS; i++) expect(bodiesOf(`w${i}`)).toEqual(bodies);
    expect(receiver.came).toHaveLength(TAGS * WEBHOOKS);
  });

  // U-310
  test('keeps the order of events for each webhook, also with events that follow while deliveries wait', async () => {
    const { server } = await withWebhooks(start);
    await server.upsert({ email: ANN.email, tags });
    await server.post('tags', { tags: [{ email: ANN.email, tag: 'last' }] });
    await server.settle();
    const deliveries = await server.webhooks.deliveries();
    for (let i = 0; i < WEBHOOKS; i++) {
      const own = deliveries.filter(({ webhookId }) => webhookId === `w${i}`);
      expect(own.map(({ body }) => JSON.parse(body).data.properties.tag)).toEqual([...tags, 'last']);
    }
  });

  // U-310
  test('creates waiting deliveries for the webhooks that were there when the event occurred', async () => {
    const { server, receiver } = await withWebhooks(start);
    await server.upsert({ email: ANN.email, tags });
    await server.post('webhooks', { webhooks: [{ post_url: `${receiver.url}&webhook=new` }] });
    await server.delete('webhooks/w9');
    await server.settle();
    const urls = (await server.webhooks.deliveries()).map(({ url }) =>
      new URL(url).searchParams.get('webhook'),
    );
    expect(urls).not.toContain('new');
    expect(urls.filter((name) => name === 'w8')).toHaveLength(TAGS);
    expect((await rowsOf(server, 'webhook_payloads')).filter(({ waiting }) => waiting !== null)).toEqual([]);
  });
});
