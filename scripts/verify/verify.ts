// Runs all checks before a commit: `npm run verify [-- --all]`. Continues after a failed step. The last line
// of output is "N passed, N failed", where each test counts as one, and so does each step without tests.
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
import { type Count, countPlaywright, countVitest, readReport } from './count.ts';

interface Step {
  /** The name by which it is run alone. */
  name: string;
  title: string;
  /** The arguments of Node.js. */
  command: string[];
  /** How to read the number of tests, and from which file. A step without it counts as one. */
  report?: { file: string; count: (report: unknown) => Count };
  /** The steps whose files it needs. */
  after?: readonly Step[];
}

const isInCi = Boolean(process.env.CI);
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: isInCi } },
  allowPositionals: true,
  strict: false, // a single step takes further arguments
});
const reports = mkdtempSync(join(tmpdir(), 'trickle-verify-'));

function vitest(name: string, title: string, ...options: string[]): Step {
  const file = join(reports, `${title}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name,
    title,
    command: ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options],
    report: { file, count: countVitest },
  };
}

function playwright(name: string, title: string, ...options: string[]): Step {
  const cli = ['--conditions=trickle-source', 'node_modules/@playwright/test/cli.js', 'test'];
  return {
    name,
    title,
    command: [...cli, '--reporter=list,json', ...options],
    report: { file: join(reports, `${title}.json`), count: countPlaywright },
  };
}

function withOptions(step: Step, ...options: string[]): Step {
  return { ...step, command: [...step.command, ...options] };
}

const format: Step = {
  name: 'lint',
  title: 'Format and lint',
  command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
};
const types: Step = { name: 'types', title: 'Types', command: ['scripts/verify/typecheck.ts'] };
const unused: Step = {
  name: 'unused',
  title: 'Unused code',
  command: ['node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'],
};
const fuzzing: Step = {
  name: 'fuzz',
  title: 'Fuzzing',
  command: ['--conditions=trickle-source', '--expose-gc', '--no-warnings'].concat([
    'packages/mock-server/test/fuzz/fuzz.ts',
    `--seconds=${isInCi ? 40 : 10}`,
  ]),
};
const spelling: Step = {
  name: 'spelling',
  title: 'Spelling',
  command: ['node_modules/cspell/bin.mjs', 'lint', '--no-progress'],
};
const site: Step = {
  name: 'site',
  title: 'Documentation site',
  command: ['--conditions=trickle-source', '--no-warnings', 'scripts/docs/site.ts'],
};
const build: Step = { name: 'build', title: 'Build', command: ['scripts/build/build.ts'] };
const packages: Step = {
  name: 'packages',
  title: 'Packages',
  command: ['scripts/verify/check-packages.ts'],
  after: [build],
};

/** Uses the network rather than a core. */
const otherRuntimes: Step = {
  name: 'engines',
  title: 'Other runtimes',
  command: ['scripts/setup/setup.mjs', '--runtimes'],
};
const runtimes: Step = {
  ...vitest('runtimes', 'Runtimes', '--config=packages/sdk/test/runtimes/vitest.config.ts'),
  after: [build, otherRuntimes],
};
const tests: Step = { ...vitest('tests', 'Tests'), after: [build] };
const onPostgres = vitest(
  'postgres',
  'PostgreSQL',
  '--config=packages/mock-server/test/postgres/vitest.config.ts',
);
const docs: Step = {
  ...playwright('docs', 'Pages of the documentation', '--config=scripts/docs/playwright.config.ts'),
  after: [site],
};
const inspector = playwright('inspector', 'Inspector', '--config=packages/inspector/playwright.config.ts');
const browsers = playwright(
  'browsers',
  'Browser tests',
  '--config=packages/browser-script/playwright.config.ts',
);

const usualTests = withOptions(tests, '--project=!thorough');
const inChromium = withOptions(browsers, '--project=chromium');
const requestsOnly = withOptions(fuzzing, '--no-waits');

/** How many steps run at a time: each leaves a core idle now and then, while it waits for a browser, a server or a disk. */
const AT_ONCE = 3;

/** In the order in which they begin: what others need, what fails soonest, then what takes longest. */
const usual: readonly Step[] = [
  ...[build, format, types, unused],
  ...[usualTests, inspector, inChromium, requestsOnly, packages],
];
const everything: readonly Step[] = [
  ...[otherRuntimes, build, format, types, unused],
  ...[browsers, tests, runtimes, ...(isTested(POSTGRES) ? [onPostgres] : [])],
  ...[inspector, fuzzing, site, spelling, packages, docs],
];

/** The steps that the command names, with its further arguments; undefined if it names none. */
function namedSteps(): readonly Step[] | undefined {
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
  return others.length > 0 ? [withOptions(only, ...others)] : named;
}

const named = namedSteps();
const steps = named ?? (values.all ? everything : usual);
const environment = {
  ...process.env,
  ...((named || values.all) && { TRICKLE_THOROUGH: '1' }),
  // Commands that tests start run what ships, in a third of the time.
  ...(steps.includes(build) && { TRICKLE_BUILT: '1' }),
  // Node.js strips the types itself, in a fifth of the time that Playwright takes.
  PW_DISABLE_TS_ESM: '1',
};

let counted = 0;

/** The processor time of the processes that have ended since the last call, if the system tells. */
function endedCpu(): string {
  if (!existsSync('/proc/self/stat')) return '';
  // The times of children that have ended, and of theirs, in hundredths of a second.
  const [user = '', system = ''] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/.*\) /, '')
    .split(' ')
    .slice(13, 15);
  const before = counted;
  counted = (Number(user) + Number(system)) / 100;
  return `, ${(counted - before).toFixed(0)} s of processor time`;
}

/** Runs a step. Prints its output at once, or if others run beside it, when it has ended. */
async function runStep(step: Step, isAlone: boolean): Promise<Count> {
  const { title, command, report } = step;
  const heading = `\n── ${title}`;
  console.log(isAlone ? heading : `${title}: started`);
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...(report && { PLAYWRIGHT_JSON_OUTPUT_FILE: report.file }) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const cpu = once(child, 'exit').then(endedCpu);
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = `${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s${await cpu}`;
  console.log(isAlone ? verdict : `${heading}\n${output}${verdict}`);
  return countOf(step, status);
}

function countOf({ title, report }: Step, status: number | null): Count {
  if (!report) return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [title] };
  const { passed, failures } = report.count(readReport(report.file));
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
// Last, because a long log is often cut at its beginning.
for (const name of failures) console.log(`\nFailed: ${name}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
