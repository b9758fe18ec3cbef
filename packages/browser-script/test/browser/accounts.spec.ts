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
