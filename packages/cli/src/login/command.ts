import { command } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

export const login = command('login', {
  summary: 'Check credentials and store them in the config file',
  description: 'Check the URL, the account and the API key, and store them in the config file.',
  options: {
    withToken: option('--with-token', 'read the API key from standard input'),
    force: option('--force', 'replace an existing config file'),
  },
  examples: ['trickle login', 'trickle login --base-url http://127.0.0.1:4100 --with-token < key.txt'],
  notes: `On a terminal, it asks for missing settings. The config file is
$XDG_CONFIG_HOME/trickle/config.json (~/.config/trickle/config.json; on Windows
below %APPDATA%), or the file named by TRICKLE_CONFIG. Only you can read it.`,
  json: {
    prints: 'One object:',
    members: {
      config: 'the path of the config file',
      baseUrl: 'the URL of the service',
      accountId: 'the account',
      user: 'the user',
    },
  },
  run: () => import('./run.ts'),
});

export const logout = command('logout', {
  summary: 'Remove the config file',
  description: 'Remove the config file written by trickle login.',
  json: {
    prints: 'One object:',
    members: { config: 'the path of the config file', isRemoved: 'whether there was one' },
  },
  run: () => import('./logout.ts'),
});
