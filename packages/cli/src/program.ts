import { createRequire } from 'node:module';
import { styleText } from 'node:util';
import { Command, Option, type OutputConfiguration } from 'commander';
import { addCompletion } from './completion/command.ts';
import { contextOf } from './connection/context.ts';
import { addExport } from './export/command.ts';
import { addImport } from './import/command.ts';
import { addListen } from './listen/command.ts';
import { addLogin, addLogout } from './login/command.ts';
import { addTail } from './tail/command.ts';
import { SuggestingOption } from './terminal/command.ts';
import { EXIT } from './terminal/exit-signal.ts';
import { addJsonHelp } from './terminal/json-output.ts';
import type { ProcessIo } from './terminal/process-io.ts';
import { hasColors } from './terminal/terminal.ts';
import { visible } from './terminal/text.ts';
import { addTrigger } from './trigger/command.ts';

const EXAMPLES = `
Examples:
  trickle import subscribers.csv --dry-run
  trickle export subscribers --tags vip --output vip.csv
  trickle listen --forward-to http://localhost:3000/hooks
  trickle trigger subscriber.created
  trickle call subscribers upsert '{"email": "ann@example.com"}'

Settings come from the options, then from TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID
and TRICKLE_API_KEY or TRICKLE_ACCESS_TOKEN, then from the config file, which
trickle login writes. Without any, the reference server on this machine is used,
if it runs at http://127.0.0.1:4100. Other users of this machine can see a key
that is passed as an option.
`;

/** Declares the command line. The code of each command is loaded on use. */
export function createProgram(io: ProcessIo, isJson = false): Command {
  const program = new Command('trickle');
  // Settings are inherited by the commands that are added after them.
  program
    .exitOverride()
    .configureOutput(isJson ? jsonOutputOf(io) : outputOf(io))
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => command.name(),
      minWidthToWrap: 20,
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
    })
    .description('Import, export, follow and change the data of a Trickle account.')
    .version(version(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText('after', EXAMPLES)
    .addOption(new Option('--base-url <url>', 'the URL of the service'))
    .addOption(
      new SuggestingOption(
        '--account <id>',
        'the account (default: the only one of the credentials)',
        'accounts',
      ),
    )
    .addOption(
      new Option('--api-key <key>', 'an API key (TRICKLE_API_KEY is safer)').conflicts('accessToken'),
    )
    .addOption(new Option('--access-token <token>', 'an OAuth token (TRICKLE_ACCESS_TOKEN is safer)'))
    .option('-q, --quiet', 'print only results and errors')
    .option('--json', 'print results as JSON, and errors as JSON to standard error')
    .option('--no-color', 'disable colours, as NO_COLOR does');
  addCommands(program, io);
  return program.helpCommand(false);
}

function addCommands(program: Command, io: ProcessIo): void {
  addLogin(program.command('login'), io);
  addLogout(program.command('logout'), io);
  addWhoami(program.command('whoami'), io);
  addImport(program.command('import'), io);
  const exporting = addExport(program.command('export'), io);
  addTail(program.command('tail'), io);
  addListen(program.command('listen'), io);
  addTrigger(program.command('trigger'), io);
  const calling = program
    .command('call')
    .summary('Call one operation of the API')
    .description('Call one operation of the API and print its result as JSON.');
  addJsonHelp(calling, 'call', io.stdout);
  addCompletion(program.command('completion'), io);
  // The subcommands of `call` and `export` come from the contract, which is loaded on use.
  program.hook('preSubcommand', async (_, command) => {
    if (command === calling) (await import('./call/commands.ts')).addOperations(calling, io);
    if (command === exporting) (await import('./export/commands.ts')).addExports(exporting, io);
  });
}

function addWhoami(whoami: Command, io: ProcessIo): void {
  whoami
    .summary('Show the user, the accounts and the settings')
    .description(
      'Show the user, the accounts, and where each setting comes from. Never shows the key itself.',
    )
    .action(async (_, command: Command) => {
      const { whoami } = await import('./whoami.ts');
      const { globals, terminal } = contextOf(command, io);
      await whoami(globals, terminal);
    });
  addJsonHelp(whoami, 'whoami', io.stdout);
}

/** The output of the parser where everything is JSON. Help that was asked for stays a text. */
function jsonOutputOf(io: ProcessIo): OutputConfiguration {
  let isReported = false;
  const report = (message: string) => {
    if (isReported) return;
    isReported = true;
    const error = { name: 'UsageError', message, exitCode: EXIT.usage };
    io.stderr.write(`${visible(JSON.stringify({ error }))}\n`);
  };
  return {
    ...outputOf(io),
    // Where a command is missing, the parser writes the help there, in several parts.
    writeErr: () => report('A command is missing. See --help.'),
    outputError: (text) =>
      report(
        text
          .replace(/^error: /, '')
          .trimEnd()
          .replaceAll('\n', ' '),
      ),
  };
}

function outputOf({ stdout, stderr, env }: ProcessIo): OutputConfiguration {
  return {
    // The help consists of texts of this program, with its own styles.
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    outputError: (text, write) => write(visible(text.replace(/^error: /, 'trickle: '))),
    getOutHelpWidth: () => stdout.columns ?? 80,
    getErrHelpWidth: () => stderr.columns ?? 80,
    getOutHasColors: () => hasColors(env, stdout),
    getErrHasColors: () => hasColors(env, stderr),
  };
}

const version = (): string => createRequire(import.meta.url)('@trickle/cli/package.json').version;
