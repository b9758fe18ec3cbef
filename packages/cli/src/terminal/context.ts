import type { Command } from 'commander';
import { anyText, option, type ValuesOf } from './option.ts';
import type { ProcessIo } from './process-io.ts';
import { Terminal } from './terminal.ts';

export const globalOptions = {
  baseUrl: option('--base-url <url>', 'the URL of the service', anyText),
  account: option('--account <id>', 'the account (default: the only one of the credentials)', {
    ...anyText,
    source: 'accounts',
  }),
  apiKey: option('--api-key <key>', 'an API key (TRICKLE_API_KEY is safer)', anyText),
  accessToken: option('--access-token <token>', 'an OAuth token (TRICKLE_ACCESS_TOKEN is safer)', anyText),
  quiet: option('-q, --quiet', 'print only results and errors'),
  json: option('--json', 'print results as JSON, and errors as JSON to standard error'),
  color: option('--no-color', 'disable colors, as NO_COLOR does'),
};
globalOptions.apiKey.conflicts('accessToken');

export type GlobalOptions = Partial<ValuesOf<typeof globalOptions>>;

export interface Context {
  readonly terminal: Terminal;
  readonly globals: GlobalOptions;
}

/** The context of a command, from its options and those of its parents. */
export function contextOf(command: Command, io: ProcessIo): Context {
  // The parser keeps these options as text.
  const globals = command.optsWithGlobals() as GlobalOptions;
  const modes = { isQuiet: globals.quiet === true, isJson: globals.json === true };
  return { globals, terminal: new Terminal(io, modes) };
}

/** Whether a command line has a flag, before it is parsed. */
export function hasFlag(args: readonly string[], flag: '--json' | '--no-color'): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes(flag);
}
