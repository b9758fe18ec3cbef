import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createServer } from '@trickle/mock-server';
import { root } from '../site/pages.ts';

const page = readFileSync(join(root, 'docs/start/front-end.md'), 'utf8');
const block = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';

test('the quick start of the front end works when it is pasted in order', async ({ page: tab }) => {
  await using server = await createServer({ seed: JSON.parse(block('json')) });
  const url = (await server.listen({ host: 'localhost' })).replace('127.0.0.1', 'localhost');
  const html = block('html').replaceAll('http://localhost:4100', url);
  expect(html).toContain(url);
  const shop = createHttpServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  await new Promise<void>((resolve) => shop.listen(0, 'localhost', resolve));
  try {
    const said = tab.waitForEvent('console');
    const { port } = shop.address() as AddressInfo; // it listens on a port, not on a pipe
    await tab.goto(`http://localhost:${port}/`);
    expect(await (await said).args()[0]?.jsonValue()).toMatchObject({ success: true });

    await tab.getByLabel(/email/i).fill('bob@example.com');
    await tab.getByRole('button', { name: 'Subscribe' }).click();
    await expect.poll(async () => (await server.formSubmissions()).length).toBe(1);
    expect(await server.timeline()).toMatchObject([{ action: 'Viewed a page' }]);
  } finally {
    shop.closeAllConnections();
    shop.close();
  }
});
