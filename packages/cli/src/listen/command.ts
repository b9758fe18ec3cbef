import type { Command } from 'commander';
import { contextOf } from '../connection/context.ts';
import { SuggestingOption } from '../terminal/command.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { ListenOptions } from './options.ts';

const EXAMPLES = `
Examples:
  trickle listen --forward-to http://localhost:3000/hooks
  trickle listen --forward-to localhost:3000/hooks --events created,applied_tag

The reference server may run on another machine: it does not have to reach this
one. Failed deliveries are shown, and not repeated.
`;

/** Declares `trickle listen`. */
export function addListen(command: Command, io: ProcessIo): void {
  command
    .summary('Forward webhooks of the reference server to this machine')
    .description(
      'Forward the webhooks of the reference server to a URL that this machine can reach, and show each with the status and the time of the response.',
    )
    .requiredOption('-f, --forward-to <url>', 'the URL to post webhooks to, such as localhost:3000/hooks')
    .addOption(
      new SuggestingOption(
        '-e, --events <names>',
        'forward only these events, separated by commas; "subscriber." may be omitted (default: all except received_email)',
        'event list',
      ),
    )
    .option('-n, --limit <number>', 'exit after this many webhooks')
    .option('--since <id>', 'start after the webhook with this id')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ListenOptions, self: Command) => {
      const { runListen } = await import('./run-listen.ts');
      await runListen({ options, ...contextOf(self, io) });
    });
  addJsonHelp(command, 'listen', io.stdout);
}
