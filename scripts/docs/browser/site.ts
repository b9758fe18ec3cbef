import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test as base } from '@playwright/test';
import { root } from '../../setup/repository.ts';

export const SITE = join(root, 'docs/.vitepress/dist/site');

/** An unused address: every request is answered from the folder. */
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

/** The file that a static host would serve for a path. */
export function fileOf(path: string): string | undefined {
  const candidates = [path, `${path}.html`, `${path.replace(/\/$/, '')}/index.html`];
  return candidates
    .map((name) => join(SITE, name))
    .find((file) => existsSync(file) && statSync(file).isFile());
}

/** A page that can only reach the site. Requests to other hosts are recorded and refused. */
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
