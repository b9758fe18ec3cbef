// @thorough: a browser
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumOptions } from '../../../scripts/setup/chromium-options.ts';
import { startServer, type TestServer } from './harness.ts';
import { CONSENT, mailPaths, pageShop } from './page-shop.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions);
});
afterAll(() => browser.close());

const start = (): Promise<TestServer> => startServer({ seed: pageShop(), road: 'over a socket' });

/** A page that records violations of its policy and errors. No request reaches the network. */
async function open(server: TestServer, path: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }));
  await page.goto(server.url + path);
  return { page, complaints };
}

describe('pages in a browser, with their policies', () => {
  test('a hosted form takes a submission, and redirects to another site', async () => {
    await using server = await start();
    const { page, complaints } = await open(server, '/forms/7');
    await page.getByRole('button').click();
    await page.getByText('Please fill this in.').waitFor();
    await page.getByLabel('Email').fill('cy@acme.test');
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Thank you for signing up' }).waitFor();
    await page.goto(`${server.url}/forms/8`);
    await page.getByLabel('Email').fill('dee@acme.test');
    await page.getByRole('button').click();
    await page.waitForURL('https://thanks.test/');
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
  });

  test('a subscriber confirms and unsubscribes', async () => {
    await using server = await start();
    const { confirm, unsubscribe } = await mailPaths(server.server);
    const { page, complaints } = await open(server, confirm);
    await page.getByRole('heading', { name: 'Subscription confirmed' }).waitFor();
    await page.goto(server.url + (await unsubscribe()));
    await page.getByRole('button', { name: 'Unsubscribe from all emails' }).click();
    await page.getByText('We will not email ann@acme.test again.').waitFor();
    expect(await server.subscriber('ann')).toMatchObject({ status: 'unsubscribed' });
    expect(complaints).toEqual([]);
  });

  test('a user consents, but not in a form of another site', async () => {
    await using server = await start();
    const { page, complaints } = await open(server, CONSENT);
    await page.getByLabel('Sign in as').fill('olive@acme.test');
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(/^https:\/\/app\.test\/back\?code=/);
    expect(complaints).toEqual([]);

    await page.setContent(`<form method="post" action="${server.url}${CONSENT.replaceAll('&', '&amp;')}">
      <input name="decision" value="allow"><input name="email" value="olive@acme.test"><button>Win</button></form>`);
    await page.getByRole('button').click();
    await page.getByText('Give your consent on the page of this server.').waitFor();
  });

  test('the docs can be searched', async () => {
    await using server = await start();
    const { page, complaints } = await open(server, '/docs');
    await page.getByRole('searchbox').fill('unsubscribe');
    await page.getByRole('status').getByText(' of ').waitFor();
    expect(complaints).toEqual([]);
  });
});
