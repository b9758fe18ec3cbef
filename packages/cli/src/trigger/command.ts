import { eventName } from '../sandbox/event-names.ts';
import { command } from '../terminal/command.ts';
import { argument, option } from '../terminal/option.ts';

export const trigger = command('trigger', {
  summary: 'Cause a webhook event in the reference server',
  description: 'Cause a webhook event in the reference server, through the whole chain.',
  arguments: { event: argument('[event]', 'the event; "subscriber." may be omitted', eventName) },
  options: { list: option('-l, --list', 'list the events and what is done to cause them') },
  examples: ['trickle trigger subscriber.created', 'trickle trigger opened_email', 'trickle trigger --list'],
  notes: `It makes the calls that cause the event for a new sample subscriber, and shows
the events and webhook deliveries that follow. It needs the reference server.`,
  json: {
    prints: 'One object; with --list, only `events` with `event` and `summary`:',
    members: {
      event: 'the event that was asked for',
      subscriber: 'the id and the email address of the sample subscriber',
      steps: 'the calls, each with `method`, `path` and `status`',
      events: 'the events that they caused, as `trickle tail --json` prints them',
      deliveries: 'the webhook deliveries, each with `event`, `url`, `state`, `attempts` and `status`',
    },
  },
  run: () => import('./run.ts'),
});
