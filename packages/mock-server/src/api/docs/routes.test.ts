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
