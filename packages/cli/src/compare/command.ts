import { command } from '../terminal/command.ts';
import { compareOptions } from './options.ts';

export const compare = command('compare', {
  summary: 'Compare the reference server with the service',
  description:
    'Send the same requests to the service and to the reference server, and print where the responses differ.',
  options: compareOptions,
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
