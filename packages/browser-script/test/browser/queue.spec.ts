// @chromium: the order of commands
import { ACCOUNT, expect, test } from './shop.ts';

// proves: note Requests may be issued before the script has loaded
test('commands pushed before the script has loaded run in order, in one request', async ({ shop }) => {
  await shop.open({
    path: '/pricing',
    after: `
      _dcq.push(['identify', { email: 'ann@example.com', tags: ['vip'], plan: 'pro', ...callbacks('identify') }]);
      _dcq.push(
        ['track', 'Viewed pricing', { value: 990, currency: 'USD', ...callbacks('viewed') }],
        ['track', 'Signed up', callbacks('signed up')],
      );`,
  });
  const calls = await shop.called(3);
  const visitor = calls[0]?.visitor_uuid ?? '';
  expect(visitor).toMatch(/^[0-9a-f]{32}$/);
  const response = { success: true, visitor_uuid: visitor, anonymous: false };
  expect(calls).toEqual([
    { name: 'identify success', ...response },
    { name: 'viewed success', ...response },
    { name: 'signed up success', ...response },
  ]);
  expect(shop.requests).toEqual([`GET /${ACCOUNT}.js`, `POST /client/${ACCOUNT}/messages`]);
  expect(shop.warnings).toEqual([]);

  const subscriber = await shop.client.subscribers.get('ann@example.com');
  expect(subscriber).toMatchObject({ tags: ['vip'], custom_fields: { plan: 'pro' }, visitor_uuid: visitor });
  expect(await shop.actions()).toEqual(['Signed up', 'Viewed pricing']);
});

test('a page without commands sends nothing and gets no cookie', async ({ shop, context }) => {
  await shop.open();
  await shop.isLoaded();
  expect(shop.requests).toEqual([`GET /${ACCOUNT}.js`]);
  expect(await context.cookies()).toEqual([]);
});

test('an invalid command causes one warning and one call of its callback', async ({ shop }) => {
  await shop.open({
    after: `_dcq.push(
      ['identify', 'ann@example.com', callbacks('identify')],
      ['track', callbacks('track')],
      ['track', 'Signed up', 'now', callbacks('track2')],
      ['trackk', 'Signed up', callbacks('trackk')],
      ['subscribe', '1', callbacks('subscribe')],
      ['constructor', callbacks('constructor')],
      null, undefined, 0, 'identify', [], {}, [[]], [{}],
      ['track', 'Right', callbacks('right')],
    );`,
  });
  const calls = await shop.called(7);
  expect(calls.map(({ name, error }) => `${name}: ${error}`)).toEqual([
    'identify failure: expected an object',
    'track2 failure: expected an object',
    'trackk failure: unknown command',
    'subscribe failure: expected an object',
    'constructor failure: unknown command',
    // The server checks the members.
    expect.stringMatching(/^track failure: .*action/),
    'right success: undefined',
  ]);
  expect(shop.warnings).toHaveLength(6 + 8);
  expect(shop.warnings[2]).toBe('Trickle: trackk failed: unknown command');
});

test('an error from the server is reported like one from the page', async ({ shop }) => {
  await shop.open({
    after: `_dcq.push(['identify', { email: 'nobody', ...callbacks('identify') }], ['track', 'x', callbacks('x')]);`,
  });
  const [first, second] = await shop.called(2);
  expect(first).toMatchObject({ name: 'identify failure', success: false, anonymous: true });
  expect(first?.error).toContain('email');
  expect(second?.name).toBe('x success');
  expect(shop.warnings).toEqual([`Trickle: identify failed: ${first?.error}`]);
});

test('an error in a callback stops nothing and does not reach the page', async ({ shop }) => {
  await shop.open({
    after: `_dcq.push(
      ['track', 'One', { success() { throw new Error('mine'); } }],
      ['track', 'Two', callbacks('two')],
    );`,
  });
  expect((await shop.called(1)).map(({ name }) => name)).toEqual(['two success']);
});
