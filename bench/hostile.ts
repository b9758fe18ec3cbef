/**
 * Runs each of the page script's fourteen hostile scenarios twenty times in each browser, and writes the results
 * to `packages/browser-script/docs/hostile.md`: `npm run bench -- hostile [trials]`. This takes a while.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The relevant part of Playwright's report. */
interface Report {
  readonly suites: readonly Suite[];
}
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

/** Browsers by their names in Playwright's configuration. */
const NAMES: Readonly<Record<string, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkitgtk: 'WebKitGTK',
  wpe: 'WPE',
};

const trials = Number(process.argv[2] ?? 20);
const root = join(import.meta.dirname, '..');
const report = runTrials();

/** The number of passes of each scenario by browser. */
const passed = new Map<string, Map<string, number>>();
/** Versions by browser. */
const browsers = new Map<string, string>();
/** The number of times a browser reloaded a page rather than restoring it, which is allowed. */
let loadedAgain = 0;
for (const suite of report.suites) count(suite);

const table = tableOf();
const target = join(root, 'packages/browser-script/docs/hostile.md');
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${textOf(table)}\n`);
console.log(table);
const isPerfect = [...passed.values()].every((row) =>
  [...browsers.keys()].every((browser) => row.get(browser) === trials),
);
process.exitCode = passed.size > 0 && isPerfect ? 0 : 1;

function runTrials(): Report {
  const folder = mkdtempSync(join(tmpdir(), 'trickle-hostile-'));
  const file = join(folder, 'report.json');
  const command = ['--conditions=trickle-source', 'node_modules/@playwright/test/cli.js', 'test'];
  const tests = ['hostile.spec', 'hostile-webkit.spec'];
  const options = ['--config=packages/browser-script/playwright.config.ts', '--reporter=line,json'];
  // Trials mostly wait, so many run concurrently.
  spawnSync(process.execPath, [...command, ...tests, ...options, '--workers=4'], {
    cwd: root,
    stdio: 'inherit',
    // Like CI, requires all browsers.
    env: { ...process.env, CI: 'true', TRIALS: String(trials), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  return report;
}

function count({ suites = [], specs = [] }: Suite): void {
  for (const { title, tests } of specs) {
    const [scenario = title] = title.split(': all arrives');
    const row = passed.get(scenario) ?? new Map<string, number>();
    passed.set(scenario, row);
    for (const { projectName, status, annotations } of tests) {
      const version = annotations.find(({ type }) => type === 'version')?.description;
      browsers.set(projectName, version ?? browsers.get(projectName) ?? '');
      row.set(projectName, (row.get(projectName) ?? 0) + (status === 'expected' ? 1 : 0));
      if (annotations.some(({ type }) => type === 'loaded again')) loadedAgain++;
    }
  }
  for (const suite of suites) count(suite);
}

function tableOf(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line([
      'Scenario',
      ...[...browsers].map(([browser, version]) => `${NAMES[browser] ?? browser} ${version}`),
    ]),
    line(['---', ...[...browsers].map(() => '--:')]),
    ...[...passed].map(([scenario, row]) =>
      line([scenario, ...[...browsers.keys()].map((browser) => `${row.get(browser) ?? 0} of ${trials}`)]),
    ),
  ].join('\n');
}

function textOf(table: string): string {
  return `# What pages do to a page script

Each scenario ran ${trials} times in each browser, with the minified script and the reference server. A trial passed if the
server had every event exactly once, every callback of a page that still existed was called exactly once, and nothing was
thrown into the page. \`test/browser/hostile-scenarios.ts\` has the scenarios, the same for all browsers; \`npm run bench -- hostile\` runs
them and writes this page.

${table}

## How it is done

Playwright drives Chromium and Firefox. WebDriver drives WebKitGTK, which is Safari's engine, and WPE, an older version of that
engine. Nothing is skipped in any of them. Some conditions cannot be caused by a page:

- **A crash** kills the processes of all open tabs: by a command in Chromium, by \`SIGKILL\` in the others. The browser
  continues with its storage and opens new tabs.
- **Offline** is the browser's own mode in Chromium and Firefox. In WebKit, the script host accepts no connections, and
  \`navigator.onLine\` stays true.
- **A blocked script** means that the server closes its connection without an answer.
- **Restored from the back/forward cache** were the pages in ${trials * browsers.size - loadedAgain} of ${trials * browsers.size} trials. In the others (${loadedAgain}) the
  browser loaded the page again, as browsers may; such a page sends its first event again.

## Messages posted twice and applied once

- If a reused connection closes without an answer, Firefox repeats the request by itself. It does so on every page, and
  scripts do not notice.
- When a tab is closed, its messages are sent (\`sendBeacon\`) and also stored, since no script can find out whether they arrive.
  They may arrive after the tab has gone, and the next page sends the stored ones again. When a tab crashes, nothing is sent;
  the tests check in every browser that no two tabs post the same message.`;
}
