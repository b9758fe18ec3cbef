import { text } from 'node:stream/consumers';
import { createServer } from '@trickle/mock-server';
import { createClient, type Fetch } from '@trickle/sdk';
import { WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { createWebhookHandler, toNodeHandler } from '@trickle/sdk/webhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onPort, REACHING, start, trickle, untilPrinted } from './command.ts';

async function sandbox(options: Parameters<typeof createServer>[0] = {}) {
  const server = await createServer(options);
  onTestFinished(() => server.close());
  const client = createClient({ ...server.connection, limits: false });
  return { server, client, fetch: (request: Request) => server.fetch(request) };
}

test.each(WEBHOOK_EVENTS)(
  'trickle trigger %s causes that event by calls that really cause it',
  async (event) => {
    const { server, fetch } = await sandbox();
    const { code, stdout, stderr } = await trickle(['trigger', event, '--json'], { fetch });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const result = JSON.parse(stdout);
    expect(result.event).toBe(event);
    const caused = await server.events({ subscriberId: result.subscriber.id });
    expect(result.events.map((one: { event: string }) => one.event)).toEqual(caused.map((one) => one.event));
    expect(caused.map((one) => one.event)).toContain(event);
    expect(result.steps.at(-1)).toEqual({ method: 'POST', path: '/_admin/settle', status: 200 });
  },
);

test('everything that triggers create is used again, and settings of the account are kept', async () => {
  const { server, client, fetch } = await sandbox();
  const links = [{ id: 'own', url: 'https://acme.test/own' }];
  await server.extend({ lead_scoring: { threshold: 7, points: {} }, trigger_links: links });
  const events = [
    'opened_email',
    'clicked_trigger_link',
    'visited_page',
    'became_lead',
    'updated_lead_score',
  ];
  for (const event of [...events, ...events]) {
    expect(await trickle(['trigger', event], { fetch })).toMatchObject({ code: 0 });
  }
  const named = { name: 'Sample of trickle trigger' };
  expect((await client.campaigns.list()).items.map(({ name }) => ({ name }))).toEqual([named]);
  expect((await client.workflows.list()).items.map(({ name }) => ({ name }))).toEqual([named]);
  const { accounts = [] } = (await server.exportState()).tables;
  const [settings] = accounts.map(({ data }) => JSON.parse(String(data)));
  expect(settings).toMatchObject({
    lead_scoring: { threshold: 7 },
    trigger_links: [...links, { id: 'trickle-trigger' }],
  });
});

test('a trigger prints its calls, the events with the triggered one marked, and the webhook deliveries', async () => {
  const { client, fetch } = await sandbox();
  const url = await onPort(
    (request, response) => void text(request).then(() => response.writeHead(503).end()),
  );
  await client.webhooks.create({ post_url: url, events: ['subscriber.applied_tag'] });
  const { code, stdout } = await trickle(['trigger', 'applied_tag'], { fetch });
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'POST    200      /v2/9999999/subscribers',
    'POST    201      /v2/9999999/tags',
    'POST    200      /_admin/settle',
    '',
    'Events',
    expect.stringMatching(/^ {2}\S+ {2}created +sample-\w{8}@shop\.example$/),
    expect.stringMatching(/^ {2}\S+ {2}subscribed_to_email_marketing /),
    expect.stringMatching(/^\* \S+ {2}applied_tag +sample-\w{8}@shop\.example {2}tag=Sample$/),
    '',
    'Webhook deliveries',
    `  ${'retrying'.padEnd(9)}  503      ${'applied_tag'.padEnd(29)}  ${url}`,
    '',
  ]);
});

test('an answer of the admin API that has no end is given up after 10 MB', async () => {
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

test('an answer of the admin API that does not come, or stops in the middle, is given up after a minute', async () => {
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

/** Does what a runtime's `fetch` does when the signal of its request aborts. */
const whenAborted = (signal: AbortSignal, fail: (reason: unknown) => void) =>
  signal.addEventListener('abort', () => fail(signal.reason));

test('the list names every webhook event of the interface with what is done', async () => {
  const { code, stdout } = await trickle(['trigger', '--list'], { env: {} });
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(WEBHOOK_EVENTS);
  for (const line of lines) expect(line).toMatch(/^\S+ {2,}\w+ \w/);
  const json = await trickle(['trigger', '--list', '--json'], { env: {} });
  expect(JSON.parse(json.stdout).events).toHaveLength(29);
});

test('a service without an admin API is not touched', async () => {
  const asked: string[] = [];
  const { code, stderr } = await trickle(['trigger', 'created'], {
    fetch: async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return Response.json({ errors: [{ code: 'not_found_error' }] }, { status: 404 });
    },
  });
  expect(stderr).toContain('http://trickle.localhost is not a reference server: it has no admin API');
  expect(stderr).toContain('Nothing was changed.');
  expect(code).toBe(2);
  expect(asked).toEqual(['GET /_admin/clock']);
});

test('a page that answers everything with 200 is no reference server either', async () => {
  const fetch = async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  const { code, stderr } = await trickle(['trigger', 'created'], { fetch });
  expect(stderr).toContain('is not a reference server');
  expect(code).toBe(2);
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

test('an event that an injected fault prevents ends with an error', async () => {
  const { server, fetch } = await sandbox();
  await server.faults.add({ operation: 'tags.apply', status: 422, times: 1 });
  const { code, stderr } = await trickle(['trigger', 'applied_tag'], { fetch });
  expect(stderr).toContain('answered 422');
  expect(code).toBe(1);
});

test('without a server, the exit code is 7', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  };
  const { code, stderr } = await trickle(['trigger', 'created'], { fetch });
  expect(stderr).toContain('No response from http://trickle.localhost: connect ECONNREFUSED');
  expect(code).toBe(7);
});

test.each([
  [['trigger', 'craeted'], 'did you mean subscriber.created?'],
  [['trigger'], 'Name an event, such as subscriber.created.'],
])('%j ends with an explanation', async (args, words) => {
  const { code, stderr } = await trickle(args);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test('a triggered event reaches a handler of the SDK through a listener, all as processes with sockets', async () => {
  const secret = 'a-secret-of-the-test';
  const handled: string[] = [];
  const handler = createWebhookHandler({
    secret,
    on: { '*': ({ event }) => void handled.push(event) },
  });
  const receiver = await onPort((request, response) => void toNodeHandler(handler)(request, response));
  const server = await createServer();
  onTestFinished(() => server.close());
  const env = { ...REACHING, TRICKLE_BASE_URL: await server.listen() };
  const target = `${receiver}/hooks/${secret}`;
  const listener = start(
    ['listen', '--forward-to', target, '--events', 'opened_email,created', '-n', '2'],
    env,
  );
  await untilPrinted(listener.child.stderr, /Ready\./);
  const { code, stdout } = await start(['trigger', 'opened_email', '--json'], env).ended;
  expect(code).toBe(0);
  const { email } = JSON.parse(stdout).subscriber;
  const listened = await listener.ended;
  expect(listened.code).toBe(0);
  expect(listened.stdout.trimEnd().split('\n')).toEqual(
    ['created', 'opened_email'].map((event) =>
      expect.stringMatching(new RegExp(`  200 .* ms {2}${event} +${email} +#\\d+ {2}/_inspector/`)),
    ),
  );
  expect(handled).toEqual(['subscriber.created', 'subscriber.opened_email']);
});
