/** Keeps retired words out of sources and docs. The glossary of ARCHITECTURE.md has the words to use. */
import { describe, expect, test } from 'vitest';
import { filesAt, read } from '../setup/repository.ts';

interface RetiredWord {
  /** Tested against each line, with camelCase split into words: `namedPeople` reads `named People`. */
  word: RegExp;
  instead: string;
  /** A line that only this pattern finds, which proves that it finds something. */
  example: string;
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
    example: 'const namedPeople = [];',
    exceptLine: /person_id|proves:/,
    exceptFile: /docs\/conformance/, // rows quote the interface
  },
  {
    word: /\bfaults?\b/i,
    instead: 'issue (a validation issue); error (of the server itself)',
    example: '/** Reports the faults. */',
    exceptLine:
      /inject|(?:server|trickle)\.faults|x-trickle-fault|--faults|_admin\/faults|reference\/faults|fault rules|services\.faults|fault\?\.|faults\.test|exportState|snapshot|A fault defines|ServerError|checkpoint/i,
    exceptFile: faultFiles,
  },
  {
    word: /\b(?:graft(?:ed|s|ing)?|plant(?:ed|s|ing)?)\b/i,
    instead: 'apply a seed; extend an account',
    example: 'plantSeed(seed);',
    exceptLine: /accounts\.plant/, // the id of an operation of the admin API
  },
  { word: /\bpassed[ -]over\b/i, instead: 'skippedAccounts; skipped', example: 'server.passedOver;' },
  { word: /\bportraits?\b/i, instead: 'snapshot', example: 'interface Portrait {}' },
  {
    word: /\b(?:happenings?|deeds?)\b/i,
    instead: 'domain event; advance result; goal event',
    example: 'type Happenings = 1;',
  },
  { word: /\blookers?\b/i, instead: 'listener', example: 'lookers.add(one);' },
  { word: /\bpok(?:e|es|ed|ing)\b/i, instead: 'wake; notify', example: 'jobs.poke();' },
  { word: /\b(?:take Up|go On)\b/, instead: 'resume; runSteps', example: 'takeUp(work);' },
  {
    word: /(?<!there )\b(?:is|are) no (?!(?:longer|more|one|other|guarantee|consent|body|such|need)\b)\w/i,
    instead: 'is not a; are not',
    example: "test('a value that is no number', run);",
    exceptFile: /docs\/(?:unspecified|conformance)|CHANGELOG/,
  },
  { word: /\bthat (?:is|are) none\b/, instead: 'an invalid …', example: "['a host that is none'];" },
  // These meant two or three things each.
  { word: /\bstandings?\b/i, instead: 'AccountFeatures; SeriesProgress', example: 'interface Standing {}' },
  {
    word: /\bsurroundings\b/i,
    instead: 'RequestContext; RenderContext; ProcessIo',
    example: 'interface Surroundings {}',
  },
  {
    word: /\bledgers?\b/i,
    instead: 'request log; retention; delivery log',
    example: 'const ledger = 1;',
    exceptLine: /--ledger|options\.ledger|ledger: \{/, // flags stay
  },
  {
    word: /\boffice\b/i,
    instead: 'EmailContext', // emails are not letters
    example: 'interface Office {}',
    exceptLine: /post office|['"`].*office/i, // values of seeds and examples
  },
  { word: /\bchance\b/i, instead: 'random; probability', example: 'const chance = 1;' },
  {
    word: /\b(?:attend|disturb)(?:s|ed|ing)?\b/i,
    instead: 'record a request; inject a fault',
    example: 'attend(request);',
  },
  { word: /\b(?:keep Newest|trimming)\b/i, instead: 'prune; retention', example: 'keepNewest(rows);' },
  {
    word: /\b(?:tie Visitor|unite)(?:s|d)?\b/i,
    instead: 'linkVisitor; resolveVisitor',
    example: 'tieVisitor(tx);',
    exceptLine: /United States/,
  },
  {
    word: /\b(?:longest Wait|(?:MOST|LONGEST|DEEPEST)_\w+)\b/,
    instead: 'maxWait; MAX_',
    example: 'const MOST_TAGS = 1;',
  },
  { word: /\b(?:is Surely Valid|is Sure)\b/, instead: 'fastAccepts', example: 'isSurelyValid(value);' },
  {
    word: /\b(?:Response Fault Error|Input Fault|on Fault)\b/,
    instead: 'ResponseValidationError; InputIssue; onError',
    example: 'new InputFault(injected);',
  },
  {
    word: /\b(?:engines?|faces?)\b/i,
    instead: 'runtime; control',
    example: 'startEngine();',
    exceptLine:
      /liquid|javascript|browser|font|surface|template|compile|search engine|EmailContext|engine\//i,
    files: /^packages\/mock-server\/src\//,
  },
  {
    word: /\bwhoever\b/i,
    instead: 'the noun: the subscriber, the caller, a client that',
    example: '/** Whoever comes. */',
  },
  {
    word: /\b(?:tells?|told|telling) of\b/i,
    instead: 'reports; describes; says',
    example: '/** Tells of a change. */',
  },
  {
    word: /\b(?:Outside|Inside) (?:Runs?|Handler)\b/, // outside of what?
    instead: 'NetworkJob, NetworkHandler; DatabaseJobs, DatabaseHandler',
    example: 'interface OutsideRun {}',
  },
  {
    word: /\b(?:goes on|lets go of|(?:is|are) meant)\b/i,
    instead: 'continues; releases; matches',
    example: '/** The work goes on. */',
  },
  {
    // A comment begins with a noun or a verb, and not with a clause.
    word: /(?:\/\*\*|^\s*\*|\/\/) (?:What|How (?:many|much|far|long|often)|Where|Whose?) /,
    instead: 'The number of …; The most …; The place of …',
    example: '/** How many jobs there are. */',
  },
];

const files = filesAt(
  'packages/*/src/**/*.ts',
  'packages/mock-server/test/**/*.ts',
  '*.md',
  'docs/**/*.md',
  'bench/*.md',
  'packages/*/*.md',
  'packages/*/docs/**/*.md',
  'examples/*/*.ts',
);
const texts = new Map(files.map((file) => [file, read(file)]));

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

  test.each(retired)('$word is found in: $example', (retiredWord) => {
    const file = `${retiredWord.files ? 'packages/mock-server' : 'packages/sdk'}/src/a.ts`;
    const { example } = retiredWord;
    expect(retired.filter((one) => offenders(one, file, example).length > 0)).toEqual([retiredWord]);
  });

  test('names of the wire and of fault injection are left alone', () => {
    const allowed = ['person_id: text(),', 'server.faults.add({ status: 503 });', '--ledger NUMBER'];
    const found = allowed.flatMap((line) => retired.flatMap((word) => offenders(word, 'docs/a.md', line)));
    expect(found).toEqual([]);
  });
});
