import type { Command } from 'commander';
import { contextOf } from '../connection/context.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { LoginOptions } from './options.ts';

const EXAMPLES = `
Examples:
  trickle login
  trickle login --base-url http://127.0.0.1:4100 --with-token < key.txt

On a terminal it asks for what is missing. The config file is
$XDG_CONFIG_HOME/trickle/config.json (~/.config/trickle/config.json; on Windows
below %APPDATA%), or the file that TRICKLE_CONFIG names. Only you can read it.
`;

/** Declares `trickle login`. */
export function addLogin(command: Command, io: ProcessIo): void {
  command
    .summary('Check credentials and store them in the config file')
    .description('Check the URL, the account and the API key, and store them in the config file.')
    .option('--with-token', 'read the API key from standard input')
    .option('--force', 'replace an existing config file')
    .addHelpText('after', EXAMPLES)
    .action(async (options: LoginOptions, self: Command) => {
      const { login } = await import('./login.ts');
      await login({ options, ...contextOf(self, io) });
    });
  addJsonHelp(command, 'login', io.stdout);
}

/** Declares `trickle logout`. */
export function addLogout(command: Command, io: ProcessIo): void {
  command
    .summary('Remove the config file')
    .description('Remove the config file that trickle login has written.')
    .action(async (_, self: Command) => {
      const { logout } = await import('./logout.ts');
      await logout(contextOf(self, io).terminal);
    });
  addJsonHelp(command, 'logout', io.stdout);
}
