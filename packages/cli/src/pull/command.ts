import { command } from '../terminal/command.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import {
  anyText,
  argument,
  filePath,
  many,
  option,
  type Reader,
  share,
  wholeNumber,
} from '../terminal/option.ts';
import { PARTS, type Part } from './parts.ts';
import { fieldType, subscriberCount } from './subscribers/options.ts';

const partList: Reader<readonly Part[]> = {
  read: (text, name) =>
    text.split(',').map((word) => {
      const part = PARTS.find((known) => known === word.trim());
      if (part === undefined) throw new UsageError(`${name} takes ${PARTS.join(', ')}, not '${word}'.`);
      return part;
    }),
};

export const pull = command('pull', {
  summary: 'Copy the account to a folder, as a seed of the reference server',
  description:
    'Copy the account to a folder, as a seed of the reference server. Only reads. Copies no subscribers unless told to, and then with pseudonyms.',
  arguments: { folder: argument('[folder]', 'the folder (default: trickle)', filePath) },
  options: {
    only: option('--only <parts>', `copy only these of ${PARTS.join(', ')}`, partList),
    skip: option('--skip <parts>', 'leave these parts out', partList),
    subscribers: option(
      '--subscribers <number>',
      'how many subscribers to copy: a number, all or none (default: as before, at first none)',
      subscriberCount,
    ),
    atLeast: option(
      '--at-least <number>',
      'copy at least so many of each status, tag, field and campaign (default: 3)',
      wholeNumber({ from: 0 }),
    ),
    details: option('--details', 'copy their purchases and progress in campaigns, with two requests each'),
    k: option(
      '--k <number>',
      'keep tags, towns and values of custom fields that so many share; others get pseudonyms (default: 5)',
      wholeNumber({ from: 1 }),
    ),
    keep: many('--keep <field>', 'keep all values of a custom field', anyText),
    as: many('--as <field=type>', 'the type of a custom field, such as plan=enum', fieldType),
    plain: option('--plain', 'copy real names, addresses and values; only you can read the files'),
    yes: option('--yes', 'do not stop if it takes more than two hours'),
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
    'Copy 200 subscribers too, with pseudonyms:',
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
      subscribers: 'how many subscribers were copied',
      differences: 'what differs from the folder before, one text each',
      notReadable: 'what the service does not deliver, with its number or null',
      skipped: 'the parts that the service refused, with the status of the response',
      leftOut: 'what the copy leaves out, one text each',
      unknownMembers: 'members of responses that the interface does not describe',
    },
  },
  run: () => import('./run.ts'),
});
