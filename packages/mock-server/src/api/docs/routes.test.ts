import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { bindDocs } from './routes.ts';

it('the page is rendered once, and names the URL of each server', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const publicUrl of ['http://one.test', 'http://two.test/<b>']) {
    const app = new Hono();
    bindDocs(app, { publicUrl });
    const pages = await Promise.all(Array.from({ length: 20 }, () => app.request('/docs')));
    const texts = new Set(await Promise.all(pages.map((response) => response.text())));
    expect(texts.size).toBe(1);
    const [text = ''] = texts;
    expect(text).toContain(`<code>${publicUrl.replace('<b>', '&lt;b&gt;')}</code>`);
    expect(text).not.toContain('localhost:4100');
  }
  // Not once if another test has rendered it.
  const renderings = parse.mock.calls.filter(([text]) => text.length > 100_000);
  expect(renderings.length).toBeLessThanOrEqual(1);
});
