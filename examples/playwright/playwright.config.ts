import { defineConfig } from '@playwright/test';
import type { TrickleFixtures } from '@trickle/mock-server/playwright';

export default defineConfig<TrickleFixtures>({
  fullyParallel: true, // each test has a server of its own
  use: {
    trickleOptions: {
      origins: ['https://script.example.com'], // as in the snippet on the pages
      seed: {
        accounts: [
          {
            id: '9999999',
            users: [{ email: 'owner@example.com', token: 'test_token' }],
            forms: [{ id: '77', headline: 'Newsletter', button_text: 'Subscribe', orientation: 'embedded' }],
          },
        ],
      },
    },
  },
});
