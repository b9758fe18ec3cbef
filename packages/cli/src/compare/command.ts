import { LOCAL_SANDBOX } from '../connection/local-sandbox.ts';
import { command } from '../terminal/command.ts';
import { anyText, filePath, oneOf, option, share, wholeNumber } from '../terminal/option.ts';
import { PERMISSIONS } from './scenario.ts';

export const compare = command('compare', {
  summary: 'Compare the reference server with the service',
  description:
    'Send the same requests to the service and to the reference server, and print where the responses differ.',
  options: {
    sandbox: option('--sandbox <url>', 'the reference server', anyText, LOCAL_SANDBOX),
    allow: option(
      '--allow <scenarios>',
      'permitted changes to the service: read (none), own (create and delete subscribers), account (anything)',
      oneOf(...PERMISSIONS),
      'read',
    ),
    mailbox: option(
      '--mailbox <address>',
      'the mailbox for emails to subscribers, with {n} for a number',
      anyText,
    ),
    disposable: option('--disposable <account>', 'the id of the account that may be changed', anyText),
    clean: option('--clean', 'only delete subscribers left behind by an interrupted run'),
    only: option('--only <scenario>', 'only run scenarios whose name starts with this', anyText),
    record: option(
      '--record <folder>',
      "only store the service's responses, without data of the account",
      filePath,
    ),
    against: option('--against <folder>', 'compare with stored responses instead of the service', filePath),
    repeat: option(
      '--repeat <times>',
      'the number of runs of each scenario',
      wholeNumber({ from: 1, to: 10 }),
      '2',
    ),
    share: option('--share <share>', 'the share of the hourly rate limits to use, up to 1', share, '0.5'),
    accept: option('--accept <file>', 'differences that are accepted, with their reasons', filePath),
    check: option(
      '--check',
      'exit with 8 if there are other differences, or if accepted ones no longer occur',
    ),
    report: option('--report <file>', 'write a report: .json, .md or .html', filePath),
  },
  examples: [
    'Compare what can be read with a copy of the account:',
    '$ trickle pull',
    '$ npx -p @trickle/mock-server trickle-server --seed ./trickle',
    '$ trickle compare --base-url https://api.example.com --report report.html',
    '',
    'Store what the service answers, and compare with that in CI:',
    "$ trickle compare --record recorded --allow own --mailbox 'qa+{n}@example.com'",
    '$ trickle compare --against recorded --accept accepted.json --check',
  ],
  json: {
    prints: 'One object:',
    members: {
      scenarios: 'the scenarios that ran',
      operations: 'the operations that were compared',
      differences: 'class, place, both values, scenarios and calls of each difference',
      accepted: 'differences that are accepted, with the reason',
      stale: 'accepted differences that no longer occur',
      unstable: 'places that differ when a server is asked again',
      incomplete: 'scenarios that ended early, with the reason',
      undecided: 'steps that got no answer, or a status from 500 on, with the reason',
      deleted: 'with --clean: how many subscribers were deleted',
      recorded: 'with --record: the path of the folder',
    },
  },
  run: () => import('./run.ts'),
});
