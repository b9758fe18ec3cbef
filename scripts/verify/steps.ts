import { isTested, POSTGRES } from '../setup/requirements.mjs';
import type { Count } from './count.ts';
import { countPlaywright, countVitest } from './count.ts';

export interface Step {
  /** The name by which it is run alone. */
  readonly name: string;
  readonly title: string;
  /** The arguments of Node.js. */
  readonly command: readonly string[];
  /** The reader of the number of tests in a runner's report. A step without it counts as one. */
  readonly count?: (report: unknown) => Count;
  /** The arguments by which its runner writes a report into a file, if it takes that from arguments. */
  readonly reporting?: (file: string) => readonly string[];
  /** The steps whose files it needs. */
  readonly after?: readonly Step[];
}

export const isInCi = Boolean(process.env.CI);

function vitest(name: string, title: string, ...options: string[]): Step {
  return {
    name,
    title,
    command: ['node_modules/vitest/vitest.mjs', 'run', ...options],
    count: countVitest,
    reporting: (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  };
}

/** Playwright takes the file of its report from the environment. */
function playwright(name: string, title: string, ...options: string[]): Step {
  const cli = ['--conditions=trickle-source', 'node_modules/@playwright/test/cli.js', 'test'];
  return { name, title, command: [...cli, '--reporter=list,json', ...options], count: countPlaywright };
}

export function withOptions(step: Step, ...options: string[]): Step {
  return { ...step, command: [...step.command, ...options] };
}

const step = (name: string, title: string, ...command: readonly string[]): Step => ({ name, title, command });

/** The arguments of Node.js that run sources. */
const FROM_SOURCE = ['--conditions=trickle-source', '--no-warnings'];

const biome = 'node_modules/@biomejs/biome/bin/biome';
const format = step('lint', 'Format and lint', biome, 'check', '--error-on-warnings');
const types = step('types', 'Types', 'scripts/verify/typecheck.ts');
const knip = 'node_modules/knip/bin/knip.js';
const unused = step('unused', 'Unused code', knip, '--treat-config-hints-as-errors');
const fuzzing = step(
  'fuzz',
  'Fuzzing',
  ...[...FROM_SOURCE, '--expose-gc', 'packages/mock-server/test/fuzz/fuzz.ts'],
  `--seconds=${isInCi ? 20 : 10}`,
);
const spelling = step('spelling', 'Spelling', 'node_modules/cspell/bin.mjs', 'lint', '--no-progress');
const site = step('site', 'Documentation site', ...FROM_SOURCE, 'scripts/docs/site.ts');
export const build = step('build', 'Build', 'scripts/build/build.ts');
const packages: Step = {
  ...step('packages', 'Packages', 'scripts/verify/check-packages.ts'),
  after: [build],
};
/** Uses the network rather than a core. */
const otherRuntimes = step('engines', 'Other runtimes', 'scripts/setup/setup.mjs', '--runtimes');
const runtimes: Step = {
  ...vitest('runtimes', 'Runtimes', '--config=packages/sdk/test/runtimes/vitest.config.ts'),
  after: [build, otherRuntimes],
};
const tests: Step = { ...vitest('tests', 'Tests'), after: [build] };
export const onPostgres = vitest(
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

const usualTests = withOptions(tests, '--project=!thorough*');
const inChromium = withOptions(browsers, '--project=chromium');
const requestsOnly = withOptions(fuzzing, '--no-waits');

/** In the order in which they begin: what others need, what fails soonest, then what takes longest. */
export const usual: readonly Step[] = [
  ...[build, format, types, unused],
  ...[usualTests, inspector, inChromium, requestsOnly, packages],
];
export const everything: readonly Step[] = [
  ...[otherRuntimes, build, format, types, unused],
  ...[runtimes, tests, browsers, ...(isTested(POSTGRES) ? [onPostgres] : [])],
  ...[fuzzing, inspector, site, spelling, packages, docs],
];
