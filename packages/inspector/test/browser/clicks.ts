import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, type Page } from '@playwright/test';
import { type Inspected, inspect } from './inspected.ts';

const SEED = (hook: string) => ({
  accounts: [
    {
      id: '9999999',
      default_from_email: 'from@example.com',
      default_postal_address: '1 Main Street',
      users: [{ email: 'owner@example.com', role: 'owner' as const, token: 'inspector_token' }],
      subscribers: [{ id: 'ann', email: 'ann@example.com' }],
      campaigns: [
        {
          id: '111',
          name: 'Welcome',
          status: 'active' as const,
          double_optin: false,
          start_immediately: false,
          emails: [{ subject: 'Hello {{ subscriber.email }}', html_body: '<p>Hi</p>' }],
        },
      ],
      workflows: [
        {
          id: '333',
          name: 'Onboarding',
          status: 'active' as const,
          steps: [{ type: 'delay' as const, days: 2 }],
        },
      ],
      forms: [{ id: '444', headline: 'Coffee news' }],
      webhooks: [{ id: '666', post_url: hook, events: ['subscriber.applied_tag' as const] }],
    },
  ],
});

interface Fixtures {
  readonly hook: string;
  readonly inspected: Inspected;
  readonly root: string;
  /** The clicks and choices so far. */
  readonly clicks: () => Promise<number>;
}

/** A test with a server, a receiver of webhooks that fails, and a count of the clicks. A choice in a list is a click too. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  hook: async ({}, use) => {
    const receiver = createServer((_, response) => response.writeHead(500).end('Database connection lost'));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`); // it listens on a port
    await new Promise((resolve) => receiver.close(resolve));
  },
  inspected: async ({ hook, page }, use) => {
    const inspected = await inspect(SEED(hook));
    await use(inspected);
    await page.close();
    await inspected.server.close();
  },
  root: async ({ inspected }, use) => use(`${inspected.url}/_inspector`),
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
