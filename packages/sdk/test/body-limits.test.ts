import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { createContentHandler } from '@trickle/sdk/content';
import { createOAuth, OAuthCallbackError, ResponseSizeError } from '@trickle/sdk/oauth';
import { createWebhookHandler, type FetchHandler, WebhookError } from '@trickle/sdk/webhooks';
import { describe, expect, test } from 'vitest';
import { serving } from './serving.ts';

const MEGABYTE = 'x'.repeat(1_048_576);

/** A JSON string without an end, and how many megabytes of it were taken. */
function endless() {
  const taken = { megabytes: 0 };
  const source = Readable.from(
    (function* () {
      yield '{"access_token": "';
      for (;;) {
        taken.megabytes += 1;
        yield MEGABYTE;
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
  return { source, taken };
}

describe('the response to the exchange of a code', () => {
  test.each([
    ['without an end', {}, false],
    ['without an end, compressed', { 'content-encoding': 'gzip' }, true],
    ['without an end that is an error', {}, false],
  ])('%s is read up to the limit only', async (name, headers, isCompressed) => {
    const { source, taken } = endless();
    const status = name.endsWith('error') ? 400 : 200;
    const port = await serving((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      const body = isCompressed ? source.pipe(createGzip()) : source;
      body.pipe(response);
      response.on('close', () => source.destroy());
    });
    const oauth = createOAuth({
      ...{ authUrl: `http://127.0.0.1:${port}`, clientId: 'a', clientSecret: 'hush-hush' },
      ...{ redirectUri: 'http://localhost:1/', maxResponseSize: 3_000_000 },
    });
    const error = await oauth.token({ code: 'c' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ResponseSizeError);
    expect(error).toMatchObject({
      maxResponseSize: 3_000_000,
      message: `POST http://127.0.0.1:${port}/oauth/token answered ${status} with more than 3000000 bytes. To allow more, increase \`maxResponseSize\`.`,
    });
    // Compressed, much more is under way than is read.
    if (!isCompressed) expect(taken.megabytes).toBeLessThan(40);
  });

  test('is read up to one megabyte or the limit of the options, which must be numbers', async () => {
    const fetch = async () => new Response(`"${MEGABYTE}"`);
    const options = {
      authUrl: 'http://x.test',
      clientId: 'a',
      clientSecret: 'b',
      redirectUri: 'http://x/',
      fetch,
    };
    await expect(createOAuth(options).token({ code: 'c' })).rejects.toThrow('more than 1048576 bytes');
    for (const maxResponseSize of [0, -1, Number.NaN]) {
      expect(() => createOAuth({ ...options, maxResponseSize })).toThrow('`maxResponseSize` must be');
    }
  });

  test('cannot fill a log: the text of the callback is cut', () => {
    expect(new OAuthCallbackError('e'.repeat(100_000), MEGABYTE).message.length).toBeLessThan(600);
  });
});

describe('a request to a handler', () => {
  const secret = 'a-secret-of-this-test';

  /** A request with a body without an end, and how many megabytes of it were taken. */
  function endlessPost(url: string) {
    const taken = { megabytes: 0 };
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        taken.megabytes += 1;
        controller.enqueue(new TextEncoder().encode(MEGABYTE));
      },
    });
    // The DOM's types do not know `duplex` yet.
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    return { request: new Request(url, init), taken };
  }

  test('of webhooks is read up to the limit only, and not at all without the secret', async () => {
    const reported: unknown[] = [];
    const handler = createWebhookHandler({
      secret,
      on: {},
      bodyLimit: 2_000_000,
      onError: (error) => reported.push(error),
    });
    const { request, taken } = endlessPost(`http://x.test/${secret}`);
    expect((await handler(request)).status).toBe(413);
    expect(taken.megabytes).toBeLessThan(5);
    expect(reported).toEqual([expect.any(WebhookError)]);
    const stranger = endlessPost('http://x.test/wrong');
    expect((await handler(stranger.request)).status).toBe(403);
    expect(stranger.taken.megabytes).toBeLessThan(3);
  });

  test('for content is handled without reading its body', async () => {
    const handler: FetchHandler = createContentHandler({}, () => ({}));
    const { request, taken } = endlessPost('http://x.test/');
    expect((await handler(request)).status).toBe(405);
    expect(taken.megabytes).toBeLessThan(3);
  });

  test('for content gets a short answer, however long the issues of the schema are', async () => {
    const schema = {
      '~standard': { version: 1, vendor: 'x', validate: () => ({ issues: [{ message: MEGABYTE }] }) },
    } as const;
    const handler = createContentHandler({ subscriber: schema }, () => ({}), { onError: () => {} });
    const response = await handler(new Request('http://x.test/?subscriber[a]=1'));
    expect(response.status).toBe(422);
    expect((await response.text()).length).toBeLessThan(600);
  });
});
