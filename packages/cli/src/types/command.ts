import { command } from '../terminal/command.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { argument, filePath, many, option, type Reader, someOf } from '../terminal/option.ts';
import { NOUNS, nounPattern } from './nouns.ts';

const sourceFile: Reader<string> = {
  source: 'files',
  read(text) {
    if (/\.[cm]?ts$/.test(text) && !/\.d\.[cm]?ts$/.test(text)) return text;
    throw new UsageError(`The file must end in .ts, as in src/shop.ts, not '${text}'.`);
  },
};

export const types = command('types', {
  summary: 'Write the tags, fields and events of the account as TypeScript types',
  description:
    'Write the tags, custom fields and events of the account as TypeScript types, for createClient<Shop>(). Reads the copy in ./trickle if there is one, otherwise the service.',
  arguments: { file: argument('[file]', 'the file to write (default: trickle.types.ts)', sourceFile) },
  options: {
    from: option(
      '--from <path>',
      'a folder written by trickle pull, or a seed: needs no connection',
      filePath,
    ),
    loose: option(
      '--loose <nouns>',
      `accept other names too, for these of ${NOUNS.join(', ')}`,
      someOf(...NOUNS),
    ),
    pattern: many('--pattern <noun=pattern>', "accept names of a pattern, as in tags='order-*'", nounPattern),
    events: option('--events <file>', 'learn the properties of events from this NDJSON file', filePath),
    check: option('--check', 'write nothing; exit with 8 if the file would change'),
  },
  examples: [
    'Copy the account, and write its types:',
    '$ trickle pull',
    '$ trickle types src/shop.ts',
    '',
    'In CI, fail if the types are not those of the copy:',
    '$ trickle types src/shop.ts --check',
  ],
  json: {
    prints: 'One object:',
    members: {
      file: 'the path of the file',
      account: 'the account',
      isWritten: 'whether the file was written',
      differences: 'the lines that differ from the file before: `+` added, `-` removed',
      warnings: 'names that were left out or are not checked, one text each',
    },
  },
  run: () => import('./run.ts'),
});
