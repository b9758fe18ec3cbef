/**
 * Tries each of the fourteen hostile scenarios of the page script twenty times in each browser, and writes what came
 * of it into `packages/browser-script/docs/hostile.md`: `node scripts/verify/hostile.ts [trials]`. Takes a while.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What is read of Playwright's report. */
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

/** By what they are called in the configuration of Playwright. */
const NAMES: Readonly<Record<string, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkitgtk: 'WebKitGTK',
  wpe: 'WPE',
};

const trials = Number(process.argv[2] ?? 20);
const root = join(import.meta.dirname, '../..');
const report = runTrials();

/** How often each scenario went well, by browser. */
const passed = new Map<string, Map<string, number>>();
/** Versions by browser. */
const browsers = new Map<string, string>();
/** How often a browser did not restore a page, as it may, but loaded it again. */
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
  // Most of a trial is waiting.
  spawnSync(process.execPath, [...command, ...tests, ...options, '--workers=4'], {
    cwd: root,
    stdio: 'inherit',
    // As in CI, no browser is left out.
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

Each scenario was tried ${trials} times in each browser, on the built and minified script against the reference server. A
trial went well when every event was at the server exactly once, every callback of a page that was still there was called
exactly once, and nothing was thrown into the page. \`test/browser/hostile-scenarios.ts\` has the scenarios, which are the
same for all browsers; \`npm run hostile\` tries them and writes this.

${table}

## How it is done

Playwright drives Chromium and Firefox. WebKitGTK, Safari's engine as it is, and WPE, which is that engine as it was some
years ago, are driven by WebDriver. Nothing is skipped in any of them; this is how what a page cannot do itself comes about:

- **A crash** kills the processes of all open tabs, which have no say in it; Chromium has a command for that, elsewhere it
  is \`SIGKILL\`. The browser goes on, with its storage, and opens new tabs.
- **Offline** is the browser's own switch in Chromium and Firefox. In WebKit the script host cannot be connected to, and
  \`navigator.onLine\` goes on saying that all is well.
- **A blocked script** is one whose connection is closed without an answer.
- **Restored from the back/forward cache** were the pages in ${trials * browsers.size - loadedAgain} of ${trials * browsers.size} trials; in the other ${loadedAgain} the
  browser loaded the page again, as it may: such a page tells of its first event again.

## What may be posted twice, and is applied once

- Firefox posts again, by itself and at once, whatever it sent on a connection that had been used before and was closed
  without an answer. That is so for every page; no script hears of it.
- The last word of a tab that is closed (\`sendBeacon\`) is also kept, since nobody can tell whether it arrives. It may
  arrive after the tab has gone, and what was kept is sent by the next page. Where tabs crash, there is no last word, and
  no message is posted by two tabs: that is checked in every browser.`;
}
