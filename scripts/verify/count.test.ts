import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count.ts';

describe('counting tests', () => {
  test('counts what Vitest reports, and a file that could not be loaded as one failure', () => {
    const testResults = [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ];
    expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
      passed: 2,
      failed: 2,
    });
  });

  test('counts what Playwright reports, with flaky tests and errors outside tests as failures', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}] };
    expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3 });
  });

  test('counts nothing when there is no report', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failed: 0 });
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failed: 0 });
  });
});
