import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { bindDocs } from './routes.ts';

function docsAt(publicUrl: string) {
  const app = new Hono();
  bindDocs(app, { publicUrl });
  return app;
}

const PATHS = ['/docs', '/openapi.json'];

it.each(PATHS)('%s is made once, and its bytes once for each URL', async (path) => {
  const parse = vi.spyOn(JSON, 'parse');
  const replace = vi.spyOn(String.prototype, 'replaceAll');
  for (const publicUrl of ['http://one.test', 'http://two.test/<b>']) {
    const app = docsAt(publicUrl);
    replace.mockClear();
    const pages = await Promise.all(Array.from({ length: 20 }, () => app.request(path)));
    const texts = new Set(await Promise.all(pages.map((response) => response.text())));
    expect(replace.mock.contexts.filter((text) => String(text).length > 100_000).length).toBeLessThanOrEqual(
      1,
    );
    expect(texts.size).toBe(1);
    const [text = ''] = texts;
    expect(text).toContain(path === '/docs' ? publicUrl.replace('<b>', '&lt;b&gt;') : publicUrl);
    expect(text).not.toContain('localhost:4100');
  }
  // Not once if another test has rendered it.
  const renderings = parse.mock.calls.filter(([text]) => text.length > 100_000);
  expect(renderings.length).toBeLessThanOrEqual(1);
  vi.restoreAllMocks();
});

it.each(PATHS)('%s is compressed for clients that accept it', async (path) => {
  const app = docsAt('http://one.test');
  const plain = await app.request(path);
  const text = await plain.text();
  for (const accepted of ['gzip, deflate, br', 'br, GZIP;q=0.5', 'gzip']) {
    const answer = await app.request(path, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'));
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(text);
  }
  for (const accepted of ['br', 'identity', 'gzip;q=0', 'gzip; q=0.00, br']) {
    const answer = await app.request(path, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toBe(text);
  }
});

it('URLs of requests take no more memory than a few copies', async () => {
  const text = async (publicUrl: string) => (await docsAt(publicUrl).request('/openapi.json')).text();
  for (let i = 0; i < 20; i++) expect(await text(`http://n${i}.test`)).toContain(`http://n${i}.test`);
  const replace = vi.spyOn(String.prototype, 'replaceAll');
  await text('http://n19.test');
  expect(replace).not.toHaveBeenCalled();
  await text('http://n0.test');
  expect(replace).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
