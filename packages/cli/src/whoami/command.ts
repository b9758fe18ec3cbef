import { command } from '../terminal/command.ts';

export const whoami = command('whoami', {
  summary: 'Show the user, the accounts and the settings',
  description: 'Show the user, the accounts, and the source of each setting. Never shows the key itself.',
  json: {
    prints: 'One object:',
    members: {
      user: 'the user',
      accounts: 'the accounts, each with `id`, `name` and `isSelected`',
      account: 'the selected account as `value`, and its `origin`; absent without one',
      baseUrl: 'the URL of the service as `value`, and its `origin`',
      credentials: 'their `kind` (apiKey or accessToken) and their `origin`',
    },
  },
  run: () => import('./run.ts'),
});
