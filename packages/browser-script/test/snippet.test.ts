import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSnippet } from './snippet.ts';

test('the snippet is short', async () => {
  const snippet = await readSnippet();
  expect(snippet).toContain('async');
  expect(snippet.length).toBeLessThan(400);
});

test('the pages of the demo shop carry the snippet', async () => {
  const demo = new URL('../../mock-server/src/demo/pages/layout.ts', import.meta.url);
  const snippet = (await readSnippet()).replace("'9999999'", ['$', '{scriptValue(accountId)}'].join(''));
  const [, script = ''] = /<script>\n(.*?)<\/script>/s.exec(snippet) ?? [];
  expect(script).toContain('setInterval');
  expect(await readFile(demo, 'utf8')).toContain(script);
});
