import { command } from '../terminal/command.ts';
import { argument, filePath, option, share, someOf, wholeNumber } from '../terminal/option.ts';
import { MAX_SUBSCRIBERS, PARTS } from './parts.ts';

export const pull = command('pull', {
  summary: 'Copy the account to a folder, as a seed of the reference server',
  description:
    'Copy the account to a folder, as a seed of the reference server. It only reads, and never reads a subscriber; it can make some up.',
  arguments: { folder: argument('[folder]', 'the folder (default: trickle)', filePath) },
  options: {
    only: option('--only <parts>', `copy only these of ${PARTS.join(', ')}`, someOf(...PARTS)),
    skip: option('--skip <parts>', 'leave these parts out', someOf(...PARTS)),
    subscribers: option(
      '--subscribers <number>',
      'the number of subscribers to make up, with the shares of the account (default: as before, initially 0)',
      wholeNumber({ to: MAX_SUBSCRIBERS }),
    ),
    share: option('--share <share>', 'the share of the hourly rate limits to use, up to 1', share, '0.5'),
    check: option('--check', 'write nothing; exit with 8 if the account differs from the folder'),
    dryRun: option('--dry-run', 'write nothing; print what would change'),
  },
  examples: [
    'Copy the account, and run the reference server with the copy:',
    '$ trickle pull',
    '$ npx -p @trickle/mock-server trickle-server --seed ./trickle',
    '',
    'Make up 200 subscribers, with the shares of the account:',
    '$ trickle pull --subscribers 200',
    '',
    'In CI, fail if somebody has changed the account:',
    '$ trickle pull --check',
  ],
  json: {
    prints: 'One object:',
    members: {
      folder: 'the path of the folder',
      account: 'the account',
      isWritten: 'whether the folder was written',
      subscribers: 'how many subscribers were made up',
      differences: 'what differs from the folder before, one text each',
      notReadable: 'data that the service does not return, with the count or null',
      skipped: 'the parts that could not be read, with the status of the response or the problem with it',
      leftOut: 'the names that the copy leaves out since they look personal, one line each',
      invalid:
        'what the copy leaves out since it is not as the interface describes it, with part, id and member',
      goneRecords: 'the records that additions.json completes and the copy does not have',
      unknownMembers: 'members of responses that the interface does not describe',
    },
  },
  run: () => import('./run.ts'),
});
