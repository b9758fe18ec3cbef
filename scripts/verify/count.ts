import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The number of tests that passed, and the failures. */
export interface Count {
  readonly passed: number;
  /** Each failed test with the beginning of its error, or a file that could not be loaded. */
  readonly failures: readonly string[];
}

/** The report of a test runner; undefined if it wrote none. */
export const readReport = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** Reads Vitest's JSON report. A file that failed to load has no tests and counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests = 0, testResults = [] } = (report ?? {}) as VitestReport;
  const failures = testResults.flatMap(({ name, status, assertionResults: tests }) => {
    if (status === 'failed' && tests.length === 0) return [`${name} could not be loaded`];
    return tests
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => withError(`${name}: ${fullName}`, failureMessages));
  });
  return { passed: numPassedTests, failures };
}

/** Adds the first lines of a test's errors, because the end of a long log may be all that is kept. */
function withError(name: string, messages: readonly string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return [name, ...lines.filter((line) => line.trim()).slice(0, 12)].join('\n    ');
}

interface VitestReport {
  numPassedTests?: number;
  testResults?: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Reads Playwright's JSON report. A test that passed only on retry is a failure. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors = [], suites = [] } = (report ?? {}) as PlaywrightReport;
  const outside = errors.map(({ message = 'an error outside of tests' }) => message.split('\n', 1)[0] ?? '');
  return { passed: stats?.expected ?? 0, failures: [...failuresIn(suites), ...outside] };
}

const failuresIn = (suites: readonly PlaywrightSuite[]): string[] =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) =>
          withError(
            `[${projectName}] ${file}: ${title}`,
            results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
          ),
        ),
    ),
    ...failuresIn(inner),
  ]);

interface PlaywrightReport {
  stats?: { expected: number };
  errors?: { message?: string }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  results: { errors: { message?: string }[] }[];
}

interface PlaywrightSuite {
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}
