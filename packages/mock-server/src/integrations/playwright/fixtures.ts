import { test as base, type TestInfo } from '@playwright/test';
import type { ExpectOptions } from '../../admin/operations/requests.ts';
import type { Server } from '../../admin/server-control.ts';
import type { RequestFilter } from '../../observe/request-log/find.ts';
import type { RecordedRequest } from '../../observe/request-log/recorded-request.ts';
import type { ServerOptions } from '../../options.ts';
import { createServer } from '../../server.ts';
import { type RouteOptions, routeToServer, SANDBOX_ORIGINS } from './route-to-server.ts';

/** Milliseconds that `expectRequest` waits by default, as long as Playwright's own `expect`. */
const PATIENCE = 5000;

/** The option `trickleOptions`: the options of each test's server, and the origins that it answers for. */
export interface TrickleOptions extends Omit<ServerOptions, 'publicUrl'>, Pick<RouteOptions, 'origins'> {}

/** The server of a test. */
export interface Trickle extends Server {
  /**
   * Returns the matching requests, or throws an `UnmetExpectation` that describes what was received. Waits for five
   * seconds, because pages send requests by themselves; `within` changes that. With `times: 0`, does not wait.
   */
  expectRequest(filter: RequestFilter, options?: ExpectOptions): Promise<RecordedRequest[]>;
  /** Answers the requests of another page or browser context, as in `browser.newContext()`. */
  route(pages: Parameters<typeof routeToServer>[0]): Promise<void>;
}

/** The fixtures that `test` adds. */
export interface TrickleFixtures {
  /** The test's own server, which answers the pages of the test. No other test sees its data. */
  readonly trickle: Trickle;
  /** Options of the server, for `use` in the configuration, or for `test.use` in a file. */
  readonly trickleOptions: TrickleOptions;
}

/** Playwright's `test`, with a server for each test that answers the page script and the API. */
export const test = base.extend<TrickleFixtures>({
  trickleOptions: [{}, { option: true }],
  trickle: async ({ trickleOptions }, use, testInfo) => {
    const { origins = SANDBOX_ORIGINS, ...options } = trickleOptions;
    const [publicUrl] = origins;
    const server = await createServer({ ...options, publicUrl });
    await use(trickleOf(server, origins));
    await attachRequests(server, testInfo);
    await server.close();
  },
  // The server comes first, so that it closes after the pages.
  context: async ({ trickle, context }, use) => {
    await trickle.route(context);
    await use(context);
  },
});

const trickleOf = (server: Server, origins: readonly string[]): Trickle =>
  Object.assign(server, {
    expectRequest: withPatience(server.expectRequest),
    route: (pages: Parameters<typeof routeToServer>[0]) => routeToServer(pages, { server, origins }),
  });

const withPatience =
  (expectRequest: Server['expectRequest']): Trickle['expectRequest'] =>
  (filter, options = {}) =>
    expectRequest(filter, { within: PATIENCE, ...options });

/** Adds what the server received to the report of a failed test. */
export async function attachRequests(
  server: Pick<Server, 'requests'>,
  testInfo: Pick<TestInfo, 'status' | 'expectedStatus' | 'attach'>,
): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const lines = (await server.requests.find()).map(describe);
  const body = lines.join('\n') || 'No request was received.';
  await testInfo.attach('trickle requests', { body, contentType: 'text/plain' });
}

function describe({ method, path, query, status, problem, warnings }: RecordedRequest): string {
  const search = new URLSearchParams(query).toString();
  const line = `${method} ${path}${search && `?${search}`} ${status ?? 'no response'}`;
  const notes = problem === undefined ? warnings : [problem, ...warnings];
  return [line, ...notes.map((note) => `  ${note}`)].join('\n');
}
