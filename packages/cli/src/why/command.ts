import { command } from '../terminal/command.ts';
import { anyText, argument, option, wholeNumber } from '../terminal/option.ts';

export const why = command('why', {
  summary: 'Show the cause and the effects of something',
  description: 'Show the request or action that caused something, and everything that followed, as a tree.',
  arguments: {
    of: argument(
      '<id_or_email>',
      'a request, an email, a webhook delivery, an event … or a subscriber',
      anyText,
    ),
  },
  options: {
    limit: option(
      '-n, --limit <number>',
      'print at most this many rows',
      wholeNumber({ from: 1, to: 1000 }),
      '500',
    ),
  },
  examples: [
    'What did my app do for Ann, and what followed?',
    '$ trickle why ann@example.com',
    '',
    'Why was this webhook posted?',
    '$ trickle why 7qk2x0v4m8…',
    '',
    'Print what waits or failed:',
    '$ trickle why ann@example.com --json | jq \'.rows[] | select(.state != "done") | .sentence\'',
  ],
  notes: `The id is that of a recorded request, an email, a webhook delivery, an event
(event-42), a conversion, a form submission, an order, a job, a broadcast, a
campaign subscription or a workflow membership (<workflow_id>/<subscriber_id>),
as the inspector shows it. An email address stands for the subscriber's latest activity. The row that you asked for is
marked with *. It needs the
reference server.`,
  json: {
    prints: 'One object:',
    members: {
      of: 'the number of the row that was asked for, or null',
      total: 'the number of rows, of which `rows` has the first ones',
      is_cut: 'whether there are more rows than the server has read',
      rows: 'the rows in the order in which they happened, each with `number`, `parent`, `type`, `id`, `at`, `until`, `subscriber_id`, `email`, `sentence`, `state` and `ref`',
    },
  },
  run: () => import('./run.ts'),
});
