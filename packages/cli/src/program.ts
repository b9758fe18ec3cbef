import { styleText } from 'node:util';
import { hasColors, visible } from '@trickle/design/terminal';
import { Command, type OutputConfiguration } from 'commander';
import { calling } from './call/command.ts';
import { compare } from './compare/command.ts';
import { completion } from './completion/command.ts';
import { exporting } from './export/command.ts';
import { importing } from './import/command.ts';
import { listen } from './listen/command.ts';
import { login, logout } from './login/command.ts';
import { mcp } from './mcp/command.ts';
import { pull } from './pull/command.ts';
import { rehearse } from './rehearse/command.ts';
import { tail } from './tail/command.ts';
import { addCommand, commandsBelow } from './terminal/command.ts';
import { globalOptions } from './terminal/context.ts';
import { EXIT } from './terminal/exit-signal.ts';
import { fittedHelp } from './terminal/fitted-help.ts';
import type { ProcessIo } from './terminal/process-io.ts';
import { version } from './terminal/version.ts';
import { trigger } from './trigger/command.ts';
import { types } from './types/command.ts';
import { whoami } from './whoami/command.ts';
import { why } from './why/command.ts';

/** All commands. The code of each is loaded on use. */
export const COMMANDS = [
  ...[login, logout, whoami, importing, exporting, pull, types, rehearse, compare],
  ...[tail, listen, trigger, why, calling, mcp, completion],
];

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

export function createProgram(io: ProcessIo, isJson = false): Command {
  const program = new Command('trickle');
  // Commands inherit the settings that were made before they are added.
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
    .addHelpText('after', EXAMPLES);
  for (const option of Object.values(globalOptions)) program.addOption(option);
  for (const declaration of COMMANDS) addCommand(program, declaration, io);
  program.hook('preSubcommand', async (_, command) => void (await commandsBelow(command)));
  return program.helpCommand(false);
}

/** The parser's output in JSON mode. Requested help stays plain text. */
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
    // If the command is missing, the parser writes the help here, in several parts.
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
    // The help only contains this program's texts and styles.
    writeOut: (text) => void stdout.write(fittedHelp(text, stdout.columns)),
    writeErr: (text) => void stderr.write(fittedHelp(text, stderr.columns)),
    outputError: (text, write) => write(visible(text.replace(/^error: /, 'trickle: '))),
    getOutHelpWidth: () => stdout.columns ?? 80,
    getErrHelpWidth: () => stderr.columns ?? 80,
    getOutHasColors: () => hasColors(env, stdout),
    getErrHasColors: () => hasColors(env, stderr),
  };
}
