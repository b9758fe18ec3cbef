/**
 * Tries each of the fourteen hostile scenarios of the page script twenty times in each browser, and writes what came
 * of it into `packages/browser-script/docs/hostile.md`: `node scripts/hostile.ts [trials]`. Takes a while.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is read of Playwright's report. */
interface Report {
  readonly suites: readonly Suite[];
}
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly projectName: string; readonly status: string }[];
  }[];
}

const trials = Number(process.argv[2] ?? 20);
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'trickle-hostile-'));
const file = join(folder, 'report.json');
const command = [
  '--conditions=trickle-source',
  'node_modules/@playwright/test/cli.js',
  'test',
  'hostile.spec',
];
spawnSync(
  process.execPath,
  // Most of a trial is waiting.
  [
    ...command,
    '--config=packages/browser-script/playwright.config.ts',
    '--reporter=line,json',
    '--workers=4',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TRIALS: String(trials), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  },
);
const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
rmSync(folder, { recursive: true });

/** How often each scenario went well, by browser. */
const passed = new Map<string, Map<string, number>>();
const browsers = new Set<string>();
function count({ suites = [], specs = [] }: Suite): void {
  for (const { title, tests } of specs) {
    const [scenario = title] = title.split(': all arrives');
    const row = passed.get(scenario) ?? new Map<string, number>();
    passed.set(scenario, row);
    for (const { projectName, status } of tests) {
      browsers.add(projectName);
      row.set(projectName, (row.get(projectName) ?? 0) + (status === 'expected' ? 1 : 0));
    }
  }
  for (const suite of suites) count(suite);
}
for (const suite of report.suites) count(suite);

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = [
  line(['Scenario', ...browsers]),
  line(['---', ...[...browsers].map(() => '--:')]),
  ...[...passed].map(([scenario, row]) =>
    line([scenario, ...[...browsers].map((browser) => `${row.get(browser) ?? 0} of ${trials}`)]),
  ),
];
const target = join(root, 'packages/browser-script/docs/hostile.md');
mkdirSync(join(target, '..'), { recursive: true });
writeFileSync(
  target,
  `# What pages do to a page script

Each scenario was tried ${trials} times in each browser, on the built and minified script against the reference server. A trial
went well when every event was at the server exactly once, every callback was called exactly once, and nothing was
thrown into the page. \`test/browser/hostile.spec.ts\` has the scenarios; \`npm run hostile\` tries them and writes this.

${table.join('\n')}
`,
);
const isPerfect = [...passed.values()].every((row) =>
  [...browsers].every((browser) => row.get(browser) === trials),
);
process.exitCode = passed.size > 0 && isPerfect ? 0 : 1;
console.log(table.join('\n'));
