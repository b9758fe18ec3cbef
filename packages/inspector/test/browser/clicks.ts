import type { Page } from '@playwright/test';
import { test as base, listen, seedOf } from './inspected.ts';

const accountWith = (hook: string) =>
  seedOf({
    subscribers: [{ id: 'ann', email: 'ann@example.com' }],
    campaigns: [
      {
        id: '111',
        name: 'Welcome',
        status: 'active',
        double_optin: false,
        start_immediately: false,
        emails: [{ subject: 'Hello {{ subscriber.email }}', html_body: '<p>Hi</p>' }],
      },
    ],
    workflows: [{ id: '333', name: 'Onboarding', status: 'active', steps: [{ type: 'delay', days: 2 }] }],
    forms: [{ id: '444', headline: 'Coffee news' }],
    webhooks: [{ id: '666', post_url: hook, events: ['subscriber.applied_tag'] }],
  });

/** A test with a server, a receiver of webhooks that fails, and a count of the clicks so far. A choice in a list is a click too. */
export const test = base.extend<{ readonly clicks: () => Promise<number> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  seed: async ({}, use) => {
    await using hook = await listen((_, response) => response.writeHead(500).end('Database connection lost'));
    await use(accountWith(`${hook.url}/hook`));
  },
  clicks: async ({ page }, use) => {
    let count = 0;
    await page.exposeFunction('countClick', () => {
      count += 1;
    });
    await page.addInitScript(() => {
      const { countClick } = window as unknown as { countClick: () => void }; // exposed above
      document.addEventListener('pointerdown', () => countClick(), { capture: true });
      document.addEventListener(
        'change',
        ({ target }) => {
          if (target instanceof HTMLSelectElement) countClick();
        },
        { capture: true },
      );
    });
    await use(async () => count);
  },
});

/** A link by its text. */
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
