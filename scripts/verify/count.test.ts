import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count.ts';

describe('counting tests', () => {
  test('names what Vitest reports as failed, with its error, and a file that could not be loaded', () => {
    const passed = { status: 'passed', fullName: 'it works', failureMessages: [] };
    const failureMessages = ['\u001b[31mAssertionError\u001b[39m: 1 is not 2\n\n  at b.test.ts:3'];
    const failed = { status: 'failed', fullName: 'it breaks', failureMessages };
    const testResults = [
      { name: 'a.test.ts', status: 'passed', assertionResults: [passed] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [passed, failed] },
      { name: 'c.test.ts', status: 'failed', assertionResults: [] },
    ];
    expect(countVitest({ numPassedTests: 2, testResults })).toEqual({
      passed: 2,
      failures: [
        'b.test.ts: it breaks\n    AssertionError: 1 is not 2\n      at b.test.ts:3',
        'c.test.ts could not be loaded',
      ],
    });
  });

  test('names what Playwright reports as failed, with flaky tests and errors outside of tests', () => {
    const spec = (title: string, status: string, ...messages: string[]) => {
      const results = [{ errors: messages.map((message) => ({ message })) }];
      return { title, file: 'a.spec.ts', tests: [{ projectName: 'firefox', status, results }] };
    };
    const inner = [spec('it breaks', 'unexpected', 'Error: no answer'), spec('it wavers', 'flaky')];
    const outer = [spec('it works', 'expected'), spec('it is left out', 'skipped')];
    const report = {
      stats: { expected: 1 },
      errors: [{ message: 'no browser\nat …' }],
      suites: [{ specs: outer, suites: [{ specs: inner }] }],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 1,
      failures: [
        '[firefox] a.spec.ts: it breaks\n    Error: no answer',
        '[firefox] a.spec.ts: it wavers',
        'no browser',
      ],
    });
  });

  test('counts nothing when there is no report', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failures: [] });
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failures: [] });
  });
});
