import { command } from '../terminal/command.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { argument, filePath, option, type Reader } from '../terminal/option.ts';
import { PARTS, type Part } from './parts.ts';

const partList: Reader<readonly Part[]> = {
  read: (text, name) =>
    text.split(',').map((word) => {
      const part = PARTS.find((known) => known === word.trim());
      if (part === undefined) throw new UsageError(`${name} takes ${PARTS.join(', ')}, not '${word}'.`);
      return part;
    }),
};

const share: Reader<number> = {
  read(text, name) {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (number > 0 && number <= 1) return number;
    throw new UsageError(`${name} must be a number above 0 and up to 1, not '${text}'.`);
  },
};

export const pull = command('pull', {
  summary: 'Copy the account to a folder, as a seed of the reference server',
  description:
    'Copy the account to a folder, as a seed of the reference server. Only reads, and copies no subscribers.',
  arguments: { folder: argument('[folder]', 'the folder (default: trickle)', filePath) },
  options: {
    only: option('--only <parts>', `copy only these of ${PARTS.join(', ')}`, partList),
    skip: option('--skip <parts>', 'leave these parts out', partList),
    share: option('--share <share>', 'the share of the hourly rate limits to use, up to 1', share, '0.5'),
    check: option('--check', 'write nothing; exit with 8 if the account differs from the folder'),
    dryRun: option('--dry-run', 'write nothing; print what would change'),
    restart: option('--restart', 'start over instead of resuming'),
  },
  examples: [
    'Copy the account, and run the reference server with the copy:',
    '$ trickle pull',
    '$ npx -p @trickle/mock-server trickle-server --seed ./trickle',
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
      differences: 'what differs from the folder before, one text each',
      notReadable: 'what the service does not deliver, with its number',
      skipped: 'the parts that the service refused, with the status of the response',
      leftOut: 'what the copy leaves out, one text each',
      unknownMembers: 'members of responses that the interface does not describe',
    },
  },
  run: () => import('./run.ts'),
});
