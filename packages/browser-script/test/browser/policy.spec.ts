// @thorough: hostile pages
import { expect, test } from './shop.ts';

const NONCE = 'r4nd0m';
const strict = (host: string) => ({
  nonce: NONCE,
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `style-src 'nonce-${NONCE}'`,
    `connect-src ${host}`,
    'img-src data:',
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
});
const WATCH = `window.violations = [];
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));`;
const COMMANDS = `_dcq.push(['identify', { email: 'ann@example.com', ...callbacks('identify') }]);`;

test.describe('an account that uses all features', () => {
  test.use({
    accountParts: { goals: [{ id: '1', name: 'All', url: '*' }], forms: [{ id: '7', headline: 'Letters' }] },
  });

  test('the script runs under a strict policy', async ({ shop, page }) => {
    await shop.open({
      path: '/?dst=vip',
      before: WATCH,
      after: COMMANDS,
      headers: strict(shop.host),
    });
    expect(await shop.called(1)).toMatchObject([{ name: 'identify success' }]);
    await page.evaluate(`_dcq.push(['showForm', { id: '7', ...callbacks('show') }]);`);
    expect(await shop.called(2)).toMatchObject([{}, { name: 'show success' }]);
    expect(await page.evaluate('violations')).toEqual([]);
    expect(shop.errors).toEqual([]);
  });

  test('the script runs on a page that embeds only what allows it', async ({ shop, page }) => {
    await shop.open({ after: COMMANDS, headers: { 'cross-origin-embedder-policy': 'require-corp' } });
    expect(await shop.called(1)).toMatchObject([{ name: 'identify success' }]);
    await page.evaluate(`_dcq.push(['showForm', { id: '7', ...callbacks('show') }]);`);
    expect(await shop.called(2)).toMatchObject([{}, { name: 'show success' }]);
    expect(shop.errors).toEqual([]);
  });

  test('a pinned version with the right hash runs and requests its configuration', async ({ shop, page }) => {
    const { integrity, path } = await (await fetch(`${shop.host}/script.json`)).json();
    const url = shop.host + path.replace('{account_id}', shop.account);
    const snippet = `<script>window._dcs={account:'9999999'};window._dcq=window._dcq||[];</script>
      <script async crossorigin integrity="${integrity}" src="${url}"></script>`;
    await shop.open({ before: WATCH, after: COMMANDS, snippet, headers: strict(shop.host) });
    expect(await shop.called(1)).toMatchObject([{ name: 'identify success' }]);
    await expect.poll(() => shop.server.conversions()).toHaveLength(1);
    await page.evaluate(`_dcq.push(['showForm', { id: '7', ...callbacks('show') }]);`);
    expect(await shop.called(2)).toMatchObject([{}, { name: 'show success' }]);
    expect([...shop.requests].sort()).toEqual(
      [
        `GET ${path.replace('{account_id}', shop.account)}`,
        'GET /client/9999999/config',
        'GET /client/9999999/forms.js',
        'POST /client/9999999/messages',
        'POST /client/9999999/messages',
      ].sort(),
    );
    expect(await page.evaluate('violations')).toEqual([]);
  });
});

test('a pinned version with the wrong hash does not run', async ({ shop, page }) => {
  const { integrity, path } = await (await fetch(`${shop.host}/script.json`)).json();
  const url = shop.host + path.replace('{account_id}', shop.account);
  await page.route(url, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: `${await response.text()};` });
  });
  const snippet = `<script>window._dcq=[];</script><script crossorigin integrity="${integrity}" src="${url}"></script>`;
  await shop.open({ snippet, after: COMMANDS });
  expect(await page.evaluate(() => window._dc)).toBeUndefined();
});

test('showForm fails for an account without forms', async ({ shop }) => {
  await shop.open({ after: `_dcq.push(['showForm', { id: '7', ...callbacks('show') }]);` });
  expect(await shop.called(1)).toMatchObject([{ name: 'show failure', error: 'unknown form' }]);
  expect(shop.requests).toHaveLength(1);
});
