import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainChromiumOptions } from '../setup/chromium-options.ts';
import { blocksOf } from './blocks.ts';
import { follow } from './follow.ts';
import { managers } from './package-managers.ts';
import { Reader } from './reader.ts';

let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  browser = await chromium.launch(plainChromiumOptions);
});
afterAll(() => browser.close());

describe.each(managers)('with %s, the quick start, pasted in order,', (manager) => {
  test('of the README works for a back end, for tests and for a page', async () => {
    await using reader = await Reader.open(manager, '4100', '5173');
    await follow(reader, blocksOf('README.md', 'In your code'));
    expect(await reader.run('node app.mjs')).toBe('ann@example.com\n');

    await follow(reader, blocksOf('README.md', 'In your tests'));
    expect(await reader.run('node try.mjs')).toBe("[ 'Welcome' ]\n[]\n");

    const blocks = blocksOf('README.md', 'On your pages');
    await follow(reader, blocks.slice(0, -1));
    const page = await browser.newPage();
    const answered = page.waitForResponse('**/client/9999999/messages');
    await page.goto(reader.local('http://localhost:5173'));
    expect((await answered).status()).toBe(200);
    const [[, output] = []] = await follow(reader, blocks.slice(-1));
    expect(output).toContain('"bob@example.com"');
  });

  test('of the back end works', async () => {
    await using reader = await Reader.open(manager, '4100', '3000');
    // The command only looks for a sandbox at the port on the page.
    const sandbox = reader.local('TRICKLE_BASE_URL=http://127.0.0.1:4100 TRICKLE_API_KEY=trickle_demo_token');
    reader.prepare(`export ${sandbox}`);
    const blocks = blocksOf('docs/start/backend.md');
    const service = blocks.findIndex(({ code }) => code.startsWith('export '));
    const ran = await follow(reader, blocks.slice(0, service));
    await reader.until('node hooks.mjs', ['ann.sample@example.com: Viewed a boat']);
    await reader.run('npx trickle trigger subscriber.performed_custom_event');
    const [listen = ''] = ran.at(-1) ?? [];
    await reader.until(listen, ['  200  ', 'performed_custom_event']);
    // A second start reuses the webhook.
    await reader.interrupt('node hooks.mjs');
    await reader.start('node hooks.mjs', ['ann@example.com: Bought a boat']);
    expect(JSON.parse(await reader.run('npx trickle call webhooks list'))).toHaveLength(1);
  });

  test('of the front end works', async () => {
    await using reader = await Reader.open(manager, '4100', '5173');
    const blocks = blocksOf('docs/start/front-end.md');
    const curl = blocks.findIndex(({ code }) => code.startsWith('curl'));
    await follow(reader, blocks.slice(0, curl));
    const page = await browser.newPage();
    const said = page.waitForEvent('console', (message) => message.text().includes('success'));
    await page.goto(reader.local('http://localhost:5173'));
    expect(await (await said).args()[0]?.jsonValue()).toMatchObject({ success: true });
    const submitted = page.waitForResponse(
      (response) =>
        response.url().endsWith('/messages') && /submitForm/.test(response.request().postData() ?? ''),
    );
    await page.getByLabel(/email/i).fill('bob@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    expect((await submitted).status()).toBe(200);

    const ran = await follow(reader, blocks.slice(curl));
    expect(ran.map(([, output]) => output)).toEqual([
      expect.stringContaining('"bob@example.com"'),
      expect.stringContaining('"Viewed a page"'),
      expect.stringContaining('"form_id":"77"'),
    ]);
  });

  test('of a tester works', async () => {
    await using reader = await Reader.open(manager);
    const ran = await follow(reader, blocksOf('docs/start/tester.md'));
    expect(ran.at(-1)).toEqual(['npx vitest run', expect.stringMatching(/Tests +4 passed \(4\)/)]);
  });
});
