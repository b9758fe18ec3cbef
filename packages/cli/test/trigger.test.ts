import type { Fetch } from '@trickle/sdk';
import { WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { createWebhookHandler, toNodeHandler } from '@trickle/sdk/webhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onPort, REACHING, start, trickle, untilPrinted } from './command.ts';
import { receiver } from './receiver.ts';
import { sandbox } from './sandbox.ts';

test('trickle trigger sends a sample of every event, and changes no data', async () => {
  const { server, client, fetch } = await sandbox();
  const { url, received } = await receiver();
  const { id } = await client.webhooks.create({ post_url: url, include_received_email: true });
  for (const event of WEBHOOK_EVENTS) {
    const { code, stdout, stderr } = await trickle(['trigger', event, '--json'], { fetch });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const delivery = { id: expect.any(String), url, state: 'delivered', attempts: 1, status: 200 };
    expect(JSON.parse(stdout)).toEqual({ event, deliveries: [delivery] });
  }
  expect(received.map(({ body }) => JSON.parse(body).event)).toEqual(WEBHOOK_EVENTS);
  expect(await server.webhooks.get(id)).toMatchObject({ status: 'active' });
  expect(await server.events()).toEqual([]);
  expect((await client.subscribers.list()).items).toEqual([]);
});

test('a trigger prints the deliveries with the words for their states', async () => {
  const { client, fetch } = await sandbox();
  const [good, bad] = [await receiver(), await receiver((response) => void response.writeHead(503).end())];
  for (const { url } of [good, bad]) {
    await client.webhooks.create({ post_url: url, events: ['subscriber.applied_tag'] });
  }
  const { code, stdout } = await trickle(['trigger', 'applied_tag'], { fetch });
  expect(code).toBe(0);
  expect(stdout).toBe(
    `${'delivered'.padEnd(9)}  200      ${good.url}\n${'retrying'.padEnd(9)}  503      ${bad.url}\n`,
  );
});

test('without a subscribed webhook, a trigger says that only listeners received the sample', async () => {
  const { client, fetch } = await sandbox();
  await client.webhooks.create({ post_url: 'https://shop.test/hooks', events: ['subscriber.created'] });
  const { code, stdout } = await trickle(['trigger', 'applied_tag'], { fetch });
  expect([code, stdout]).toEqual([
    0,
    'No enabled webhook of the account is subscribed to subscriber.applied_tag. A running trickle listen received it.\n',
  ]);
  const json = await trickle(['trigger', 'applied_tag', '--json'], { fetch });
  expect(JSON.parse(json.stdout)).toEqual({ event: 'subscriber.applied_tag', deliveries: [] });
});

test('a trigger for one webhook ignores its events, and one about a subscriber contains them', async () => {
  const { server, client, fetch } = await sandbox();
  await client.subscribers.upsert({ email: 'ann@x.io' });
  const { url, received } = await receiver();
  const { id } = await client.webhooks.create({ post_url: url, events: ['subscriber.created'] });
  const args = ['trigger', 'deleted', '--webhook', id, '--subscriber', 'ann@x.io'];
  expect(await trickle(args, { fetch })).toMatchObject({ code: 0 });
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { event: 'subscriber.deleted', data: { subscriber: { email: 'ann@x.io' } } },
  ]);
  const unknown = await trickle(['trigger', 'deleted', '--subscriber', 'bob@x.io'], { fetch });
  expect([unknown.code, unknown.stderr]).toEqual([5, expect.stringContaining('bob@x.io')]);
  await server.webhooks.disable(id);
  const disabled = await trickle(args, { fetch });
  expect([disabled.code, disabled.stderr]).toEqual([
    1,
    `trickle: POST /_admin/webhooks/trigger answered 422: webhook_id The webhook ${id} is disabled. Enable it first.\n`,
  ]);
});

test('an endless answer of the admin API is abandoned after 10 MB', async () => {
  let sent = 0;
  const { fetch } = await sandbox();
  const endless: Fetch = async (request) => {
    if (!request.url.includes('/_admin/')) return fetch(request);
    const chunk = new Uint8Array(1_000_000);
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += chunk.length;
      controller.enqueue(chunk);
    };
    return new Response(new ReadableStream({ pull }));
  };
  const { code, stderr } = await trickle(['trigger', 'created'], { fetch: endless });
  expect(stderr).toContain('The response is larger than 10000000 bytes.');
  expect(sent).toBeLessThan(15_000_000);
  expect(code).toBe(7);
});

