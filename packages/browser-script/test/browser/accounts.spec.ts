// Unspecified: U-127
/* Several accounts on one page: each has a script of its own, and each hears every command. */
import { createClient } from '@trickle/sdk';
import { expect, test } from './shop.ts';

/** The snippet of another account, as its own page would have it. */
const snippetOf = (host: string, account: string) =>
  `<script>window._dcs={account:'${account}'};window._dcq=window._dcq||[];</script>
   <script async src="${host}/${account}.js"></script>`;

const people = `_dcq.push(['identify', { email: 'ann@example.com', ...callbacks('identify') }]);`;
const track = (name: string) => `_dcq.push(['track', '${name}', callbacks('${name}')]);`;

test('every account hears every command, and a callback is called once', async ({ shop, page, context }) => {
  await using tenant = await shop.server.createAccount();
  const other = tenant.accountId;
  await shop.open({
    snippet: snippetOf(shop.host, shop.account) + snippetOf(shop.host, other).repeat(2),
    after: people + track('Early'),
  });
  expect((await shop.called(2)).map(({ name }) => name)).toEqual(['identify success', 'Early success']);
  await expect.poll(() => page.evaluate(`Boolean(_dc['${shop.account}'] && _dc['${other}'])`)).toBe(true);
  await page.evaluate(track('Late'));
  await shop.called(3);
  for (const client of [shop.client, createClient(tenant.connection)]) {
    await expect
      .poll(async () => [...(await client.eventActions.list()).items].sort())
      .toEqual(['Early', 'Late']);
    expect((await client.subscribers.get('ann@example.com')).email).toBe('ann@example.com');
  }
  // Neither knows the other's visitor.
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(
    [`_drip_client_${other}`, `_drip_client_${shop.account}`].sort(),
  );
  expect(new Set(cookies.map(({ value }) => value)).size).toBe(2);
  expect(await page.evaluate(() => window.calls.length)).toBe(3);
  expect(shop.errors).toEqual([]);
  expect(shop.warnings).toEqual([]);
});

test('what fails at the second account is no concern of the page', async ({ shop, page }) => {
  await using tenant = await shop.server.createAccount({
    seed: { script_origins: ['https://elsewhere.example'] },
  });
  await shop.open({
    snippet:
      snippetOf(shop.host, shop.account) + snippetOf(shop.host, tenant.accountId).replace('async ', ''),
    after: track('Heard'),
  });
  await page.waitForFunction((account) => Boolean(window._dc?.[account]), shop.account);
  expect(shop.errors).toEqual([]);
  const calls = await shop.called(1);
  expect(calls).toHaveLength(1);
});

test('a pinned script knows its account, whatever another snippet has said', async ({ shop, page }) => {
  await using tenant = await shop.server.createAccount();
  const { version } = await (await shop.server.fetch(new Request(`${shop.host}/script.json`))).json();
  const pinned = (account: string) =>
    snippetOf(shop.host, account).replace(`/${account}.js`, `/${account}/${version}/script.js`);
  await shop.open({ snippet: pinned(shop.account) + pinned(tenant.accountId), after: track('Pinned') });
  await shop.called(1);
  await expect
    .poll(() => page.evaluate((account) => Boolean(window._dc?.[account]), tenant.accountId))
    .toBe(true);
  for (const client of [shop.client, createClient(tenant.connection)]) {
    await expect.poll(async () => (await client.eventActions.list()).items).toEqual(['Pinned']);
  }
});

// Unspecified: U-182
test('showForm opens the form of the second account on the page, and succeeds', async ({ shop, page }) => {
  await using tenant = await shop.server.createAccount({
    seed: {
      forms: [{ id: '88', headline: 'Letters', orientation: 'lightbox', seconds_before_popup: 10_000 }],
    },
  });
  await shop.open({
    snippet: snippetOf(shop.host, shop.account) + snippetOf(shop.host, tenant.accountId),
    after: `_dcq.push(['showForm', { id: '88', ...callbacks('show') }], ['showForm', { id: '99', ...callbacks('none') }]);`,
  });
  const calls = await shop.called(2);
  expect(calls.map(({ name, error }) => [name, error]).sort()).toEqual([
    ['none failure', 'unknown form'],
    ['show success', undefined],
  ]);
  await expect(page.getByRole('dialog', { name: 'Letters' })).toBeVisible();
  expect(shop.errors).toEqual([]);
});

// Unspecified: U-182
test.describe('forms.js that hangs', () => {
  test.use({ accountParts: { forms: [{ id: '77', headline: 'News' }] } });
  test('does not hold up the load event, and showForm fails at its deadline', async ({ shop, page }) => {
    await page.route('**/forms.js', () => {});
    // Waits for the load event.
    await shop.open({ after: `_dcq.push(['showForm', { id: '77', ...callbacks('show') }]);` });
    expect(await shop.called(1)).toMatchObject([
      { name: 'show failure', error: 'no answer within 10 seconds' },
    ]);
    expect(await page.evaluate('document.readyState')).toBe('complete');
  });
});
