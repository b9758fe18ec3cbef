import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { createServer } from '../../index.ts';
import { encodedText } from './encoded-text.ts';

const TEXT = 'Good morning. '.repeat(2000);
const TYPE = { 'content-type': 'text/plain' };

const DECODERS = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Uint8Array) => Buffer.from(bytes),
} as const;

/** The text in a response, and the name of its encoding. */
async function read(response: Response) {
  const encoding = (response.headers.get('content-encoding') ?? 'identity') as keyof typeof DECODERS; // it knows no other
  return { encoding, text: DECODERS[encoding](new Uint8Array(await response.arrayBuffer())).toString() };
}

const ask = (accepted: string | undefined, others: Record<string, string> = {}) =>
  new Headers({ ...(accepted !== undefined && { 'accept-encoding': accepted }), ...others });

describe('an encoded text', () => {
  const plain = encodedText(Buffer.from(TEXT));
  const built = encodedText(new Uint8Array(brotliCompressSync(TEXT)), 'br');

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['gzip;q=0', 'identity'],
    ['gzip; q=0.00, br', 'br'],
    ['br;q=0.2, GZIP;q=0.5', 'gzip'],
    ['br;q=0.5 , gzip ; q=0.5', 'br'],
    ['identity, br;q=0.5', 'identity'],
    ['br;q=much', 'identity'],
  ])('accept-encoding: %s is answered with %s', async (accepted, encoding) => {
    for (const text of [plain, built]) {
      const response = await text(ask(accepted), TYPE);
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(response.headers.get('content-type')).toBe('text/plain');
      expect(await read(response)).toEqual({ encoding, text: TEXT });
    }
  });

  it('has a tag for each encoding, which answers 304 for the same encoding only', async () => {
    const tags: string[] = [];
    for (const encoding of Object.keys(DECODERS)) {
      const { headers } = await plain(ask(encoding), TYPE);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      tags.push(etag);
      for (const wanted of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await plain(ask(encoding, { 'if-none-match': wanted }), TYPE);
        expect([response.status, await response.text()]).toEqual([304, '']);
        expect(response.headers.get('etag')).toBe(etag);
        expect(response.headers.get('vary')).toBe('accept-encoding');
      }
    }
    expect(new Set(tags).size).toBe(tags.length);
    const [br = ''] = tags;
    expect((await plain(ask('gzip', { 'if-none-match': br }), TYPE)).status).toBe(200);
    const changed = await encodedText(Buffer.from(`${TEXT}!`))(ask('br', { 'if-none-match': br }), TYPE);
    expect(changed.status).toBe(200);
  });
});

test('every script, stylesheet and document of the server is sent compressed, with a tag', async () => {
  await using server = await createServer();
  const url = await server.listen();
  const page = await (await fetch(`${url}/_inspector`)).text();
  const assets = Array.from(page.matchAll(/"\.(\/_inspector\/assets\/[^"]+)"/g), ([, path = '']) => path);
  const { path: pinned } = (await (await fetch(`${url}/script.json`)).json()) as { path: string }; // as documented
  const scripts = ['/9999999.js', '/client/9999999/forms.js', pinned.replace('{account_id}', '9999999')];
  const paths = [...assets, ...scripts, '/docs', '/openapi.json'];
  expect(paths).toHaveLength(7);
  for (const path of paths) {
    const send = (headers: Record<string, string>) => server.fetch(new Request(url + path, { headers }));
    const plain = await read(await send({}));
    for (const encoding of ['br', 'gzip'] as const) {
      const response = await send({ 'accept-encoding': encoding });
      expect(response.headers.get('cache-control'), path).toMatch(/no-cache|immutable/);
      expect(await read(response)).toEqual({ encoding, text: plain.text });
      const known = { 'accept-encoding': encoding, 'if-none-match': response.headers.get('etag') ?? '' };
      expect((await send(known)).status, path).toBe(304);
    }
  }
});
