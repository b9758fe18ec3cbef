import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../setup/ports.ts';
import { read, readJson, root } from '../setup/repository.ts';
import { TIME_LIMIT } from '../setup/time-limit.ts';
import { manifestOf, PackedProject } from '../verify/packed-project.ts';
import { withChromium } from './stand-ins.ts';

const examples = join(root, 'examples');
const names = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'package.json')));

const dependenciesOf = (name: string): Record<string, string> => {
  const manifest = readJson(`examples/${name}/package.json`);
  return { ...manifest.dependencies, ...manifest.devDependencies };
};

let project: PackedProject;

beforeAll(() => {
  project = new PackedProject();
  project.add(names.flatMap((name) => Object.keys(dependenciesOf(name))));
});
afterAll(() => project[Symbol.dispose]());

test('there is an example for each framework and test runner', () => {
  const expected =
    'express fastify jest next-route-handlers playwright python shop vite-react vitest win-back';
  expect(names.join(' ')).toBe(expected);
});

describe.each(names)('the example %s', (name) => {
  test('requires exactly the tested versions', () => {
    const dependencies = dependenciesOf(name);
    const installed = Object.keys(dependencies).map((dependency) => [
      dependency,
      manifestOf(join(project.installed, dependency)).version,
    ]);
    expect(dependencies).toEqual(Object.fromEntries(installed));
  });

  test('has a short README', () => {
    const lines = read(`examples/${name}/README.md`)
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('|'));
    expect(lines.length).toBeGreaterThan(7);
    expect(lines.length).toBeLessThan(15);
  });

  test('passes its own tests', async () => {
    const folder = join(project.folder, 'examples', name);
    cpSync(join(examples, name), folder, { recursive: true });
    const more = existsSync(join(folder, 'playwright.config.ts'))
      ? configureChromium(folder)
      : patience(name);
    const { status, output } = npmTest(folder, more, await freePort());
    expect(status, output).toBe(0);
    // A runner that finds no tests would pass too.
    const [, passed] = /(?:^[ℹ#] pass |Tests:? +|^ +|^Ran )(\d+)/m.exec(output) ?? [];
    expect(Number(passed), output).toBe(testsOf(folder));
  });
});

/** The number of tests in the files of an example. */
function testsOf(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((file) => /[._](?:test|spec)\.|^test_/.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return texts.join('').match(/^test\(|^ +def test_/gm)?.length ?? 0;
}

function npmTest(cwd: string, more: readonly string[], port: string) {
  // Examples run without the variables of this test.
  const { NODE_OPTIONS: _, NODE_ENV: __, VITEST: ___, ...environment } = process.env;
  const PATH = dirname(process.execPath) + delimiter + process.env.PATH;
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--silent', ...more], {
    cwd,
    encoding: 'utf8',
    env: { ...environment, PATH, PORT: port, NO_COLOR: '1' },
  });
  return { status, output: stdout + stderr };
}

/** The argument that raises the five-second limit of Jest and Vitest, which is too short for a busy machine. */
function patience(name: string): string[] {
  const { scripts } = readJson(`examples/${name}/package.json`);
  return /^(?:jest|vitest)\b/.test(scripts.test) ? ['--', `--testTimeout=${TIME_LIMIT}`] : [];
}

/** Adds a configuration with the browser of this machine. Returns the arguments that select it. */
function configureChromium(folder: string): string[] {
  writeFileSync(join(folder, 'chromium.config.ts'), withChromium('playwright.config.ts'));
  return ['--', '--config=chromium.config.ts'];
}
