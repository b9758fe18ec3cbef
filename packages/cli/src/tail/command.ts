import { type Command, Option } from 'commander';
import { contextOf } from '../connection/context.ts';
import { SuggestingOption } from '../terminal/command.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { TailOptions } from './options.ts';

const EXAMPLES = `
Examples:
  Follow the reference server:
  $ trickle tail

  Print the names of the next ten events:
  $ trickle tail --json --limit 10 | jq .event

  Receive webhooks through a tunnel to port 4040:
  $ trickle tail --listen 127.0.0.1:4040

  Create the webhook too, and delete it at the end:
  $ trickle tail --listen 127.0.0.1:4040 --public-url https://abc.tunnel.example
`;

const collect = (value: string, values: readonly string[] = []) => [...values, value];

/** Declares `trickle tail`. */
export function addTail(command: Command, io: ProcessIo): void {
  command
    .summary('Print events as they happen')
    .description('Print events as they happen, from the reference server or from webhooks.')
    .addOption(
      new SuggestingOption(
        '-e, --event <name>',
        'print only this event; "subscriber." may be omitted (repeatable)',
        'events',
      ).argParser(collect),
    )
    .addOption(new Option('-n, --limit <number>', 'exit after this many events'))
    .option('--since <id>', 'start after the event with this id (reference server only)')
    .option('--listen <address>', 'receive webhooks at this address, such as 127.0.0.1:4040')
    .option('--secret <text>', 'the last part of the webhook URL (default: random)')
    .option(
      '--public-url <url>',
      'the public URL of your tunnel: creates a webhook for it, and deletes it at the end',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (options: TailOptions, self: Command) => {
      const { runTail } = await import('./run-tail.ts');
      await runTail({ options, ...contextOf(self, io) });
    });
  addJsonHelp(command, 'tail', io.stdout);
}