test('a missing or incomplete answer of the admin API is abandoned after a minute', async () => {
  const { fetch } = await sandbox();
  const answers: ((request: Request) => Promise<Response>)[] = [
    ({ signal }) => new Promise((_, reject) => whenAborted(signal, reject)),
    async ({ signal }) =>
      new Response(new ReadableStream({ start: (one) => whenAborted(signal, (why) => one.error(why)) })),
  ];
  for (const answer of answers) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.withResolvers<void>();
    const ended = trickle(['trigger', 'created'], {
      fetch: (request) => {
        if (!request.url.includes('/_admin/')) return fetch(request);
        setImmediate(asked.resolve);
        return answer(request);
      },
    });
    await asked.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    const { code, stderr } = await ended;
    vi.useRealTimers();
    expect(stderr).toContain('No response from http://trickle.localhost: no complete answer within 60000 ms');
    expect(code).toBe(7);
  }
});

/** Rejects like a runtime's `fetch` when the request is aborted. */
const whenAborted = (signal: AbortSignal, fail: (reason: unknown) => void) =>
  signal.addEventListener('abort', () => fail(signal.reason));

test('the list has every webhook event of the interface', async () => {
  const { code, stdout } = await trickle(['trigger', '--list'], { env: {} });
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toEqual(WEBHOOK_EVENTS);
  const json = await trickle(['trigger', '--list', '--json'], { env: {} });
  expect(JSON.parse(json.stdout)).toEqual({ events: WEBHOOK_EVENTS });
});

test('a server with an admin password is used with the password, or with the key of an owner', async () => {
  const owned = await sandbox({ adminPassword: 'open sesame' });
  expect(await trickle(['trigger', 'created'], { fetch: owned.fetch })).toMatchObject({ code: 0 });
  const users = [{ email: 'mel@acme.test', role: 'member' as const, token: 'trickle_demo_token' }];
  const seed = { accounts: [{ id: '9999999', users }] };
  const { fetch } = await sandbox({ adminPassword: 'open sesame', seed });
  const denied = await trickle(['trigger', 'created'], { fetch });
  expect(denied).toMatchObject({ code: 2, stdout: '' });
  expect(denied.stderr).toContain('set TRICKLE_ADMIN_PASSWORD');
  const env = { ...REACHING, TRICKLE_ADMIN_PASSWORD: 'open sesame' };
  expect(await trickle(['trigger', 'created'], { fetch, env })).toMatchObject({ code: 0 });
});

test('a triggered event reaches a handler of the SDK through a listener, all as processes with sockets', async () => {
  const secret = 'a-secret-of-the-test';
  const handled: string[] = [];
  const handler = createWebhookHandler({
    secret,
    on: { '*': ({ event }) => void handled.push(event) },
  });
  const handling = await onPort((request, response) => void toNodeHandler(handler)(request, response));
  const { server } = await sandbox();
  const env = { ...REACHING, TRICKLE_BASE_URL: await server.listen() };
  const target = `${handling}/hooks/${secret}`;
  const listener = start(
    ['listen', '--forward-to', target, '--events', 'opened_email,created', '-n', '2'],
    env,
  );
  await untilPrinted(listener.child.stderr, /Ready\./);
  expect(await start(['trigger', 'created'], env).ended).toMatchObject({ code: 0 });
  for (const event of ['clicked_email', 'opened_email'])
    expect(await trickle(['trigger', event], { env })).toMatchObject({ code: 0 });
  const listened = await listener.ended;
  expect(listened.code).toBe(0);
  expect(listened.stdout.trimEnd().split('\n')).toEqual(
    ['created', 'opened_email'].map((event) =>
      expect.stringMatching(
        new RegExp(`  200 .* ms {2}${event} +ann\\.sample@example\\.com +#\\d+ {2}http:\\S+/_inspector/`),
      ),
    ),
  );
  expect(handled).toEqual(['subscriber.created', 'subscriber.opened_email']);
});
