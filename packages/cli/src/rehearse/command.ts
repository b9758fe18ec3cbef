import { command } from '../terminal/command.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { anyText, argument, filePath, many, option, type Reader, wholeNumber } from '../terminal/option.ts';
import { readVariable, type Variable } from './variables.ts';

const variable: Reader<Variable> = { read: readVariable };

const time: Reader<string> = {
  read(text, name) {
    if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))) return text;
    throw new UsageError(`${name} must be ISO 8601, as in 2026-03-06T12:00:00Z, not '${text}'.`);
  },
};

export const rehearse = command('rehearse', {
  summary: 'Run a program on a copy of the account, and print what it would do',
  description:
    'Run a program on the reference server, and print what it would do to your account. Nothing reaches the service, and no webhook is posted.',
  arguments: { program: argument('[program...]', 'the program and its arguments, after --', anyText) },
  options: {
    seed: option('--seed <path>', 'a folder written by trickle pull, or a seed (default: trickle)', filePath),
    days: option('--days <number>', 'how many days to look ahead', wholeNumber({ from: 1, to: 366 }), '30'),
    time: option('--time <time>', 'the time of the sandbox when the program starts (default: now)', time),
    env: many(
      '--env <name=value>',
      'another variable: NAME=apiKey, accountId, baseUrl or baseUrl/path',
      variable,
    ),
    expect: option('--expect <file>', 'exit with 8 if the plan differs from this one', filePath),
    html: option('--html <file>', 'write the plan as a page', filePath),
    sandbox: option('--sandbox <url>', 'use this reference server, with an account of its own', anyText),
    keep: option('--keep', 'keep the sandbox until Ctrl-C, as the program left it'),
  },
  examples: [
    'Copy the account, and run a script on the copy:',
    '$ trickle pull',
    '$ trickle rehearse -- node win-back.mjs',
    '',
    'In CI, fail if the script would do anything else:',
    '$ trickle rehearse --json -- node win-back.mjs > plan.json',
    '$ trickle rehearse --expect plan.json -- node win-back.mjs',
  ],
  notes: `The program gets TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and TRICKLE_API_KEY.
The exit code is that of the program. --json sends its output to standard error.`,
  json: {
    prints: 'The plan, one object:',
    members: {
      'format, version': '`trickle-plan` and 1',
      exit: 'the exit code of the program',
      days: 'the number of days that the plan covers',
      records: 'each `noun` with how many records were `added`, `changed` and `deleted`, and `examples`',
      names: '`tags`, `fields` and `actions` that are new',
      entries: 'the subscribers who enter campaigns and workflows: `kind`, `name`, `count`, `examples`',
      emails: 'by `kind`, `name` and `subject`: `count`, `fewer`, and when the `first` goes out',
      others: 'the number of emails that would be sent anyway',
      webhooks: 'what would be posted: `event`, `receiver` and `count`',
      requests: 'each `operation` with its `count`, `refused` and `warnings`',
      limits: 'each `budget` with what is `used` of the hourly `limit`',
      wait: 'the minimum wait for the limits, in seconds',
      notes: 'inexact parts of the plan',
    },
  },
  run: () => import('./run.ts'),
});
