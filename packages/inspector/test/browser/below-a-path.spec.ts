import { type PathProxy, startPathProxy } from '../../../../scripts/setup/path-proxy.ts';
import {
  test as base,
  breachesOn,
  expect,
  type Inspected,
  inspect,
  isReady,
  open,
  watch,
} from './inspected.ts';
import { fillAccount, PAGES, ROUTES } from './routes.ts';

const httpCredentials = { username: '', password: 'secret-of-operators' };

interface Behind {
  readonly proxy: PathProxy;
  readonly inspected: Inspected;
}

const test = base.extend<{ behind: Behind }>({
  behind: async ({ page }, use) => {
    using proxy = await startPathProxy({ keepsHost: false });
    const { password: adminPassword } = httpCredentials;
    const inspected = await inspect(undefined, { publicUrl: proxy.url, adminPassword });
    proxy.target = inspected.url;
    await use({ proxy, inspected });
    await page.close(); // and with it the stream of changes
    await inspected.server.close();
  },
});

test.use({ httpCredentials });

test('every page of the inspector leads to pages below the path', async ({ page, behind }) => {
  const { proxy, inspected } = behind;
  const ids = await fillAccount(inspected);
  const { complaints } = await watch(page);
  await open(page, `${proxy.url}/`);
  const root = new URL(`${proxy.url}/_inspector`);
  for (const path of PAGES) {
    const target = path === '/' ? root.pathname : root.pathname + path;
    await page.locator(`.sidebar a[href="${target}"]`).last().click();
    await expect(page).toHaveURL(root.origin + target);
    await isReady(page);
    await expect(page.locator('main [role=alert]'), path).toHaveCount(0);
    expect(await outsideOf(page, proxy.url), path).toEqual([]);
  }
  // The other pages.
  for (const [title, path] of ROUTES.slice(PAGES.length)) {
    await open(page, `${proxy.url}/_inspector${path(ids)}`);
    await expect(page.locator('main [role=alert]'), title).toHaveCount(0);
    expect(await outsideOf(page, proxy.url), title).toEqual([]);
  }
  await expect(page.locator('.live-dot')).toHaveAttribute('title', 'Changes arrive live');
  expect(proxy.strays).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a form is drawn, edited and submitted below a path', async ({ page, behind: { proxy } }) => {
  await open(page, `${proxy.url}/_inspector/forms/444`);
  await expect(page.frameLocator('iframe:not([hidden])').locator('form')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Headline').fill('Below a path');
  const draft = page.getByRole('dialog').frameLocator('iframe:not([hidden])');
  await expect(draft.getByRole('heading', { name: 'Below a path' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Open hosted page' }).click();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button').click();
  await page.locator('.error').waitFor();
  await page.getByLabel('Email').fill('zoe@example.com');
  await page.getByRole('button').click();
  await expect(page).toHaveURL(`${proxy.url}/forms/444/submissions`);
  await expect(page.getByLabel('Email')).toHaveCount(0);
  expect(await breachesOn(page)).toEqual([]);
  expect(proxy.strays).toEqual([]);
});

/** The links to the proxy that lead out of the path. */
const outsideOf = (page: Parameters<typeof open>[0], url: string): Promise<string[]> =>
  page.locator('a[href]').evaluateAll(
    (links, root) =>
      links
        .map((link) => (link as HTMLAnchorElement).href) // as the selector says
        .filter((href) => URL.parse(href)?.host === new URL(root).host && !href.startsWith(`${root}/`)),
    url,
  );
