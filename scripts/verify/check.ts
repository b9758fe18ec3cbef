// Checks a change in less than a minute: `npm run check [-- <commit>]`. It looks at the format and the types, and runs
// the tests that the change since the commit affects (default: what is not committed), but for the thorough ones. A change of
// pages is tried in a browser.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

process.chdir(join(import.meta.dirname, '../..'));

const [base = 'HEAD'] = process.argv.slice(2);
const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n');
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];

/** The arguments with which Playwright tries the pages of a folder. */
const PAGES = { inspector: ['shell'], 'browser-script': ['--project=chromium', 'queue'] };
const tried = Object.entries(PAGES).filter(([name]) =>
  changed.some((file) => file.startsWith(`packages/${name}/`) && !file.endsWith('.md')),
);
const playwright = ['--conditions=trickle-source', 'node_modules/@playwright/test/cli.js', 'test'];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=!thorough*', '--passWithNoTests'];

const steps = [
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['scripts/verify/typecheck.ts'],
  [...vitest, '--reporter=dot', `--changed=${base}`],
  ...tried.map(([name, args]) => [
    ...[...playwright, '--reporter=dot', `--config=packages/${name}/playwright.config.ts`, ...args],
  ]),
];

await Promise.all(
  steps.map(async (step) => {
    const env = { ...process.env, PW_DISABLE_TS_ESM: '1' };
    const child = spawn(process.execPath, step, { stdio: ['ignore', 'pipe', 'pipe'], env });
    const [[status], ...printed] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ]);
    if (status === 0) return;
    process.exitCode = 1;
    console.log(printed.join(''));
  }),
);
console.log(process.exitCode === 1 ? 'The change needs work.' : `Checked ${steps.length} ways: all is well.`);
