import type { Command } from 'commander';
import { contextOf } from '../connection/context.ts';
import { SuggestingArgument } from '../terminal/command.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { TriggerOptions } from './options.ts';

const EXAMPLES = `
Examples:
  trickle trigger subscriber.created
  trickle trigger opened_email
  trickle trigger --list

It makes the calls that cause the event for a new sample subscriber, and shows
the events and webhook deliveries that follow. It needs the reference server.
`;

/** Declares `trickle trigger`. */
export function addTrigger(command: Command, io: ProcessIo): void {
  command
    .summary('Cause a webhook event in the reference server')
    .description('Cause a webhook event in the reference server, through the whole chain.')
    .addArgument(new SuggestingArgument('[event]', 'the event; "subscriber." may be omitted', 'events'))
    .option('-l, --list', 'list the events and what is done to cause them')
    .addHelpText('after', EXAMPLES)
    .action(async (event: string | undefined, options: TriggerOptions, self: Command) => {
      const { runTrigger } = await import('./run-trigger.ts');
      await runTrigger({ event, options, ...contextOf(self, io) });
    });
  addJsonHelp(command, 'trigger', io.stdout);
}
