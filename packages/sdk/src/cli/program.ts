import { readFileSync } from 'node:fs';
import { Command, Option, type OutputConfiguration } from 'commander';
import { addExport } from './export/command.ts';
import { addImport } from './import/command.ts';
import { addTail } from './tail/command.ts';
import { contextOf } from './terminal/context.ts';
import type { Surroundings } from './terminal/surroundings.ts';
import { hasColors } from './terminal/terminal.ts';

const EXAMPLES = `
Examples:
  trickle import people.csv --dry-run
  trickle export subscribers --tags vip --output vip.csv
  trickle tail --event applied_tag
  trickle call subscribers upsert '{"email": "ann@example.com"}'

Where and as whom: the options above, else TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and
TRICKLE_API_KEY or TRICKLE_ACCESS_TOKEN, else the config file. Others on this machine
can see a key that is given as an option.
`;

/** The command line as data. What the commands do is loaded when one is used. */
export function createProgram(surroundings: Surroundings): Command {
  const program = new Command('trickle');
  // Settings are inherited by the commands that are added after them.
  program
    .exitOverride()
    .configureOutput(outputOf(surroundings))
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .description('Imports, exports, follows and calls a Trickle account.')
    .version(version(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this text')
    .addHelpText('after', EXAMPLES)
    .addOption(new Option('--base-url <url>', 'where the service is'))
    .addOption(new Option('--account <id>', 'the account; default: the only one of the credentials'))
    .addOption(
      new Option('--api-key <key>', 'an API key; better in TRICKLE_API_KEY').conflicts('accessToken'),
    )
    .addOption(new Option('--access-token <token>', 'an OAuth token; better in TRICKLE_ACCESS_TOKEN'))
    .option('-q, --quiet', 'tell nothing but results and errors')
    .option('--no-color', 'no colours; NO_COLOR does the same');
  addImport(program.command('import'), surroundings);
  const exporting = addExport(program.command('export'));
  addTail(program.command('tail'), surroundings);
  const calling = program
    .command('call')
    .summary('carry out one operation of the API')
    .description('Carries out one operation of the API and prints what it gives as JSON.');
  addWhoami(program.command('whoami'), surroundings);
  // What these two offer stands in the contract, which is loaded when one of them is used.
  program.hook('preSubcommand', async (_, command) => {
    if (command === calling) (await import('./call/commands.ts')).addOperations(calling, surroundings);
    if (command === exporting) (await import('./export/commands.ts')).addExports(exporting, surroundings);
  });
  return program.helpCommand(false);
}

function addWhoami(whoami: Command, surroundings: Surroundings): void {
  whoami
    .summary('show the user, the accounts, and where that is known from')
    .description('Shows the user, the accounts, and where credentials come from; never the key itself.')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }, command: Command) => {
      const { whoami } = await import('./whoami.ts');
      const { globals, terminal } = contextOf(command, surroundings);
      await whoami({ ...globals, ...options }, terminal);
    });
}

function outputOf({ stdout, stderr, env }: Surroundings): OutputConfiguration {
  return {
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    outputError: (text, write) => write(text.replace(/^error: /, 'trickle: ')),
    getOutHelpWidth: () => stdout.columns ?? 80,
    getErrHelpWidth: () => stderr.columns ?? 80,
    getOutHasColors: () => hasColors(env, stdout),
    getErrHasColors: () => hasColors(env, stderr),
  };
}

const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
