import { eventName } from '../sandbox/event-names.ts';
import { command } from '../terminal/command.ts';
import { anyText, many, option, wholeNumber } from '../terminal/option.ts';

export const tail = command('tail', {
  summary: 'Print events as they happen',
  description: 'Print events as they happen, from the reference server or from webhooks.',
  options: {
    events: many('-e, --event <name>', 'print only this event; "subscriber." may be omitted', eventName),
    limit: option('-n, --limit <number>', 'exit after this many events', wholeNumber({ from: 1 })),
    since: option('--since <id>', 'start after the event with this id (reference server only)', anyText),
    address: option(
      '--listen <address>',
      'receive webhooks at this address, such as 127.0.0.1:4040',
      anyText,
    ),
    secret: option('--secret <text>', 'the last part of the webhook URL (default: random)', anyText),
    publicUrl: option(
      '--public-url <url>',
      'the public URL of your tunnel: creates a webhook for it, and deletes it at the end',
      anyText,
    ),
  },
  examples: [
    'Follow the reference server:',
    '$ trickle tail',
    '',
    'Print the names of the next ten events:',
    '$ trickle tail --json --limit 10 | jq .event',
    '',
    'Receive webhooks through a tunnel to port 4040:',
    '$ trickle tail --listen 127.0.0.1:4040',
    '',
    'Create the webhook too, and delete it at the end:',
    '$ trickle tail --listen 127.0.0.1:4040 --public-url https://abc.tunnel.example',
  ],
  json: {
    prints: 'One object for each event, in a line of its own:',
    members: {
      event: 'its name, such as subscriber.created',
      occurred_at: 'its time, ISO 8601',
      account_id: 'the account',
      subscriber: 'the id and the email address, as far as they are known',
      properties: 'the properties of the event',
    },
  },
  run: () => import('./run.ts'),
});
