import { createServer as createHttpServer } from 'node:http';
import type { Page } from '@playwright/test';
import type { Demo } from '../../dev/demo/world.ts';
import { listenOn } from '../../setup/ports.ts';

const ORIENTATIONS = [
  ...['bottom_left_tab', 'bottom_right_tab', 'lightbox'],
  ...['side_left_tab', 'side_right_tab', 'embedded'],
] as const;

const FORM = {
  id: '1',
  headline: 'Coffee letters',
  description: 'Twice a month: new beans and recipes.',
  button_text: 'Sign me up',
  primary_color: '#6b3e26',
  appearance: { color_scheme: 'auto' as const },
};

/** A page with one form, which stands for the site of a customer. */
const site = (host: string, account: string, isEmbedded: boolean) => `<!doctype html>
<style>
  body { margin: 0; padding: 48px 25%; font: 20px/1.5 Georgia, serif; color: light-dark(#2b1d14, #eadfd4); background: light-dark(#fbf8f4, #1c1714) }
  h1 { margin: 0 } p { color: light-dark(#6b5a4d, #b3a294) } :root { color-scheme: light dark }
</style>
<h1>Acme Coffee</h1><p>Roasted on Tuesdays, at your door on Thursdays.</p>
${isEmbedded ? '<div data-drip-embedded-form="1"></div>' : ''}
<script>_dcs = { account: '${account}' }; _dcq = [['showForm', { id: '1' }]]</script>
<script async src="${host}/${account}.js"></script>`;

/** Shows a form in each of the six orientations, side by side. */
export async function formsPicture(page: Page, { server, url }: Demo): Promise<void> {
  let shown = '';
  const customer = createHttpServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(shown),
  );
  const port = await listenOn(customer);
  const figures: string[] = [];
  await page.setViewportSize({ width: 720, height: 520 });
  for (const orientation of ORIENTATIONS) {
    const { accountId } = await server.createAccount({ seed: { forms: [{ ...FORM, orientation }] } });
    shown = site(url, accountId, orientation === 'embedded');
    await page.goto(`http://localhost:${port}/`);
    await page.getByRole('button', { name: FORM.button_text }).waitFor();
    const shot = (await page.screenshot()).toString('base64');
    figures.push(
      `<figure><img src="data:image/png;base64,${shot}"><figcaption>${orientation}</figcaption></figure>`,
    );
    await server.removeAccount(accountId);
  }
  customer.close();
  await page.setViewportSize({ width: 1200, height: 640 });
  await page.setContent(`<style>
    :root { color-scheme: light dark }
    body { margin: 16px; display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px; font: 18px monospace }
    figure { margin: 0 } img { width: 100%; border-radius: 6px; outline: 1px solid light-dark(#e4e7ec, #242a35) }
  </style>${figures.join('')}`);
}
