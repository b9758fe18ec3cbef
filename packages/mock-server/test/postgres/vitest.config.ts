import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE as NODE_COMPILE_CACHE } from '../../../../scripts/setup/compile-cache.ts';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { WORKERS } from '../../../../scripts/setup/workers.ts';
import shared from '../../../../vitest.config.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests that do not run on PostgreSQL, and why. Each statement of theirs is run by another test here. */
const LEFT_OUT = [
  // Thousands of requests, one after another.
  '50 batches of 1000 records are accepted',
  'by default, one address can sign up 6,000 times',
  'page script messages are eventually forgotten',
  'a page that posts a hundred commands every second is never rejected',
  'export, start and export again',
  // Large volumes. Other tests run the same statements with fewer records.
  'an activated campaign sends once to all waiting subscribers',
  'a hundred tests can use their own accounts',
  'ten accounts can be rehearsed at a time',
  'an account with many rows is not copied, and says so',
  'a rare event behind many others is found',
  ...['a page script message is applied once for as long as', 'periodic pruning keeps the history'],
  'pages add no tags to an account that has 10,000',
  'checkpoints of an account are bounded by their size too',
  'a broadcast reaches each of many subscribers once',
  'are there for more subscribers than a query can name',
  'subscribers are listed in pages of 100 by default',
  ...['removing .* does not make room', 'a tag that the same request applies and removes needs no room'],
  ...['a batch of (?!subscribers\\.).* has 1 to 1000 records', 'the largest batch of (?!events\\.)'],
  'data from pages does not displace data from the API',
  'a search does not compare each tag of a filter',
  ...['a subscriber with 1,000 tags can exchange', 'a subscriber has at most 1,000 custom fields'],
  ...[
    'a page gets the same answer whether its custom fields fit',
    'a subscriber keeps the newest hundred visitors',
  ],
  ...['event actions are listed in pages', 'purchases are listed page by page'],
  ...[
    'stores the subscriber once for each state',
    'creates waiting deliveries for the webhooks that were there',
  ],
  ...['first attempts are in order for each subscriber', 'occasional failures with long pauses'],
  // On a busy machine, one of two requests sent at once can be done before the server looks at the other.
  'concurrent updates of a subscriber, ',
  // The reading of a request by each endpoint, before the database is asked. The goldens of `wire.test.ts` run here.
  ...['a token is accepted with ', 'a trailing slash, an empty query ', 'another method gets 405'],
  ...['the body is read as JSON ', 'unknown members are ignored', 'a body may be as long as the limit'],
  ...['broken, incomplete or missing JSON ', 'JSON other than an object ', 'JSON that is nested too deeply '],
  ...['an unknown path below the endpoint ', 'authentication comes before validation'],
  ...['missing, wrong and malformed credentials ', 'a path with any '],
  ...['is rejected with exactly its issues', 'is rejected with parsing_error', 'a body of .* is ignored'],
  ...['a free number at ', 'text that is not UTF-8 is refused', 'a Host header ', 'ids in URLs'],
  ...['the moment .* is read in its own zone', 'rejects an invalid cursor, limit or order'],
  ...['a request with too many ', 'long input is shortened in responses', 'arbitrary bytes get documented'],
  ...['the command .* is rejected with a reason', 'a page visit of .* changes nothing'],
  ...['a request with(?:out)? .* shows an error without a redirect', 'the error .* is redirected for '],
  'an exchange gets ',
  ...['the admin API refuses more than ', 'a state with .* is rejected before anything is replaced'],
  ...['a seed is refused: ', 'neither a seed nor '],
  // Headers, pages and scripts. The limits themselves are in other tests of `limits.test.ts`.
  'the rate limit headers are on the response of ',
  ...[
    'the consent page needs no script',
    'the inspector opens for a key',
    'a pinned version matches its hash',
  ],
  ...[
    'other origins can read ',
    'responses reveal nothing about subscribers',
    'the SDK can parse deliveries',
  ],
  // Buffers and receivers in the network.
  ...['the stream continues where reading paused', 'a receiver that hangs does not block another one'],
];

/** Files that do not run on PostgreSQL, and why. */
const FILES_LEFT_OUT = [
  '**/*browser*', // the database behind a browser makes no difference
  'test/{cli*,crash,mail-crash,operations-process,shared-file,webhook-torture}.test.ts', // processes with a file of SQLite
  'test/{persistence,shared-file-clocks,surviving-traces}.test.ts', // files of SQLite; `postgres/` has its own such tests
  'test/{full-disk,mail-outbox}.test.ts', // fill a database of SQLite
  'test/one-turn.test.ts', // counts the transactions of SQLite
  'test/long-writes.test.ts', // slices of long work, which SQLite alone has
  'test/{older-client*,readme,msw,conformance,hover}.test.ts', // clients of a server, or none
  // Requests and settings that are read, refused or resolved before the database is asked.
  'test/{dot-segments,form-bodies,odd-clients,odd-members,options,proxied,seed-folder,seed-schema}.test.ts',
  'test/{admin-access,inspector,localhost,playwright-report,server-log}.test.ts', // addresses, files, pages and logs
  'test/{below-a-path,pages,redirects,server}.test.ts', // addresses, pages and connections
  // Emails, calls and dynamic content, which do not depend on the database. `mail-*.test.ts`, `wire.test.ts` and
  // `content.test.ts` run the same statements.
  'test/{mail-rendering,sdk-calls,content-answers}.test.ts',
  'test/openapi.test.ts', // `wire.test.ts` compares the same responses, member by member
  'test/{file-kinds,linear*,money,time-zones,unspecified}.test.ts', // send no request
  'test/admin-keys.test.ts', // decided before the database is asked; `admin-key-rules.test.ts` runs here
  // Thousands of steps, one after another; `difference.test.ts` compares the databases with fewer.
  'test/{mail-property,why-not-property,script-secrecy,model/*}.test.ts',
];

/** Runs the tests of the server again, on PostgreSQL instead of the database in memory. */
export default defineConfig({
  ...shared,
  test: {
    root: folder('../..'),
    // Properties draw fewer values than on SQLite, where they run at full length.
    env: { NODE_COMPILE_CACHE, TRICKLE_ON_POSTGRES: '1', TRICKLE_THOROUGH: '' },
    globalSetup: [folder('./global-setup.config.ts')],
    include: ['test/*.test.ts', 'test/{model,postgres}/*.test.ts'],
    exclude: FILES_LEFT_OUT,
    testNamePattern: new RegExp(`^(?!.*(?:${LEFT_OUT.join('|')}))`),
    maxWorkers: WORKERS,
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--conditions=trickle-source', `--import=${new URL('./open-postgres.ts', import.meta.url)}`],
    testTimeout: TIME_LIMIT,
    hookTimeout: TIME_LIMIT,
    expect: { poll: { timeout: TIME_LIMIT } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
