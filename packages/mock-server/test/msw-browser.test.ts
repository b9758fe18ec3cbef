// @thorough: a browser
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { rollup } from 'rollup';
import { expect, test } from 'vitest';
import { stripTypes } from '../../../scripts/build/strip-types.ts';
import { plainChromiumOptions } from '../../../scripts/setup/chromium-options.ts';
import { TOKENS } from './boat-shop.ts';
import { startServer } from './harness.ts';
import { serve } from './http-server.ts';

/** The page's program: the SDK, and msw's worker with our handlers for a service that does not exist. */
const pageScript = (serverUrl: string) => `
import { createClient } from '@trickle/sdk';
import { setupWorker } from 'msw/browser';
import { mockHandlers, remote } from '@trickle/mock-server/msw';

const baseUrl = 'https://api.service.test';
const worker = setupWorker(...mockHandlers(remote('${serverUrl}'), { baseUrl }));
window.ready = worker.start({ quiet: true });
window.client = createClient({ baseUrl, accountId: '9999999', apiKey: '${TOKENS.owner}', retries: 0 });
window.baseUrl = baseUrl;
`;

/** The page's script with its imports, except msw, which has its own build for pages. */
async function bundle(source: string): Promise<string> {
  const build = await rollup({
    input: 'page',
    external: ['msw', 'msw/browser'],
    plugins: [
      {
        name: 'page',
        resolveId(id) {
          if (id === 'page') return id;
          return id.startsWith('.') || id.startsWith('/') ? null : fileURLToPath(import.meta.resolve(id));
        },
        load: (id) => (id === 'page' ? source : null),
      },
      stripTypes(),
    ],
    onLog: () => {}, // dependencies import each other in circles
  });
  const globals = { msw: 'MockServiceWorker', 'msw/browser': 'MockServiceWorker' };
  const { output } = await build.generate({ format: 'iife', globals, inlineDynamicImports: true });
  return output[0].code;
}

/** Serves the page, its script, and the worker's file at the root. */
function startSite(script: string) {
  const worker = new URL(import.meta.resolve('msw/mockServiceWorker.js'));
  const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
    '/': [
      'text/html',
      '<!doctype html><link rel="icon" href="data:,"><script src="/msw.js"></script><script src="/page.js"></script>',
    ],
    '/msw.js': ['text/javascript', readFileSync(new URL('iife/index.js', worker), 'utf8')],
    '/page.js': ['text/javascript', script],
    '/mockServiceWorker.js': ['text/javascript', readFileSync(worker, 'utf8')],
  };
  return serve((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(content);
  });
}

declare global {
  interface Window {
    ready: Promise<unknown>;
    baseUrl: string;
    client: ReturnType<typeof import('@trickle/sdk').createClient>;
  }
}

test('the handlers answer the SDK in a real browser from a running server', async () => {
  await using server = await startServer({ road: 'over a socket' });
  await using site = await startSite(await bundle(pageScript(server.url)));
  await using browser = await chromium.launch(plainChromiumOptions);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  await page.goto(site.url);
  await page.waitForFunction('window.ready !== undefined');

  const seen = await page.evaluate(async () => {
    await window.ready;
    const { data, response } = await window.client.subscribers
      .upsert({ email: 'dee@acme.test' })
      .withResponse();
    await window.client.tags.apply({ email: 'dee@acme.test', tag: 'vip' });
    const { tags } = await window.client.subscribers.get('dee@acme.test');
    return { id: data.id, limit: response.headers.get('location'), tags };
  });
  expect(seen.tags).toEqual(['vip']);
  expect(seen.limit).toContain(seen.id);
  expect((await server.subscriber('dee@acme.test')).id).toBe(seen.id);
  await server.expectRequest({ operation: 'tags.apply', body: { tag: 'vip' } });
  expect(complaints).toEqual([]);

  const wrong = await page.evaluate(async () => {
    const answer = await fetch(`${window.baseUrl}/v2/9999999/tag`);
    return [answer.status, await answer.text()] as const;
  });
  expect(wrong[0]).toBe(500);
  expect(wrong[1]).toContain('Unknown path: GET /v2/9999999/tag. Did you mean /v2/{account_id}/tags?');
});
