// @thorough: one feature in all its states
// @chromium: the same code as the script's, in the bundle of an application
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { stripTypes } from '../../../../scripts/build/strip-types.ts';
import { ACCOUNT, expect, test } from './shop.ts';

/** Bundles the npm entry as an application does, under the name `trickle`. */
async function bundleEntry(): Promise<string> {
  const input = fileURLToPath(new URL('../../src/esm.ts', import.meta.url));
  const build = await rollup({ input, plugins: [stripTypes()] });
  const { output } = await build.generate({ format: 'iife', name: 'trickle' });
  return output[0].code;
}

test('an application loads the script from its own bundle', async ({ shop, page, context }) => {
  await shop.open({
    snippets: 0,
    before: `${await bundleEntry()}
      window.early = trickle.identify({ email: 'ann@example.com', tags: ['vip'] });
      trickle.load({ account: '${ACCOUNT}', host: '${shop.url}' });
      trickle.load({ account: 'other' });
      window.late = trickle.track('Signed up', { value: 100 });
      window.wrong = trickle.identify();`,
  });
  const [early, late, wrong] = await page.evaluate<object[]>('Promise.all([early, late, wrong])');
  const { visitor_uuid } = await shop.client.subscribers.get('ann@example.com');
  expect(early).toEqual({ success: true, visitor_uuid, anonymous: false });
  expect(late).toEqual({ success: true, visitor_uuid, anonymous: false });
  expect(wrong).toMatchObject({ success: false, error: 'expected an object' });
  expect(shop.requests.sort()).toEqual([`GET /client/${ACCOUNT}/config`, `POST /client/${ACCOUNT}/messages`]);
  expect((await context.cookies()).map(({ value }) => value)).toEqual([`vid%3D${visitor_uuid}`]);
});

test('load without host warns to set host if the server answers HTML', async ({ shop, page }) => {
  // Read in the page, since browsers format errors in warnings differently.
  const listen = 'window.warned = []; console.warn = (...given) => warned.push(given.join(" "));';
  await shop.open({
    snippets: 0,
    before: `${listen} ${await bundleEntry()} trickle.load({ account: '${ACCOUNT}' });`,
  });
  const warned = () => page.evaluate<string>('warned.join()');
  await expect.poll(warned).toContain('set `host` to the URL of the script host');
});
