import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSnippet } from './snippet.ts';

test('the snippet is short', async () => {
  const snippet = await readSnippet();
  expect(snippet).toContain('async');
  expect(snippet.length).toBeLessThan(400);
});

test('the demo page carries the snippet', async () => {
  const demo = new URL('../../mock-server/src/script-host/demo.html', import.meta.url);
  const snippet = (await readSnippet())
    .replaceAll('9999999', '{{account_id}}')
    .replaceAll('https://script.example.com', '{{host}}');
  expect(await readFile(demo, 'utf8')).toContain(snippet);
});
