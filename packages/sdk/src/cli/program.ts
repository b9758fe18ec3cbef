import { readFileSync } from 'node:fs';
import { Command, Option, type OutputConfiguration } from 'commander';
import { addExport } from './export/command.ts';
import { addImport } from './import/command.ts';
import { addTail } from './tail/command.ts';
import { contextOf } from './terminal/context.ts';
import type { ProcessIo } from './terminal/process-io.ts';
import { hasColors } from './terminal/terminal.ts';
import { visible } from './terminal/text.ts';

const EXAMPLES = `
Examples:
  trickle import subscribers.csv --dry-run
  trickle export subscribers --tags vip --output vip.csv
  trickle tail --event applied_tag
  trickle call subscribers upsert '{"email": "ann@example.com"}'

Settings come from the options, then from TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID
and TRICKLE_API_KEY or TRICKLE_ACCESS_TOKEN, then from the config file. Other
users of this machine can see a key that is passed as an option.
`;

/** Declares the command line. The code of each command is loaded on use. */
export function createProgram(io: ProcessIo): Command {
  const program = new Command('trickle');
  // Settings are inherited by the commands that are added after them.
  program
    .exitOverride()
    .configureOutput(outputOf(io))
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => command.name(),
      minWidthToWrap: 20,
    })
    .description('Import, export, follow and change the data of a Trickle account.')
    .version(version(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText('after', EXAMPLES)
    .addOption(new Option('--base-url <url>', 'the URL of the service'))
    .addOption(new Option('--account <id>', 'the account (default: the only one of the credentials)'))
    .addOption(
      new Option('--api-key <key>', 'an API key (TRICKLE_API_KEY is safer)').conflicts('accessToken'),
    )
    .addOption(new Option('--access-token <token>', 'an OAuth token (TRICKLE_ACCESS_TOKEN is safer)'))
    .option('-q, --quiet', 'print only results and errors')
    .option('--no-color', 'disable colours, as NO_COLOR does');
  addImport(program.command('import'), io);
  const exporting = addExport(program.command('export'));
  addTail(program.command('tail'), io);
  const calling = program
    .command('call')
    .summary('Call one operation of the API')
    .description('Call one operation of the API and print its result as JSON.');
  addWhoami(program.command('whoami'), io);
  // The subcommands of `call` and `export` come from the contract, which is loaded on use.
  program.hook('preSubcommand', async (_, command) => {
    if (command === calling) (await import('./call/commands.ts')).addOperations(calling, io);
    if (command === exporting) (await import('./export/commands.ts')).addExports(exporting, io);
  });
  return program.helpCommand(false);
}

function addWhoami(whoami: Command, io: ProcessIo): void {
  whoami
    .summary('Show the user, the accounts and the settings')
    .description(
      'Show the user, the accounts, and where each setting comes from. Never shows the key itself.',
    )
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }, command: Command) => {
      const { whoami } = await import('./whoami.ts');
      const { globals, terminal } = contextOf(command, io);
      await whoami({ ...globals, ...options }, terminal);
    });
}

function outputOf({ stdout, stderr, env }: ProcessIo): OutputConfiguration {
  return {
    writeOut: (text) => void stdout.write(visible(text)),
    writeErr: (text) => void stderr.write(visible(text)),
    outputError: (text, write) => write(text.replace(/^error: /, 'trickle: ')),
    getOutHelpWidth: () => stdout.columns ?? 80,
    getErrHelpWidth: () => stderr.columns ?? 80,
    getOutHasColors: () => hasColors(env, stdout),
    getErrHasColors: () => hasColors(env, stderr),
  };
}

const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
