// @thorough: one feature in all its states
// @chromium: several accounts are several scripts, each with its own state
// Unspecified: U-127
/* Several accounts on one page: each has its own script, and each receives every command. */
import { createClient } from '@trickle/sdk';
import { ACCOUNT, expect, letters, type Orientation, type Shop, stopClock, test, track } from './shop.ts';

/** Returns the snippet of another account. */
const snippetOf = (host: string, account: string) =>
  `<script>window._dcs={account:'${account}'};window._dcq=window._dcq||[];</script>
   <script async src="${host}/${account}.js"></script>`;

/** Returns the snippets of the account and of another one. */
const snippetsOf = ({ url }: Shop, { accountId }: { accountId: string }) =>
  snippetOf(url, ACCOUNT) + snippetOf(url, accountId);

const actionsOf = async (client: Shop['client']) => [...(await client.eventActions.list()).items].sort();

const identify = `_dcq.push(['identify', { email: 'ann@example.com', ...callbacks('identify') }]);`;
test('every account receives every command, and calls back once', async ({ shop, page, context }) => {
  await using tenant = await shop.server.createAccount();
  const other = tenant.accountId;
  await shop.open({
    snippet: snippetOf(shop.url, ACCOUNT) + snippetOf(shop.url, other).repeat(2),
    after: identify + track('Early'),
  });
  expect((await shop.called(2)).map(({ name }) => name)).toEqual(['identify success', 'Early success']);
  await expect.poll(() => page.evaluate(`Boolean(_dc['${ACCOUNT}'] && _dc['${other}'])`)).toBe(true);
  await page.evaluate(track('Late'));
  await shop.called(3);
  for (const client of [shop.client, createClient(tenant.connection)]) {
    await expect.poll(() => actionsOf(client)).toEqual(['Early', 'Late']);
    expect((await client.subscribers.get('ann@example.com')).email).toBe('ann@example.com');
  }
  // The accounts have different visitors.
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(
    [`_drip_client_${other}`, `_drip_client_${ACCOUNT}`].sort(),
  );
  expect(new Set(cookies.map(({ value }) => value)).size).toBe(2);
  expect(await page.evaluate(() => window.calls.length)).toBe(3);
  expect(shop.warnings).toEqual([]);
});

test('a failure at the second account does not reach the page', async ({ shop, page }) => {
  await using tenant = await shop.server.createAccount({
    seed: { script_origins: ['https://elsewhere.example'] },
  });
  await shop.open({
    snippet: snippetsOf(shop, tenant).replace('async ', ''),
    after: track('Heard'),
  });
  await page.waitForFunction((account) => Boolean(window._dc?.[account]), ACCOUNT);
  const calls = await shop.called(1);
  expect(calls).toHaveLength(1);
});

test('a pinned script keeps its account if another snippet changes the settings', async ({ shop, page }) => {
  await using tenant = await shop.server.createAccount();
  const { version } = await (await shop.server.fetch(new Request(`${shop.url}/script.json`))).json();
  const pinned = (account: string) =>
    snippetOf(shop.url, account).replace(`/${account}.js`, `/${account}/${version}/script.js`);
  await shop.open({ snippet: pinned(ACCOUNT) + pinned(tenant.accountId), after: track('Pinned') });
  await shop.called(1);
  await expect
    .poll(() => page.evaluate((account) => Boolean(window._dc?.[account]), tenant.accountId))
    .toBe(true);
  for (const client of [shop.client, createClient(tenant.connection)]) {
    await expect.poll(() => actionsOf(client)).toEqual(['Pinned']);
  }
});

// Unspecified: U-182
test('showForm opens a form of the second account on the page', async ({ shop, page }) => {
  await using tenant = await shop.server.createAccount({
    seed: {
      forms: [letters({ id: '88' })],
    },
  });
  await shop.open({
    snippet: snippetsOf(shop, tenant),
    after: `_dcq.push(['showForm', { id: '88', ...callbacks('show') }], ['showForm', { id: '99', ...callbacks('none') }]);`,
  });
  const calls = await shop.called(2);
  expect(calls.map(({ name, error }) => [name, error]).sort()).toEqual([
    ['none failure', 'unknown form'],
    ['show success', undefined],
  ]);
  await expect(page.getByRole('dialog', { name: 'Letters' })).toBeVisible();
});

// Unspecified: U-182
test('without forms.js, the page loads, and showForm fails at its deadline', async ({ shop, page }) => {
  await shop.start({ forms: [{ id: '77', headline: 'News' }] });
  await page.route('**/forms.js', () => {});
  await stopClock(page);
  // Waits for the load event.
  await shop.open({ after: `_dcq.push(['showForm', { id: '77', ...callbacks('show') }]);` });
  await shop.isLoaded();
  await page.clock.runFor(9000);
  expect(await page.evaluate(() => window.calls)).toEqual([]);
  await page.clock.runFor(1000);
  expect(await shop.called(1)).toMatchObject([
    { name: 'show failure', error: 'no answer within 10 seconds' },
  ]);
  expect(await page.evaluate('document.readyState')).toBe('complete');
});

// Unspecified: U-182
test('forms wait once for a load event that never comes', async ({ shop, page }) => {
  await shop.start({ forms: [{ id: '77', headline: 'News', orientation: 'lightbox' }] });
  await page.route('**/never.png', () => {});
  await stopClock(page);
  await shop.open({
    isSlow: true,
    after: `new Image().src = '/never.png'; _dcq.push(['showForm', { id: '77', ...callbacks('first') }]);`,
  });
  await shop.isLoaded();
  await page.clock.runFor(2900);
  expect(await page.evaluate(() => window.calls)).toEqual([]);
  await page.clock.runFor(200);
  expect(await shop.called(1)).toMatchObject([{ name: 'first success' }]);
  // The clock stands still.
  await page.evaluate(`_dcq.push(['hideForm', { id: '77', ...callbacks('second') }])`);
  expect(await shop.called(2)).toMatchObject([{}, { name: 'second success' }]);
  expect(await page.evaluate('document.readyState')).not.toBe('complete');
});

const form = (id: string, orientation: Orientation) =>
  letters({ id, headline: `Form ${id}`, orientation, seconds_before_popup: 5 });

// U-253
test('forms of two accounts do not open at once, and their tabs are apart', async ({ shop, page }) => {
  await shop.start({ forms: [form('1', 'lightbox'), form('2', 'bottom_left_tab')] });
  await using tenant = await shop.server.createAccount({
    seed: { forms: [form('3', 'lightbox'), form('4', 'bottom_left_tab')] },
  });
  await stopClock(page);
  await shop.open({ snippet: snippetsOf(shop, tenant) });
  const [first, second] = ['2', '4'].map((id) => page.getByRole('button', { name: `Form ${id}` }));
  const boxes = [await first?.boundingBox(), await second?.boundingBox()];
  expect(boxes.map((box) => box?.x)).toEqual([16, 16]);
  expect(Math.abs((boxes[0]?.y ?? 0) - (boxes[1]?.y ?? 0))).toBeGreaterThanOrEqual(44);

  await page.clock.runFor(10_000);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.clock.runFor(1000);
  await expect(dialog).toHaveCount(1);
});
