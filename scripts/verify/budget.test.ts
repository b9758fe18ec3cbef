import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excessOf, readBudgets } from './budget.ts';
import { everything, usual } from './steps.ts';

/** Runs a program as a step. Returns its processor time in seconds. */
function processorTimeOf(program: string): number {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trickle-measured-'));
  const file = join(folder.path, 'cpu');
  execFileSync(process.execPath, [join(import.meta.dirname, 'measured.ts'), file, '-e', program]);
  return Number(readFileSync(file, 'utf8'));
}

/** Calculates rather than asks for the time, which would be work of the system. */
const work = 'while (process.cpuUsage().user < 200_000) for (let i = 0; i < 1e6; i++);';

describe('the budget of a step', () => {
  test('fails a step that takes more than a fifth beyond it, and passes every other', () => {
    const positive = fc.double({ min: 0.1, max: 1000, noNaN: true });
    fc.assert(
      fc.property(positive, fc.double({ min: 0, max: 3, noNaN: true }), (budget, share) => {
        const excess = excessOf('Tests', { seconds: budget * share, slowness: [1] }, budget);
        expect(excess === undefined).toBe(budget * share <= budget * 1.2);
      }),
    );
  });

  test('is longer by as much as the machine was slower meanwhile, be it old or busy', () => {
    for (const slowness of [[3], [2, 4], [1, 1, 7]]) {
      expect(excessOf('Tests', { seconds: 300, slowness }, 100)).toBeUndefined();
      expect(excessOf('Tests', { seconds: 361, slowness }, 100)).toMatch(
        /^Tests took 120 s of processor time \(on this machine, now, 361 s\), and its budget is 100 s: /,
      );
    }
    expect(excessOf('Tests', { seconds: 61, slowness: [0.5] }, 100)).toContain('took 122 s');
  });

  test('is there for every step, and for no other', () => {
    const titles = (steps: typeof usual) => steps.map(({ title }) => title).sort();
    const budgets = readBudgets();
    expect(Object.keys(budgets.usual).sort()).toEqual(titles(usual));
    expect(Object.keys(budgets.all)).toEqual(expect.arrayContaining(titles(everything)));
    expect(excessOf('New', { seconds: 1, slowness: [1] }, budgets.all.New)).toContain('has no budget');
  });
});

describe.runIf(process.platform === 'linux')('the processor time of a step', () => {
  test('is that of its process and of those that it starts, and not the time that it waits', () => {
    expect(processorTimeOf(work)).toBeGreaterThanOrEqual(0.2);
    const starting = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(work)}])`;
    expect(processorTimeOf(starting)).toBeGreaterThanOrEqual(0.2);
  });
});
