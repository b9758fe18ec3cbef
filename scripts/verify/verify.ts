// Runs all checks before a commit: `npm run verify`. Continues after a failed step. The last line
// of output is "N passed, N failed", where each test counts as one, and so does each step without tests.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, countPlaywright, countVitest, readReport } from './count.ts';

interface Step {
  title: string;
  /** The arguments of Node.js. */
  command: string[];
  /** Reads the number of tests from the report. A step without it counts as one. */
  count?: (report: unknown) => Count;
}

const reports = mkdtempSync(join(tmpdir(), 'trickle-verify-'));
const reportFile = join(reports, 'report.json');

const steps: Step[] = [
  {
    title: 'Format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  },
  { title: 'Types', command: ['scripts/verify/typecheck.ts'] },
  { title: 'Unused code', command: ['node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'] },
  {
    title: 'Tests',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'].concat(
      `--outputFile.json=${reportFile}`,
    ),
    count: countVitest,
  },
  {
    title: 'Fuzzing',
    command: ['--conditions=trickle-source', '--expose-gc', '--no-warnings'].concat([
      'packages/mock-server/test/fuzz/fuzz.ts',
      `--seconds=${process.env.CI ? 120 : 15}`,
    ]),
  },
  { title: 'Build', command: ['scripts/build/build.ts'] },
  { title: 'Packages', command: ['scripts/verify/check-packages.ts'] },
  {
    title: 'Runtimes',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'].concat([
      '--config=packages/sdk/test/runtimes/vitest.config.ts',
      `--outputFile.json=${reportFile}`,
    ]),
    count: countVitest,
  },
  {
    title: 'Inspector',
    command: ['--conditions=trickle-source', 'node_modules/@playwright/test/cli.js', 'test'].concat([
      '--config=packages/inspector/playwright.config.ts',
      '--reporter=list,json',
    ]),
    count: countPlaywright,
  },
  {
    title: 'Browser tests',
    command: ['--conditions=trickle-source', 'node_modules/@playwright/test/cli.js', 'test'].concat([
      '--config=packages/browser-script/playwright.config.ts',
      '--reporter=list,json',
    ]),
    count: countPlaywright,
  },
];

function runStep({ title, command, count }: Step): Count {
  console.log(`\n── ${title}`);
  rmSync(reportFile, { force: true });
  const started = performance.now();
  const { status } = spawnSync(process.execPath, command, {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (count === undefined)
    return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [title] };
  const { passed, failures } = count(readReport(reportFile));
  // A run that crashed or ran nothing proves nothing and counts as a failure.
  const isBroken = failures.length === 0 && (status !== 0 || passed === 0);
  return { passed, failures: isBroken ? [`${title} ended with exit code ${status}`] : failures };
}

process.chdir(join(import.meta.dirname, '../..'));
let passed = 0;
const failures: string[] = [];
for (const step of steps) {
  const count = runStep(step);
  passed += count.passed;
  failures.push(...count.failures);
}
rmSync(reports, { recursive: true });
process.exitCode = failures.length === 0 ? 0 : 1;
// Last, because a long log is often cut at its beginning.
for (const name of failures) console.log(`\nFailed: ${name}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
