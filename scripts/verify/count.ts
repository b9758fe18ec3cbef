import { existsSync, readFileSync } from 'node:fs';

/** How many tests passed and failed. */
export interface Count {
  passed: number;
  failed: number;
}

/** The report of a test runner; undefined if it wrote none. */
export const readReport = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** Reads Vitest's JSON report. A file that failed to load has no tests and counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = (report ?? {}) as VitestReport;
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloadable.length };
}

interface VitestReport {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: { status: string; assertionResults: unknown[] }[];
}

/** Reads Playwright's JSON report. A test that passed only on retry is a failure. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors = [] } = (report ?? {}) as PlaywrightReport;
  if (stats === undefined) return { passed: 0, failed: errors.length };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

interface PlaywrightReport {
  stats?: { expected: number; unexpected: number; flaky: number };
  errors?: unknown[];
}
