import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count.ts';

describe('counting tests', () => {
  test('names what Vitest reports as failed, and a file that could not be loaded', () => {
    const passed = { status: 'passed', fullName: 'it works' };
    const testResults = [
      { name: 'a.test.ts', status: 'passed', assertionResults: [passed] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [passed, { status: 'failed', fullName: 'it breaks' }],
      },
      { name: 'c.test.ts', status: 'failed', assertionResults: [] },
    ];
    expect(countVitest({ numPassedTests: 2, testResults })).toEqual({
      passed: 2,
      failures: ['b.test.ts: it breaks', 'c.test.ts could not be loaded'],
    });
  });

  test('names what Playwright reports as failed, with flaky tests and errors outside of tests', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ projectName: 'firefox', status }],
    });
    const report = {
      stats: { expected: 1 },
      errors: [{ message: 'no browser\nat …' }],
      suites: [
        {
          specs: [spec('it works', 'expected'), spec('it is left out', 'skipped')],
          suites: [{ specs: [spec('it breaks', 'unexpected'), spec('it wavers', 'flaky')] }],
        },
      ],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 1,
      failures: ['[firefox] a.spec.ts: it breaks', '[firefox] a.spec.ts: it wavers', 'no browser'],
    });
  });

  test('counts nothing when there is no report', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failures: [] });
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failures: [] });
  });
});
