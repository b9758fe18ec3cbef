// Runs all checks before a commit: `npm run verify [-- --all]`. Continues after a failed step. The last line
// of output is "N passed, N failed", where each test counts as one, and so does each step without tests. A step also fails
// if it takes a fifth more processor time than its budget; `TRICKLE_RECORD_BUDGETS=1` writes what the
// steps took as their budgets.
// `npm run verify -- types lint` runs only the named steps, and `npm run verify -- tests path/to/file.test.ts` one step
// with further arguments.
// In CI, and with --all, it also runs what takes long and seldom fails alone: the server's tests on PostgreSQL, the packed
// packages on other runtimes, the browser tests in engines other than Chromium, the documentation site, and the tests whose
// first line says `// @thorough: `.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FISH, isTested, POSTGRES, ZSH } from '../setup/requirements.mjs';
import { slownessNow } from '../setup/slowness.ts';
import { averageOf, type Budgets, excessOf, readBudgets, recordBudget, type Spent } from './budget.ts';
import { type Count, readReport } from './count.ts';
import { build, everything, isInCi, onPostgres, type Step, usual, withOptions } from './steps.ts';

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: isInCi } },
  allowPositionals: true,
  strict: false, // a single step takes further arguments
});
const reports = mkdtempSync(join(tmpdir(), 'trickle-verify-'));

/**
 * The number of steps that run at a time: each leaves a core idle now and then, while it waits for a browser, a server or a
 * disk.
 */
const AT_ONCE = 4;

/** The steps that the command names; undefined if it names none. With further arguments for one, it is not the whole step. */
function namedSteps(): { readonly steps: readonly Step[]; readonly areWhole: boolean } | undefined {
  const all = [...new Set([...everything, onPostgres])];
  const named = all.filter(({ name }) => positionals.includes(name));
  const others = process.argv
    .slice(2)
    .filter((word) => word !== '--all' && !named.some(({ name }) => name === word));
  if (named.length === 0 && others.length === 0) return undefined;
  const [only] = named;
  if (only === undefined || (named.length > 1 && others.length > 0)) {
    const names = all.map(({ name }) => name).join(', ');
    console.error(`Name one step and its arguments, or several steps. There are: ${names}.`);
    process.exit(1);
  }
  const areWhole = others.length === 0;
  return { steps: areWhole ? named : [withOptions(only, ...others)], areWhole };
}

const named = namedSteps();
const steps = named?.steps ?? (values.all ? everything : usual);
const mode = named || values.all ? 'all' : 'usual';
const budgets: Budgets = readBudgets()[mode];
const isRecording = process.env.TRICKLE_RECORD_BUDGETS === '1';
const environment = {
  ...process.env,
  ...(mode === 'all' && { TRICKLE_THOROUGH: '1' }),
  // Commands that tests start run what ships, in a third of the time.
  ...(steps.includes(build) && { TRICKLE_BUILT: '1' }),
  // Node.js strips the types itself, in a fifth of the time that Playwright takes.
  PW_DISABLE_TS_ESM: '1',
};

/** The slowness of the machine, measured while steps run. The first times in a process count for nothing: they compile. */
const slowness: number[] = [];
for (let i = 0; i < 3; i++) slownessNow();
const measure = (times = 1) => {
  for (let i = 0; i < times; i++) slowness.push(slownessNow());
};
setInterval(() => measure(), 15_000).unref();

/** Runs a step. Prints its output at once, or if others run beside it, when it has ended. */
async function runStep(step: Step, isAlone: boolean): Promise<Count> {
  const { title, command, reporting } = step;
  const heading = `\n── ${title}`;
  console.log(isAlone ? heading : `${title}: started`);
  const started = performance.now();
  const first = slowness.length;
  measure(3);
  const report = join(reports, `${title}.json`);
  const cpu = join(reports, `${title}.cpu`);
  const child = spawn(
    process.execPath,
    ['scripts/verify/measured.ts', cpu, ...command, ...(reporting?.(report) ?? [])],
    {
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  measure(3);
  const { passed, failures } = countOf(step, status, report);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const spent = existsSync(cpu) && {
    seconds: Number(readFileSync(cpu, 'utf8')),
    slowness: slowness.slice(first),
  };
  const excess = spent && hasBudget(step) ? overspent(title, spent, failures.length === 0) : undefined;
  const all = [...failures, ...(excess === undefined ? [] : [excess])];
  const verdict = `${title}: ${all.length === 0 ? 'passed' : 'FAILED'} in ${seconds} s`;
  const cost = spent ? `, ${spent.seconds.toFixed(0)} s of processor time` : '';
  console.log(isAlone ? verdict + cost : `${heading}\n${output}${verdict}${cost}`);
  return { passed, failures: all };
}

/** Says by how much a step exceeds its budget, or makes what it took its budget. */
function overspent(title: string, spent: Spent, isPassed: boolean): string | undefined {
  if (!isRecording) return excessOf(title, spent, budgets[title]);
  if (isPassed) recordBudget(mode, title, spent);
  return undefined;
}

/** Part of a step has no budget, nor has a step without the build that makes it faster. */
const hasBudget = ({ after = [] }: Step): boolean =>
  named?.areWhole !== false && after.every((one) => steps.includes(one));

function countOf({ title, count }: Step, status: number | null, report: string): Count {
  if (!count) return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [title] };
  const { passed, failures } = count(readReport(report));
  // A run that crashed or ran nothing proves nothing and counts as a failure.
  const isBroken = failures.length === 0 && (status !== 0 || passed === 0);
  return { passed, failures: isBroken ? [`${title} ended with exit code ${status}`] : failures };
}

if (!named) {
  for (const one of [...(values.all ? [POSTGRES] : []), ZSH, FISH].filter((one) => !isTested(one))) {
    console.log(`Left out: ${one.usedBy}, because ${one.packages.join(' ')} is not installed.`);
  }
  if (!values.all)
    console.log(
      'Left out: PostgreSQL, other runtimes and browsers, the documentation site, thorough tests. Run all: npm test -- --all',
    );
}

/** Runs steps side by side. One that needs another begins when that has ended, even if it failed. */
async function run(steps: readonly Step[], atOnce: number): Promise<Count[]> {
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const counts: Count[] = [];
  while (waiting.length > 0 || running.size > 0) {
    const isUndone = (one: Step) => waiting.includes(one) || running.has(one);
    const index = waiting.findIndex(({ after = [] }) => !after.some(isUndone));
    const step = running.size < atOnce ? waiting[index] : undefined;
    if (step) {
      waiting.splice(index, 1);
      const ended = runStep(step, atOnce === 1).then((count) => {
        counts.push(count);
        running.delete(step);
      });
      running.set(step, ended);
    } else await Promise.race(running.values());
  }
  return counts;
}

process.chdir(join(import.meta.dirname, '../..'));
const counts = await run(steps, steps.length === 1 ? 1 : AT_ONCE);
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failures = counts.flatMap((count) => count.failures);
rmSync(reports, { recursive: true });
process.exitCode = failures.length === 0 ? 0 : 1;
console.log(`\nThis machine took ${averageOf(slowness).toFixed(1)} times as long as the one of the budgets.`);
// Last, because a long log is often cut at its beginning.
for (const name of failures) console.log(`\nFailed: ${name}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
