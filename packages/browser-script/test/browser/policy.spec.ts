// @thorough: hostile pages
import { expect, letters, type Shop, test } from './shop.ts';

const COMMANDS = `_dcq.push(['identify', { email: 'ann@example.com', ...callbacks('identify') }]);`;
const SHOW = `_dcq.push(['showForm', { id: '77', ...callbacks('show') }]);`;

/** Starts an account that uses all features. */
const start = (shop: Shop) => shop.start({ goals: [{ id: '1', name: 'All', url: '*' }], forms: [letters()] });

/** The hash of the pinned script, and its path. */
async function pinnedBy({ url }: Shop): Promise<{ integrity: string; path: string }> {
  const { integrity, path } = await (await fetch(`${url}/script.json`)).json();
  return { integrity, path: path.replace('{account_id}', '9999999') };
}

for (const [title, parts] of [
  ['under a strict policy', { path: '/?dst=vip', isStrict: true }],
  [
    'on a page that embeds only what allows it',
    { headers: { 'cross-origin-embedder-policy': 'require-corp' } },
  ],
] as const)
  test(`the script runs ${title}`, async ({ shop, page }) => {
    await start(shop);
    await shop.open({ ...parts, after: COMMANDS });
    expect(await shop.called(1)).toMatchObject([{ name: 'identify success' }]);
    await page.evaluate(SHOW);
    expect(await shop.called(2)).toMatchObject([{}, { name: 'show success' }]);
  });

test('a pinned version with the right hash runs and requests its configuration', async ({ shop, page }) => {
  await start(shop);
  const { integrity, path } = await pinnedBy(shop);
  const snippet = `<script>window._dcs={account:'9999999'};window._dcq=window._dcq||[];</script>
    <script async crossorigin integrity="${integrity}" src="${shop.url}${path}"></script>`;
  await shop.open({ after: COMMANDS, snippet, isStrict: true });
  expect(await shop.called(1)).toMatchObject([{ name: 'identify success' }]);
  await expect.poll(() => shop.server.conversions()).toHaveLength(1);
  await page.evaluate(SHOW);
  expect(await shop.called(2)).toMatchObject([{}, { name: 'show success' }]);
  expect([...shop.requests].sort()).toEqual(
    [
      `GET ${path}`,
      'GET /client/9999999/config',
      'GET /client/9999999/forms.js',
      'POST /client/9999999/messages',
      'POST /client/9999999/messages',
    ].sort(),
  );
});

test('a pinned version with the wrong hash does not run @chromium', async ({ shop, page }) => {
  const { integrity, path } = await pinnedBy(shop);
  const url = shop.url + path;
  await page.route(url, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: `${await response.text()};` });
  });
  const snippet = `<script>window._dcq=[];</script><script crossorigin integrity="${integrity}" src="${url}"></script>`;
  await shop.open({ snippet, after: COMMANDS });
  expect(await page.evaluate(() => window._dc)).toBeUndefined();
  expect(shop.errors.splice(0).join()).toContain('integrity');
});

test('showForm fails for an account without forms @chromium', async ({ shop }) => {
  await shop.open({ after: SHOW });
  expect(await shop.called(1)).toMatchObject([{ name: 'show failure', error: 'unknown form' }]);
  expect(shop.requests).toHaveLength(1);
});
