import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { WORKERS } from '../../../../scripts/setup/workers.ts';
import shared from '../../../../vitest.config.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests that do not run on PostgreSQL, and why. */
const LEFT_OUT = [
  // Thousands of requests, one after another.
  'by default, one address can sign up 6,000 times',
  'page script messages are eventually forgotten',
  'a page that posts a hundred commands every second is never rejected',
  'export, start and export again',
  // On a busy machine, one of two requests sent at once can be done before the server looks at the other.
  'concurrent updates of a subscriber, ',
  // Only on SQLite, each statement of long work can end a slice: here the work may be done before the others are sent.
  'other accounts are answered in the middle',
  // The reading of a request by each endpoint, before the database is asked. The goldens of `wire.test.ts` run here.
  ...['a token is accepted with ', 'a trailing slash, an empty query ', 'another method gets 405'],
  ...['the body is read as JSON ', 'unknown members are ignored', 'a body may be as long as the limit'],
  ...['broken, incomplete or missing JSON ', 'JSON other than an object ', 'JSON that is nested too deeply '],
  ...['an unknown path below the endpoint ', 'authentication comes before validation'],
  ...[
    'missing, wrong and malformed credentials ',
    'is rejected with exactly its issues',
    'is rejected with parsing_error',
  ],
  'a body of .* is ignored',
];

/** Files that do not run on PostgreSQL, and why. */
const FILES_LEFT_OUT = [
  '**/*browser*', // the database behind a browser makes no difference
  'test/{cli*,crash,mail-crash,operations-process,shared-file,webhook-torture}.test.ts', // processes with a file of SQLite
  'test/full-disk.test.ts', // fills a database of SQLite
  'test/one-turn.test.ts', // counts the transactions of SQLite
  'test/{older-client*,readme,msw,conformance,hover}.test.ts', // clients of a server, or none
  // Requests and settings that are read, refused or resolved before the database is asked.
  'test/{dot-segments,form-bodies,odd-clients,odd-members,options,proxied,seed-folder,seed-schema}.test.ts',
  'test/{admin-access,inspector,localhost,playwright-report,server-log}.test.ts', // addresses, files, pages and logs
  'test/openapi.test.ts', // `wire.test.ts` compares the same responses, member by member
  'test/{linear*,money,unspecified}.test.ts', // start no server
  'test/admin-keys.test.ts', // decided before the database is asked; `admin-key-rules.test.ts` runs here
  // Thousands of steps, one after another; `difference.test.ts` compares the databases with fewer.
  'test/{mail-property,why-not-property,script-secrecy,year-of-an-account,model/*}.test.ts',
];

/** Runs the tests of the server again, on PostgreSQL instead of the database in memory. */
export default defineConfig({
  ...shared,
  test: {
    root: folder('../..'),
    // Properties draw fewer values than on SQLite, where they run at full length.
    env: { TRICKLE_ON_POSTGRES: '1', TRICKLE_THOROUGH: '' },
    globalSetup: [folder('./global-setup.config.ts')],
    include: ['test/*.test.ts', 'test/{model,postgres}/*.test.ts'],
    exclude: FILES_LEFT_OUT,
    testNamePattern: new RegExp(`^(?!.*(?:${LEFT_OUT.join('|')}))`),
    maxWorkers: WORKERS,
    isolate: false,
    experimental: { viteModuleRunner: false },
    execArgv: ['--conditions=trickle-source', `--import=${new URL('./open-postgres.ts', import.meta.url)}`],
    testTimeout: TIME_LIMIT,
    hookTimeout: TIME_LIMIT,
    expect: { poll: { timeout: TIME_LIMIT } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
