import { eventNames } from '../sandbox/event-names.ts';
import { command } from '../terminal/command.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { option, type Reader, required, wholeNumber } from '../terminal/option.ts';

/** The URL to post to; `localhost:3000/hooks` needs no scheme. */
const targetUrl: Reader<URL> = {
  read(text, name) {
    const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url && /^https?:$/.test(url.protocol)) return url;
    throw new UsageError(`${name} must be a URL such as http://localhost:3000/hooks, not '${text}'.`);
  },
};

const webhookId: Reader<string> = {
  read(text, name) {
    if (/^\d+$/.test(text)) return text;
    throw new UsageError(`${name} must be the id of a webhook, not '${text}'.`);
  },
};

export const listen = command('listen', {
  summary: 'Forward webhooks of the reference server to this machine',
  description:
    'Forward the webhooks of the reference server to a URL that this machine can reach, and show each with the status and the time of the response.',
  options: {
    url: required(
      '-f, --forward-to <url>',
      'the URL to post webhooks to, such as localhost:3000/hooks',
      targetUrl,
    ),
    events: option(
      '-e, --events <names>',
      'forward only these events, separated by commas; "subscriber." may be omitted (default: all except received_email)',
      eventNames,
    ),
    limit: option('-n, --limit <number>', 'exit after this many webhooks', wholeNumber({ from: 1 })),
    since: option('--since <id>', 'start after the webhook with this id', webhookId),
  },
  examples: [
    'trickle listen --forward-to http://localhost:3000/hooks',
    'trickle listen --forward-to localhost:3000/hooks --events created,applied_tag',
  ],
  notes: `The reference server may run on another machine: it does not have to reach this
one. Failed deliveries are shown, and not repeated.`,
  json: {
    prints: 'One object per forwarded webhook and line:',
    members: {
      event: 'its name, such as subscriber.created',
      id: 'its number in the stream, for --since',
      subscriberId: 'the subscriber',
      url: 'where it was posted to',
      status: 'the status of the response, or null without one',
      error: 'why there was no response, or null',
      milliseconds: 'the time until the response',
    },
  },
  run: () => import('./run.ts'),
});
