import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContentError, createContentHandler, toNodeHandler } from '@trickle/sdk/content';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

/** Somebody's server on a port, which keeps what it was asked. */
class Endpoint implements AsyncDisposable {
  readonly #server: HttpServer;
  readonly asked: string[] = [];
  url = '';

  private constructor(listener: RequestListener) {
    this.#server = createHttpServer((request, response) => {
      this.asked.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
      listener(request, response);
    });
  }

  static async open(listener: RequestListener): Promise<Endpoint> {
    const endpoint = new Endpoint(listener);
    await new Promise<void>((resolve) => void endpoint.#server.listen(0, '127.0.0.1', resolve));
    endpoint.url = `http://127.0.0.1:${(endpoint.#server.address() as AddressInfo).port}`;
    return endpoint;
  }

  /** One that answers with this, in turn; the last one from then on. */
  static answering(...answers: { status?: number; body?: string; headers?: Record<string, string> }[]) {
    let next = 0;
    return Endpoint.open((_, response) => {
      const { status = 200, body = '{}', headers } = answers[Math.min(next++, answers.length - 1)] ?? {};
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}

const ANN = {
  id: 'ann',
  email: 'ann@acme.test',
  first_name: 'Ann',
  custom_fields: { shoe_size: '39' },
  tags: ['vip'],
};

interface Choice {
  readonly path?: string;
  readonly html?: string;
  readonly isEnabled?: boolean;
  readonly status?: 'active' | 'draft';
  readonly account?: object;
}

/** An account whose campaign asks for the content `shoes` in its first email of two. */
function seed(
  url: string,
  { path = '', html, isEnabled = true, status = 'active', account = {} }: Choice = {},
) {
  const html_body = html ?? '<p>{{ my.shoes.offer | default: "nothing" }}</p>';
  return mailingAccount({
    subscribers: [ANN],
    dynamic_content: {
      is_enabled: isEnabled,
      endpoints: [
        {
          shortcode: 'shoes',
          base_url: `${url}${path}`,
          subscriber: ['shoe_size', 'color', 'email'],
          event: ['value'],
        },
      ],
    },
    campaigns: [
      {
        id: '1',
        name: 'Tides',
        status,
        emails: [
          { id: 'e1', subject: 'Shoes', html_body },
          { id: 'e2', subject: 'Later', html_body: '<p>Later</p>' },
        ],
        subscribers: [{ email: ANN.email }],
      },
    ],
    ...account,
  });
}

/** When each email was sent. */
const sent = async ({ server }: TestServer) =>
  (await server.outbox()).map(({ subject, sentAt }) => `${subject} ${sentAt}`);

const firstText = async ({ server }: TestServer) => (await server.outbox())[0]?.text.split('\n')[0];

scenarios('content', (start) => {
  it('is asked for with the fields that the account has chosen, and shown in the email', async () => {
    await using shop = await Endpoint.answering({ body: '{"offer":"Boots"}' });
    await using server = await start({ seed: seed(shop.url, { path: '/content?k=1' }) });
    await server.server.settle();
    expect(shop.asked).toEqual(['GET /content?k=1&subscriber[shoe_size]=39&subscriber[color]']);
    expect(await firstText(server)).toBe('Boots');
    expect(await server.server.contentCalls()).toEqual([
      {
        id: expect.any(String),
        shortcode: 'shoes',
        subscriberId: 'ann',
        emailId: 'e1',
        url: `${shop.url}/content?k=1&subscriber%5Bshoe_size%5D=39&subscriber%5Bcolor%5D`,
        isPreview: false,
        withheld: ['email'],
        attempt: 1,
        calledAt: '2026-03-06T12:00:00Z',
        outcome: 'success',
        status: 200,
        body: '{"offer":"Boots"}',
      },
    ]);
    await server.server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Shoes 2026-03-06T12:00:00Z', 'Later 2026-03-07T08:00:00Z']);
    expect(shop.asked).toHaveLength(1); // the second email wants none
  });
});

describe('content', () => {
  it('comes from the handler of the SDK', async () => {
    const errors: unknown[] = [];
    const handler = createContentHandler(
      { subscriber: z.object({ shoe_size: z.string(), color: z.nullable(z.string()) }) },
      async ({ subscriber, preview }) => {
        if (preview) return { offer: 'Mocked' };
        if (subscriber.color !== null) throw ContentError.permanent('no such color');
        return { offer: `Size ${subscriber.shoe_size}` };
      },
      { secret: 'a-secret-of-the-shop', onError: (error) => void errors.push(error) },
    );
    await using shop = await Endpoint.open(toNodeHandler(handler));
    await using server = await startServer({
      seed: seed(shop.url, { path: '/content?secret=a-secret-of-the-shop' }),
    });
    const preview = await server.server.mail.preview({ campaignId: '1', subscriber: 'ann' });
    expect(preview.text).toContain('Mocked');
    await server.server.settle();
    expect(await firstText(server)).toBe('Size 39');
    expect(errors).toEqual([]);
  });

  // proves: content preview=true is added while previewing or sending a test
  // U-110
  it('is asked for with preview=true for previews and tests, of which nothing is told', async () => {
    await using shop = await Endpoint.answering({ body: '{"offer":"Mock"}' });
    await using server = await startServer({ seed: seed(shop.url, { status: 'draft' }) });
    const choice = { campaignId: '1', subscriber: ANN.email };
    const preview = await server.server.mail.preview(choice);
    expect(preview).toMatchObject({ subject: 'Shoes', from: 'crew@acme.test', to: ANN.email });
    expect(preview.html).toContain('<p>Mock</p>');
    const test = await server.server.mail.sendTest({ ...choice, to: 'me@acme.test' });
    expect(test).toMatchObject({ purpose: 'test', to: 'me@acme.test', html: preview.html });
    expect(shop.asked).toEqual([
      'GET /?subscriber[shoe_size]=39&subscriber[color]&preview=true',
      'GET /?subscriber[shoe_size]=39&subscriber[color]&preview=true',
    ]);
    expect((await server.server.contentCalls()).map(({ isPreview }) => isPreview)).toEqual([true, true]);
    expect(await server.server.events()).not.toContainEqual(
      expect.objectContaining({ event: 'subscriber.received_email' }),
    );
    expect(await server.server.mail.deliveries()).toEqual([]);
  });

  it('of an email that is not there is refused', async () => {
    await using server = await startServer({ seed: seed('http://127.0.0.1:1', { html: '{{ oops ' }) });
    const preview = (choice: object) => server.server.mail.preview({ subscriber: 'ann', ...choice });
    await expect(preview({ campaignId: '1', emailIndex: 7 })).rejects.toThrow(/no email '7'/);
    await expect(preview({ broadcastId: 'x' })).rejects.toThrow(/no broadcast 'x'/);
    await expect(preview({ campaignId: '1' })).rejects.toThrow(/is no template/);
  });
});

const OFFER = '{"offer":"Boots"}';

describe('an answer', () => {
  // proves: content Status 2xx
  // proves: limit Custom content response
  it.each([
    ['of 350 KB', { body: JSON.stringify({ offer: 'x', rest: 'y'.repeat(350 * 1024 - 23) }) }, 'x'],
    ['that is an array', { body: '[{"a":1}]' }, 'nothing'],
    [
      'with parameters of its type',
      { body: OFFER, headers: { 'content-type': 'Application/JSON; charset=utf-8' } },
      'Boots',
    ],
    ['of another 2xx', { status: 203, body: OFFER }, 'Boots'],
  ])('%s is content', async (_, answer, text) => {
    await using shop = await Endpoint.answering(answer);
    await using server = await startServer({ seed: seed(shop.url) });
    await server.server.settle();
    expect(await firstText(server)).toBe(text);
  });

  it('without what the template wants reads as null', async () => {
    const html = '{% if my.shoes.offer == nil %}null{% endif %}{{ my.shoes.a.b.c }}{{ my.hats.x }}.';
    await using shop = await Endpoint.answering({ body: '{"offer":null}' });
    await using server = await startServer({ seed: seed(shop.url, { html }) });
    await server.server.settle();
    expect(await firstText(server)).toBe('null.');
  });

  // proves: content Status 3xx
  it('is followed where it leads', async () => {
    await using shop = await Endpoint.open((request, response) => {
      if (request.url?.startsWith('/moved')) {
        return void response.writeHead(302, { location: '/there?x=1' }).end();
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(OFFER);
    });
    await using server = await startServer({ seed: seed(shop.url, { path: '/moved' }) });
    await server.server.settle();
    expect(await firstText(server)).toBe('Boots');
    expect(shop.asked.at(-1)).toBe('GET /there?x=1');
    expect((await server.server.contentCalls())[0]).toMatchObject({ finalUrl: `${shop.url}/there?x=1` });
  });

  // proves: limit Custom content response
  // proves: content Header Content-Type is application/json
  // proves: content Status 4xx except 429
  // proves: content Other statuses
  // U-102
  // U-105
  it.each([
    [{ status: 404 }, 'permanent', 'it answered 404'],
    [{ status: 400, body: OFFER }, 'permanent', 'it answered 400'],
    [{ status: 304 }, 'unsupported', 'it answered 304'],
    [{ status: 600 }, 'unsupported', 'it answered 600'],
    [{ body: OFFER, headers: { 'content-type': 'text/html' } }, 'unsupported', 'is not application/json'],
    [{ body: 'nonsense' }, 'unsupported', 'no object or array'],
    [{ body: '"text"' }, 'unsupported', 'no object or array'],
    [{ body: 'null' }, 'unsupported', 'no object or array'],
    [{ body: `{"a":"${'x'.repeat(350 * 1024)}"}` }, 'unsupported', 'longer than 358400 bytes'],
  ])('as %o is final: the email is not sent, and the series goes on', async (answer, outcome, why) => {
    await using shop = await Endpoint.answering(answer);
    await using server = await startServer({ seed: seed(shop.url) });
    await server.server.advance({ days: 2 });
    expect(await sent(server)).toEqual(['Later 2026-03-07T08:00:00Z']);
    expect(shop.asked).toHaveLength(1);
    const [call] = await server.server.contentCalls();
    expect(call).toMatchObject({ outcome, error: expect.stringContaining(why) });
    expect((await server.server.notices()).map(({ message }) => message)).toEqual([
      expect.stringContaining(`The email 'Shoes' is not sent: there is no content 'shoes'`),
    ]);
  });

  // U-105
  // proves: content Status 429
  // proves: content Status 5xx
  it.each([[429], [500], [503]])('of %i is asked for again until there is content', async (status) => {
    await using shop = await Endpoint.answering({ status }, { status }, { status }, { body: OFFER });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Shoes 2026-03-06T12:07:00Z', 'Later 2026-03-07T08:00:00Z']);
    expect((await server.server.contentCalls()).map(({ attempt, calledAt }) => [attempt, calledAt])).toEqual([
      [1, '2026-03-06T12:00:00Z'],
      [2, '2026-03-06T12:01:00Z'],
      [3, '2026-03-06T12:03:00Z'],
      [4, '2026-03-06T12:07:00Z'],
    ]);
  });

  // U-105
  it.each([
    [500, '2026-03-06'],
    [429, '2026-03-09'],
  ])('of %i for long gives up the one email', async (status, day) => {
    await using shop = await Endpoint.answering({ status });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.server.advance({ days: 7 });
    expect((await server.server.contentCalls()).at(-1)?.calledAt.slice(0, 10)).toBe(day);
    expect((await sent(server)).map((line) => line.split(' ')[0])).toEqual(['Later']);
  });

  // proves: content No answer after 3 seconds (including any redirect chain)
  it('that does not come within 3 seconds, all redirects included, is none', async () => {
    let hops = 0;
    await using shop = await Endpoint.open((_, response) => {
      // Each hop alone would be in time.
      setTimeout(() => response.writeHead(302, { location: `/${hops++}` }).end(), 800);
    });
    await using server = await startServer({ seed: seed(shop.url) });
    const before = performance.now();
    await server.server.settle();
    expect(performance.now() - before).toBeGreaterThan(2900);
    expect(performance.now() - before).toBeLessThan(6000);
    expect((await server.server.contentCalls())[0]).toMatchObject({
      outcome: 'temporary',
      error: 'no answer within 3 s',
    });
    expect(await sent(server)).toEqual([]);
  }, 15_000);

  it('that is cut off is asked for again', async () => {
    await using shop = await Endpoint.open((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"offer":');
      response.socket?.destroy();
    });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.server.settle();
    expect((await server.server.contentCalls())[0]).toMatchObject({ outcome: 'temporary' });
  });

  it('comes out as a fault wants it', async () => {
    await using shop = await Endpoint.answering({ body: OFFER });
    await using server = await startServer({ seed: seed(shop.url) });
    server.server.faults.add({ on: 'content', status: 503, times: 1 });
    server.server.faults.add({ on: 'content', drop: 'before', times: 1 });
    await server.server.advance({ hours: 1 });
    expect((await server.server.contentCalls()).map(({ outcome }) => outcome)).toEqual([
      'temporary',
      'temporary',
      'success',
    ]);
    expect(shop.asked).toHaveLength(1);
  });
});

describe('an email of a workflow', () => {
  it('has content by the event that put the person on it', async () => {
    await using shop = await Endpoint.answering({ body: OFFER });
    const workflows = [
      {
        id: 'w',
        name: 'After a visit',
        status: 'active',
        triggers: [
          { provider: 'trickle', trigger_type: 'performed_custom_event', properties: { action: 'Looked' } },
        ],
        steps: [
          {
            type: 'send_email',
            id: 'w1',
            subject: '{{ event.value }} cents',
            html_body: '<p>{{ my.shoes.offer }}</p>',
          },
        ],
      },
    ];
    await using server = await startServer({
      seed: seed(shop.url, { account: { workflows, campaigns: [] } }),
    });
    const event = { email: ANN.email, action: 'Looked', properties: { value: 250, secret: 'x' } };
    await server.post('events', { events: [event] });
    await server.server.settle();
    expect(shop.asked).toEqual(['GET /?subscriber[shoe_size]=39&subscriber[color]&event[value]=250']);
    expect((await server.server.outbox())[0]).toMatchObject({ purpose: 'workflow', subject: '250 cents' });
    expect(await firstText(server)).toBe('Boots');
    expect((await server.server.mail.deliveries())[0]).toMatchObject({ workflowId: 'w', emailId: 'w1' });
  });
});

describe('an account', () => {
  it('for which it is not enabled asks nobody', async () => {
    await using shop = await Endpoint.answering({ body: OFFER });
    await using server = await startServer({ seed: seed(shop.url, { isEnabled: false }) });
    await server.server.settle();
    expect(shop.asked).toEqual([]);
    expect(await firstText(server)).toBe('nothing');
  });

  it('has content in broadcasts, which are sent when the last one is settled', async () => {
    await using shop = await Endpoint.answering({ status: 503 }, { body: OFFER });
    const broadcasts = [
      {
        id: 'b',
        name: 'Sale',
        status: 'scheduled',
        send_at: '2026-03-06T13:00:00Z',
        subject: 'Sale',
        html_body: '{{ my.shoes.offer }}',
      },
    ];
    await using server = await startServer({
      seed: seed(shop.url, { account: { broadcasts, campaigns: [] } }),
    });
    await server.server.advance({ hours: 1 });
    const status = async () => JSON.parse((await server.get('broadcasts/b')).text).broadcasts[0].status;
    expect(await status()).toBe('sending');
    await server.server.advance({ hours: 1 });
    expect(await status()).toBe('sent');
    expect(await sent(server)).toEqual(['Sale 2026-03-06T13:01:00Z']);
  });

  it('keeps the place of an email whose campaign is paused before its content is there', async () => {
    await using shop = await Endpoint.answering({ status: 503 }, { body: OFFER });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.server.settle();
    await server.post('campaigns/1/pause', {});
    await server.server.advance({ days: 2 });
    expect(await sent(server)).toEqual([]);
    await server.post('campaigns/1/activate', {});
    await server.server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Shoes 2026-03-08T12:00:00Z', 'Later 2026-03-09T08:00:00Z']);
  });

  it('sends nothing that waits for content to whom has left meanwhile', async () => {
    await using shop = await Endpoint.answering({ status: 503 }, { body: OFFER });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.server.settle();
    await server.post('subscribers/ann/remove', {});
    await server.server.advance({ days: 2 });
    expect(await sent(server)).toEqual([]);
  });
});
