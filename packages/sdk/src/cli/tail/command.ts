import { type Command, Option } from 'commander';
import { contextOf } from '../terminal/context.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import type { TailOptions } from './options.ts';

const EXAMPLES = `
Examples:
  trickle tail                                  follows the sandbox, the reference server
  trickle tail --listen 127.0.0.1:4040          receives webhooks; point a tunnel at it
  trickle tail --listen 127.0.0.1:4040 --public-url https://abc.tunnel.example
                                                makes the webhook, and deletes it at the end
  trickle tail --json --limit 10 | jq .event
`;

const collect = (value: string, values: readonly string[] = []) => [...values, value];

/** Declares `trickle tail`. */
export function addTail(command: Command, surroundings: Surroundings): void {
  command
    .summary('follow events as they happen')
    .description('Follows events as they happen: those of the sandbox, or those that webhooks bring.')
    .option('-e, --event <name>', 'only this event; repeat it. "subscriber." may be left out', collect)
    .option('--json', 'one line of JSON for each')
    .addOption(new Option('-n, --limit <number>', 'end after so many'))
    .option('--since <id>', 'begin after the event of this id, in the sandbox')
    .option('--listen <address>', 'receive webhooks here, as 127.0.0.1:4040')
    .option('--secret <text>', 'what the URL of the webhook ends in; default: made anew each time')
    .option('--public-url <url>', 'where the tunnel begins: a webhook is made for it, and deleted at the end')
    .addHelpText('after', EXAMPLES)
    .action(async (options: TailOptions, self: Command) => {
      const { runTail } = await import('./run-tail.ts');
      await runTail({ options, ...contextOf(self, surroundings) });
    });
}
