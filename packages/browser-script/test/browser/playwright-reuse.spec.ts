// @thorough: one option of Playwright
// @chromium: the fixture of the server
import { expect, test } from '@trickle/mock-server/playwright';

test.use({ reuseContext: true });
test.describe.configure({ mode: 'serial' }); // in one worker

// The second test gets the page of the first one, and a server of its own.
for (const action of ['Looked', 'Bought']) {
  test(`a page that tests share reaches the server of each: ${action}`, async ({ page, trickle }) => {
    await page.route('https://shop.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>_dcs = { account: '9999999' }; _dcq = [['track', '${action}']];</script>
          <script async src="http://localhost:4100/9999999.js"></script>`,
      }),
    );
    await page.goto('https://shop.test/');
    await trickle.expectRequest({ path: '/client/*/messages', body: { arguments: { action } } });
    expect(await trickle.requests.find({ path: '/9999999.js' })).toHaveLength(1);
  });
}
