import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSnippet } from './snippet.ts';

test('the snippet is short', async () => {
  const snippet = await readSnippet();
  expect(snippet).toContain('async');
  expect(snippet.length).toBeLessThan(430); // in ES5, which is longer
});

test('the pages of the example shop contain the snippet', async () => {
  const layout = new URL('../../../examples/shop/pages/layout.ts', import.meta.url);
  const snippet = (await readSnippet()).replace("'9999999'", ['$', '{json(accountId)}'].join(''));
  const [, script = ''] = /<script>\n(.*?)<\/script>/s.exec(snippet) ?? [];
  expect(script).toContain('setInterval');
  expect(await readFile(layout, 'utf8')).toContain(script);
});

test('the snippet is ES5, which tag managers and old minifiers accept', async () => {
  const snippet = await readSnippet();
  expect(snippet).not.toMatch(/=>|\?\.|\?\?|\.\.\.|`|catch ?\{|\b(?:let|const|class)\b/);
});
