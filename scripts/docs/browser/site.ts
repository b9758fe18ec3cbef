import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { root } from '../site/pages.ts';

/** The folder of the built site. */
export const SITE = join(root, 'docs/.vitepress/dist/site');

/** An address that leads nowhere: every request is answered from the folder. */
export const HOST = 'https://docs.test';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The file that a static host serves for a path. */
export function fileOf(path: string): string | undefined {
  const candidates = [path, `${path}.html`, `${path.replace(/\/$/, '')}/index.html`];
  return candidates
    .map((name) => join(SITE, name))
    .find((file) => existsSync(file) && statSync(file).isFile());
}

/** A page that sees the site and nothing else. Requests to other hosts are recorded and refused. */
export const test = base.extend<{ strangers: string[] }>({
  strangers: [
    async ({ page }, use) => {
      const strangers: string[] = [];
      await page.route('**/*', async (route) => {
        const url = new URL(route.request().url());
        const file = url.origin === HOST ? fileOf(decodeURIComponent(url.pathname)) : undefined;
        if (url.origin !== HOST) strangers.push(url.href);
        if (file === undefined) return await route.fulfill({ status: 404, body: 'Not found' });
        const contentType = TYPES[extname(file)] ?? 'application/octet-stream';
        return await route.fulfill({ body: readFileSync(file), contentType });
      });
      await use(strangers);
    },
    { auto: true },
  ],
});

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe, which pauses by `setTimeout(…, 0)` before each of its rules. Here it pauses by messages, which arrive at once. */
const AXE = `((setTimeout) => { ${source} })((() => {
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()();
  return (run, time) => (time ? window.setTimeout(run, time) : (waiting.push(run), port2.postMessage(0)));
})())`;

/** What axe finds, as one line each: by all rules, those of good practice included, or by some of them. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Half a megabyte: once per page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const options = rules === undefined ? {} : { runOnly: rules };
  const found: unknown = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  const { violations } = found as axe.AxeResults; // what axe.run() resolves with
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
