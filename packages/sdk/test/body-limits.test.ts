import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { createContentHandler } from '@trickle/sdk/content';
import { createOAuth, OAuthCallbackError, ResponseSizeError } from '@trickle/sdk/oauth';
import { createWebhookHandler, type FetchHandler } from '@trickle/sdk/webhooks';
import { describe, expect, test } from 'vitest';
import { failureOf } from './answered-client.ts';
import { serving } from './serving.ts';

const MEGABYTE = 'x'.repeat(1_048_576);

const application = { authUrl: 'http://x.test', clientId: 'a', clientSecret: 'b', redirectUri: 'http://x/' };

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
    const authUrl = await serving((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      const body = isCompressed ? source.pipe(createGzip()) : source;
      body.pipe(response);
      response.on('close', () => source.destroy());
    });
    const oauth = createOAuth({ ...application, authUrl, maxResponseSize: 3_000_000 });
    const error = await failureOf(oauth.token({ code: 'c' }), ResponseSizeError);
    expect(error).toMatchObject({
      maxResponseSize: 3_000_000,
      message: `POST ${authUrl}/oauth/token answered ${status} with more than 3000000 bytes. To allow more, increase \`maxResponseSize\`.`,
    });
    // Compressed, much more is under way than is read.
    if (!isCompressed) expect(taken.megabytes).toBeLessThan(40);
  });

  test('is read up to one megabyte or the limit of the options, which must be numbers', async () => {
    const options = { ...application, fetch: async () => new Response(`"${MEGABYTE}"`) };
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

  test('of webhooks is not read without the secret', async () => {
    const { request, taken } = endlessPost('http://x.test/wrong');
    const handler = createWebhookHandler({ secret: 'a-secret-of-this-test', on: {} });
    expect((await handler(request)).status).toBe(403);
    expect(taken.megabytes).toBeLessThan(3);
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
