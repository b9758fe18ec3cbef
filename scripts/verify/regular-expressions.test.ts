// @thorough: growth with the input
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { parseAst } from 'rollup/parseAst';
import { describe, expect, it } from 'vitest';
import { filesAt, read, withoutTests } from '../setup/repository.ts';
import { TIME_LIMIT } from '../setup/time-limit.ts';

/*
 * A pattern that takes more than linear time lets one long string block a server. No pattern for untrusted input may
 * be of that kind; the checker proves it from the pattern alone.
 */
const FOLDERS = ['sdk/src/contract', 'sdk/src/transport/input', 'mock-server/src', 'cli/src'];

// Checks in this process rather than in worker processes.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = createRequire(import.meta.url)('recheck') as typeof import('recheck');

interface Literal {
  readonly pattern: string;
  readonly flags: string;
}

/** The regular expressions in a syntax tree. */
function literalsIn(node: unknown): Literal[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { regex } = node as { regex?: Literal };
  return regex ? [regex] : Object.values(node).flatMap(literalsIn);
}

const files = withoutTests(filesAt(...FOLDERS.map((folder) => `packages/${folder}/**/*.ts`)));
const found = files.flatMap((file) => {
  const code = stripTypeScriptTypes(read(file));
  return literalsIn(parseAst(code)).map((literal) => ({ file, ...literal }));
});

/** Each pattern once, with the first file that has it. */
const literals = [
  ...new Map(found.toReversed().map((one) => [`/${one.pattern}/${one.flags}`, one])).values(),
].reverse();

/** Large enough for the checker to prove every pattern. Otherwise it tries inputs and measures their time. */
const limits = { timeout: TIME_LIMIT, maxRepeatCount: 1000, maxNFASize: 200_000 };

function verdictOn({ pattern, flags }: Literal): string {
  const { status, checker } = checkSync(pattern, flags, limits);
  return checker === 'automaton' ? status : `${status}, but not proven: simplify the pattern`;
}

describe('a regular expression', () => {
  it.each(literals)('is linear: /$pattern/$flags in $file', (literal) => {
    expect(verdictOn(literal)).toBe('safe');
  });

  it.each(['/+$', '^(a+)+$', '<[^>]*>', 'a.*b.*c'])('would be found if it were not: /%s/', (pattern) => {
    expect(verdictOn({ pattern, flags: 's' })).toBe('vulnerable');
  });

  it('is looked for where there are some', () => {
    expect(found.length).toBeGreaterThan(60);
  });
});
