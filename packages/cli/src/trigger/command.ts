import { eventName } from '../sandbox/event-names.ts';
import { command } from '../terminal/command.ts';
import { anyText, argument, option } from '../terminal/option.ts';

export const trigger = command('trigger', {
  summary: 'Send a sample of a webhook event from the reference server',
  description:
    'Send a sample of a webhook event from the reference server to its webhooks and to trickle listen.',
  arguments: { event: argument('[event]', 'the event; "subscriber." may be omitted', eventName) },
  options: {
    webhook: option('--webhook <id>', 'send it only to this webhook, regardless of its events', anyText),
    subscriber: option(
      '--subscriber <id_or_email>',
      'the subscriber that it is about (default: a sample subscriber)',
      anyText,
    ),
    list: option('-l, --list', 'list the events'),
  },
  examples: [
    'trickle trigger subscriber.created',
    'trickle trigger applied_tag --subscriber ann@example.com',
    'trickle trigger --list',
  ],
  notes: `The sample changes no data: to test with real changes, make them with trickle
call, and let time pass in the inspector. It needs the reference server.`,
  json: {
    prints: 'One object; with --list, only `events`, their names:',
    members: {
      event: 'the event that was asked for',
      deliveries: 'the webhook deliveries, each with `id`, `url`, `state`, `attempts` and `status`',
    },
  },
  run: () => import('./run.ts'),
});
