import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PackedProject } from '../../../../scripts/packed-project.ts';
import { engines } from './engines.ts';
import { createProgram } from './program.ts';
import { startService } from './proxy.ts';
import { type Report, steps } from './scenario.ts';

/** The packed package with the scenario, for all engines. */
let project: PackedProject;

beforeAll(async () => {
  project = await createProgram();
}, 60_000);
afterAll(() => project[Symbol.dispose]());

describe.each(engines)('$name', ({ name, calls, absence, shortcomings = {}, run }) => {
  let report: Report;

  // In CI an engine that could not be installed fails; elsewhere it is left out, and says why.
  const isLeftOut = absence !== undefined && !process.env.CI;
  if (isLeftOut) console.warn(`${name} is left out: ${absence}`);

  beforeAll(async () => {
    if (isLeftOut) return;
    if (absence !== undefined) throw new Error(absence);
    await using service = await startService();
    report = await run(project.folder, service.addresses);
  }, 90_000);

  test.skipIf(isLeftOut)('is what it is taken for', () => {
    expect(report.engine).toContain(calls);
    expect(report.outcomes.map(({ step }) => step)).toEqual(Object.keys(steps));
  });

  for (const step of Object.keys(steps)) {
    const shortcoming = shortcomings[step];
    test.skipIf(isLeftOut)(step, { fails: shortcoming !== undefined }, () => {
      expect(report.outcomes.find((outcome) => outcome.step === step)).toEqual({ step });
    });
  }
});
