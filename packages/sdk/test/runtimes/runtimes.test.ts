import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PackedProject } from '../../../../scripts/verify/packed-project.ts';
import { compilers } from './compilers.ts';
import { engines } from './engines.ts';
import { createProgram } from './program.ts';
import { startService } from './proxy.ts';
import { type Report, steps } from './scenario.ts';

/** The packed package with the scenario, for all engines. */
let project: PackedProject | undefined;

beforeAll(async () => {
  project = await createProgram();
});
afterAll(() => project?.[Symbol.dispose]());

describe.each(engines)('$name', ({ name, executable, calls, absence, shortcomings = {}, run }) => {
  let report: Report;

  // In CI an engine that could not be installed fails; elsewhere it is left out, and says why.
  const isLeftOut = absence !== undefined && !process.env.CI;
  if (isLeftOut) console.warn(`${name} is left out: ${absence}`);

  beforeAll(async () => {
    if (isLeftOut) return;
    if (absence !== undefined) throw new Error(absence);
    await using service = await startService();
    report = await run(project?.folder ?? '', service.addresses);
  });

  test.skipIf(isLeftOut)('is the expected runtime', () => {
    expect(report.engine).toContain(calls);
    expect(report.outcomes.map(({ step }) => step)).toEqual(Object.keys(steps));
  });

  if (name.startsWith('Node')) {
    test.skipIf(isLeftOut)('loads the package by require as well', () => {
      const code =
        "const { createClient } = require('@trickle/sdk'); process.stdout.write(typeof createClient)";
      const given = ['--no-warnings', '--input-type=commonjs', '-e', code];
      const { stdout } = spawnSync(executable, given, { cwd: project?.folder, encoding: 'utf8' });
      expect(stdout).toBe('function');
    });
  }

  for (const step of Object.keys(steps)) {
    const shortcoming = shortcomings[step];
    test.skipIf(isLeftOut)(step, { fails: shortcoming !== undefined }, () => {
      expect(report.outcomes.find((outcome) => outcome.step === step)).toEqual({ step });
    });
  }
});

test('the package and its guide claim only what is tested here', () => {
  const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  const [oldest = '', pinned = '', newest = ''] = engines.map(({ name }) => name.replace('Node ', ''));
  const major = (version: string) => version.replace(/\..*/, '');
  const minor = (version: string) => version.replace(/\.\d+$/, '');
  expect(JSON.parse(read('packages/sdk/package.json')).engines).toEqual({ node: `>=${minor(oldest)}` });
  const nodes = `Node ${minor(oldest)}, ${major(pinned)} and ${major(newest)}`;
  const types = compilers.map(({ name }) => minor(name.replace('TypeScript ', '')));
  const readme = read('packages/sdk/README.md');
  expect(readme).toContain(`[${nodes}, Deno, Bun, workerd and Chromium]`);
  const claim = `TypeScript ${types[0]}, ${types[1]} and ${types[2]}`;
  expect(readme).toContain(claim);
  const guide = read('packages/sdk/docs/guides/runtimes.md');
  for (const { name } of engines.slice(3)) expect(guide).toContain(name.split(' ')[0]);
  for (const { name } of engines.slice(3, 5)) expect(guide).toMatch(`| ${minor(name.split(' ')[1] ?? '')} `);
  expect(guide).toContain(`| ${nodes.replace('Node ', '').replace(' and', ',')} |`);
  expect(guide).toContain(claim);
});
