import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { plainChromiumOptions } from '../../../../scripts/setup/chromium-options.ts';
import type { Addresses, Report } from './scenario.ts';

/** Runs the bundled program as a module of a page, whose origin is not the service's. */
export async function inChromium(project: string, addresses: Addresses): Promise<Report> {
  const pages = createServer(({ url }, response) =>
    url === '/page.js'
      ? response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end(readFileSync(join(project, 'page.js')))
      : response.writeHead(200, { 'content-type': 'text/html' }).end(DOCUMENT),
  ).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const browser = await chromium.launch(plainChromiumOptions);
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return await page.evaluate((given) => (globalThis as unknown as Page).report(given), addresses);
  } finally {
    await browser.close();
    pages.close();
  }
}

const DOCUMENT =
  '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>';

/** The values that the module leaves in its page. */
interface Page {
  report(addresses: Addresses): Promise<Report>;
}
