/** Keeps retired words out of sources and docs. The glossary of ARCHITECTURE.md has the words to use. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface RetiredWord {
  /** Tested against each line, with camelCase split into words: `namedPeople` reads `named People`. */
  word: RegExp;
  instead: string;
  because: string;
  /** Lines that may contain the word, such as those with a name of the wire. */
  exceptLine?: RegExp;
  /** Files that may contain the word. */
  exceptFile?: RegExp;
  /** The only files that are searched. Default: all. */
  files?: RegExp;
}

const faultFiles =
  /fault|^ARCHITECTURE|store\/engine\/schema|docs\/(?:start|guides|reference|explain|README|compare|troubleshooting)|inspector\/src|mock-server\/(?:README\.md|test|src\/(?:admin|api|app|cli|domain\/(?:context|queue)|index|integrations|jobs|observe|options|pages|runtime|server|store\/engine\/schema))/;

const retired: RetiredWord[] = [
  {
    word: /\b(?:person|people)\b/i,
    instead: 'subscriber; visitor (an unidentified browser); user (a member of an account)',
    because: 'the interface says subscriber',
    exceptLine: /person_id|proves:/,
    exceptFile: /docs\/conformance/, // rows quote the interface
  },
  {
    word: /\bfaults?\b/i,
    instead: 'issue (a validation issue); error (of the server itself)',
    because: 'a fault is only an injected one',
    exceptLine:
      /inject|(?:server|trickle)\.faults|x-trickle-fault|--faults|_admin\/faults|reference\/faults|fault rules|services\.faults|fault\?\.|faults\.test|exportState|snapshot|A fault defines|ServerError|checkpoint/i,
    exceptFile: faultFiles,
  },
  {
    word: /\b(?:graft(?:ed|s|ing)?|plant(?:ed|s|ing)?)\b/i,
    instead: 'apply a seed; extend an account',
    because: 'a seed is applied',
    exceptLine: /accounts\.plant/, // the id of an operation of the admin API
  },
  {
    word: /\bpassed[ -]over\b/i,
    instead: 'skippedAccounts; skipped',
    because: 'records and accounts are skipped',
  },
  {
    word: /\bportraits?\b/i,
    instead: 'snapshot',
    because: 'the field says snapshot',
  },
  {
    word: /\b(?:happenings?|deeds?)\b/i,
    instead: 'domain event; advance result; goal event',
    because: 'one word for each of three things',
  },
  {
    word: /\blookers?\b/i,
    instead: 'listener',
    because: 'the field says listener',
  },
  {
    word: /\bpok(?:e|es|ed|ing)\b/i,
    instead: 'wake; notify',
    because: 'the field says wake and notify',
  },
  {
    word: /\b(?:take Up|go On)\b/,
    instead: 'resume; runSteps',
    because: 'the field says resume',
  },
  {
    word: /\bstandings?\b/i,
    instead: 'AccountFeatures; SeriesProgress',
    because: 'it meant two things',
  },
  {
    word: /\bsurroundings\b/i,
    instead: 'RequestContext; RenderContext; ProcessIo',
    because: 'it meant three things',
  },
  {
    word: /\bledgers?\b/i,
    instead: 'request log; retention; delivery log',
    because: 'it meant the request log and the history that is kept',
    exceptLine: /--ledger|options\.ledger|ledger: \{/, // flags stay
  },
  {
    word: /\boffice\b/i,
    instead: 'EmailContext',
    because: 'emails are not letters',
    exceptLine: /post office|['"`].*office/i, // values of seeds and examples
  },
  {
    word: /\bchance\b/i,
    instead: 'random; probability',
    because: 'the field says random',
  },
  {
    word: /\b(?:attend|disturb)(?:s|ed|ing)?\b/i,
    instead: 'record a request; inject a fault',
    because: 'the field says record and inject',
  },
  {
    word: /\b(?:keep Newest|trimming)\b/i,
    instead: 'prune; retention',
    because: 'the field says retention',
  },
  {
    word: /\b(?:tie Visitor|unite)(?:s|d)?\b/i,
    exceptLine: /United States/,
    instead: 'linkVisitor; resolveVisitor',
    because: 'visitors are linked to subscribers',
  },
  {
    word: /\b(?:longest Wait|(?:MOST|LONGEST|DEEPEST)_\w+)\b/,
    instead: 'maxWait; MAX_',
    because: 'the field says max',
  },
  {
    word: /\b(?:is Surely Valid|is Sure)\b/,
    instead: 'fastAccepts',
    because: 'the name says what the function does',
  },
  {
    word: /\b(?:Response Fault Error|Input Fault|on Fault)\b/,
    instead: 'ResponseValidationError; InputIssue; onError',
    because: 'the public names were renamed',
  },
  {
    word: /\b(?:engines?|faces?)\b/i,
    instead: 'runtime; control',
    because: 'the server has a runtime and a control',
    exceptLine:
      /liquid|javascript|browser|font|surface|template|compile|search engine|EmailContext|engine\//i,
    files: /^packages\/mock-server\/src\//,
  },
  {
    word: /\bwhoever\b/i,
    instead: 'the noun: the subscriber, the caller, a client that',
    because: 'plain English names its subject',
  },
  {
    word: /\b(?:tells?|told|telling) of\b/i,
    instead: 'reports; describes; says',
    because: 'plain English',
  },
  {
    word: /\b(?:Outside|Inside) (?:Runs?|Handler)\b/,
    instead: 'NetworkJob, NetworkHandler; DatabaseJobs, DatabaseHandler',
    because: 'outside of what?',
  },
  {
    word: /\b(?:goes on|lets go of|(?:is|are) meant)\b/i,
    instead: 'continues; releases; matches',
    because: 'plain English',
  },
  {
    word: /(?:\/\*\*|^\s*\*|\/\/) (?:What|How (?:many|much|far|long|often)|Where|Whose?) /,
    instead: 'The number of …; The most …; The place of …',
    because: 'a comment begins with a noun or a verb, and not with a clause',
  },
];

const root = join(import.meta.dirname, '../..');
const ignored = ['node_modules', 'dist', 'test-results'];
const files = globSync(
  [
    'packages/*/src/**/*.ts',
    'packages/mock-server/test/**/*.ts',
    '*.md',
    'docs/**/*.md',
    'bench/*.md',
    'packages/*/*.md',
    'packages/*/docs/**/*.md',
    'examples/*/*.ts',
  ],
  { cwd: root, exclude: (name) => ignored.includes(name) },
).map((file) => file.replaceAll('\\', '/'));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const splitWords = (line: string) => line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');

/** The lines that contain a retired word, as `file:line: text`. */
function offenders(retiredWord: RetiredWord, file: string, text: string): string[] {
  const { word, exceptLine, exceptFile, files: only } = retiredWord;
  if (exceptFile?.test(file) || only?.test(file) === false) return [];
  return text.split('\n').flatMap((line, i) => {
    const found = word.test(splitWords(line)) && !exceptLine?.test(line);
    return found ? [`${file}:${i + 1}: ${line.trim()}`] : [];
  });
}

describe('retired words', () => {
  test.each(retired)('$word is not used; write: $instead', (retiredWord) => {
    const found = Array.from(texts, ([file, text]) => offenders(retiredWord, file, text)).flat();
    expect(found).toEqual([]);
  });

  test('sources and docs are read', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files).toContain('docs/unspecified.md');
    expect(files).toContain('packages/sdk/docs/guides/errors.md');
  });

  // Each line contains exactly one retired word, so that a pattern which catches nothing is noticed.
  test.each([
    'const namedPeople = [];',
    '/** Reports the faults. */',
    'plantSeed(seed);',
    'server.passedOver;',
    'interface Portrait {}',
    'type Happenings = 1;',
    'lookers.add(one);',
    'jobs.poke();',
    'takeUp(work);',
    'interface Standing {}',
    'interface Surroundings {}',
    'const ledger = 1;',
    'interface Office {}',
    'const chance = 1;',
    'attend(request);',
    'keepNewest(rows);',
    'tieVisitor(tx);',
    'const longestWait = 1;',
    'const MOST_TAGS = 1;',
    'isSurelyValid(value);',
    '/** Whoever comes. */',
    '/** Tells of a change. */',
    '/** The work goes on. */',
    '/** How many jobs there are. */',
  ])('is found: %s', (line) => {
    const found = retired.filter((word) => offenders(word, 'packages/sdk/src/a.ts', line).length > 0);
    expect(found).toHaveLength(1);
  });

  test('names of the wire and of fault injection are left alone', () => {
    const allowed = ['person_id: text(),', 'server.faults.add({ status: 503 });', '--ledger NUMBER'];
    const found = allowed.flatMap((line) => retired.flatMap((word) => offenders(word, 'docs/a.md', line)));
    expect(found).toEqual([]);
  });
});
