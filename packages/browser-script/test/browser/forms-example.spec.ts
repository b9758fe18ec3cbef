// @thorough: a form in all its states
// @chromium: an example
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from '@playwright/test';
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect } from './shop.ts';

const example = join(import.meta.dirname, '../../../../examples/page-with-forms/main.ts');

test('the example shows a form in each of the six orientations', async ({ page }) => {
  const child = spawn(process.execPath, ['--conditions=trickle-source', '--no-warnings', example], {
    env: { ...process.env, PORT: '0', SCRIPT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { value: line = '' } = await lines.next();
    const [url = ''] = /http\S+/.exec(line) ?? [];
    await page.goto(url);
    for (const name of ['Coffee letters', 'Sold out?', 'What do you think?', 'Wholesale']) {
      await expect(page.locator('trickle-form').getByRole('button', { name })).toBeVisible();
    }
    await expect(page.getByRole('group', { name: 'Stay in touch' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);

    await page.getByRole('button', { name: 'Ten percent off' }).click();
    const offer = page.getByRole('dialog', { name: 'Ten percent off' });
    await offer.getByLabel('Email').fill('cy@example.com');
    await offer.getByRole('button', { name: 'Get the code' }).click();
    await expect(offer.getByText('ACME10')).toBeVisible();
    await page.keyboard.press('Escape');

    const own = page.locator('form.own');
    await own.getByLabel('Email').fill('cy@example.com');
    await own.getByRole('button').click();
    await expect(page.getByText('See you soon')).toBeVisible();
    expect(await (await page.request.get(`${url}submissions`)).json()).toMatchObject([
      { formId: 'offer', url },
      { formId: 'own', url },
    ]);
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
});
