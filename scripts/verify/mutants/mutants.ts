/**
 * Draws files at random and a test of each, mutates one point of the sources that it executes, and lists the mutants that
 * survive: `npm run mutants -- --draws 200 --seed 7`. A mutant that the tests of the drawn file let pass meets all tests that
 * import the mutated file, until one fails. The sources change while it runs, and are restored: run it in a checkout of its
 * own.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { nearestTests } from './nearest-tests.ts';
import { type Mutation, mutationsIn } from './points.ts';

const { values } = parseArgs({
  options: {
    draws: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '20' },
  },
});
process.chdir(join(import.meta.dirname, '../../..'));
const folder = mkdtempSync(join(tmpdir(), 'trickle-mutants-'));
const executed = join(folder, 'executed.json');

const config = '--config=scripts/verify/mutants/vitest.config.ts';

interface Point extends Mutation {
  readonly file: string;
  readonly code: string;
}

function runTests(...args: readonly string[]): boolean {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', config, '--bail=1', '--reporter=dot', ...args],
    { stdio: 'ignore', env: { ...process.env, TRICKLE_EXECUTED: executed } },
  );
  return status === 0;
}

/** The innermost range of a function that contains a place says how often it was executed. */
function isExecuted(functions: readonly Profiler.FunctionCoverage[], at: number): boolean {
  const around = functions
    .filter(({ functionName, ranges }) => functionName !== '' || (ranges[0]?.startOffset ?? 0) > 0)
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const size = ({ startOffset, endOffset }: Profiler.CoverageRange) => endOffset - startOffset;
  return (around.toSorted((one, other) => size(one) - size(other))[0]?.count ?? 0) > 0;
}

/** The points of the sources that the last run executed. */
function executedPoints(): Point[] {
  if (!existsSync(executed)) return []; // no test has the name
  const coverage: Profiler.ScriptCoverage[] = JSON.parse(readFileSync(executed, 'utf8'));
  return coverage.flatMap(({ url, functions }) => {
    const file = relative(process.cwd(), fileURLToPath(url));
    if (/generated/.test(file)) return [];
    const code = readFileSync(file, 'utf8');
    const points = mutationsIn(file, code).filter(({ start }) => isExecuted(functions, start));
    return points.map((point) => ({ ...point, file, code }));
  });
}

function isKilled({ file, code, start, end, by }: Point, testFile: string): boolean {
  writeFileSync(file, code.slice(0, start) + by + code.slice(end));
  try {
    return !runTests(testFile) || !runTests(testFile, ...nearestTests(file, files, Number(values.files)));
  } finally {
    writeFileSync(file, code);
  }
}

function listed<Item>(...args: readonly string[]): Item[] {
  const list = execFileSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'list', '--json', config, ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, TRICKLE_EXECUTED: executed } },
  );
  return JSON.parse(list.slice(list.indexOf('[\n')));
}

interface Test {
  readonly name: string;
  readonly file: string;
}

const files = listed<{ file: string }>('--filesOnly').map(({ file }) => relative('.', file));
const seed = Number(values.seed);
const numbers = fc.sample(fc.tuple(fc.nat(files.length - 1), fc.nat(), fc.nat()), {
  numRuns: Number(values.draws),
  seed,
});
const drawn = numbers.map(([index, ...choices]) => ({ file: files[index] ?? '', choices }));
// Vitest imports the files, so that names have the values of their tables.
const tests = Map.groupBy(
  listed<Test>('--no-static-parse', ...new Set(drawn.map(({ file }) => file))),
  ({ file }) => relative('.', file),
);
const counts = { killed: 0, survived: 0, 'not run': 0 };
for (const { file: testFile, choices } of drawn) {
  const [test = 0, choice = 0] = choices;
  const names = tests.get(testFile) ?? [];
  const { name = '' } = names[test % Math.max(1, names.length)] ?? {};
  const pattern = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  rmSync(executed, { force: true });
  const points = name !== '' && runTests(testFile, '-t', `^${pattern}$`) ? executedPoints() : [];
  const point = points[choice % Math.max(1, points.length)];
  if (!point) {
    counts['not run'] += 1;
    console.log(`Not run: ${testFile}: ${name}`);
    continue;
  }
  if (isKilled(point, testFile)) counts.killed += 1;
  else {
    counts.survived += 1;
    const line = point.code.slice(0, point.start).split('\n').length;
    const was = point.code.slice(point.start, point.end);
    console.log(
      `${point.file}:${line}: \`${was}\` → \`${point.by}\` survives (drawn by ${testFile}: ${name})`,
    );
  }
  process.stderr.write(`${JSON.stringify(counts)}\n`);
}
rmSync(folder, { recursive: true });
console.log(counts);
