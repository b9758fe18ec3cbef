import { contract, type Endpoint } from '@trickle/sdk/contract';
import { NotFoundError } from '../domain/lookup/errors.ts';
import { defer } from '../platform/timers.ts';
import type { Warning } from '../reading/findings.ts';
import type { RequestEntry } from '../request-log/log.ts';
import type { Transaction } from '../store/store.ts';
import { dropLock, takeLock } from '../store/subscriber-locks.ts';
import type { World } from '../world/world.ts';
import type { Address } from './address.ts';
import { authenticate, type Credentials } from './authentication.ts';
import { authorize } from './authorization.ts';
import { parseJson, readText } from './body.ts';
import { errorResponse, inexact, noResource, rateLimited, tooConcurrent } from './errors.ts';
import type { Call } from './handler.ts';
import { readInput, readQuery } from './input.ts';
import { type LimitSettings, spend } from './limits.ts';
import { queryWithCampaign } from './misplaced-campaign.ts';
import { type Reply, render } from './output.ts';
import { lockKeyOf } from './subscriber-lock.ts';
import { WARNINGS_HEADER, warningsLine } from './warnings-header.ts';

/** What answering a request needs to know of the server. */
export interface ServeSettings {
  readonly world: World;
  /** The longest body, in bytes. */
  readonly bodyLimit: number;
  /** Undefined when nothing is limited. */
  readonly limits: LimitSettings | undefined;
  /** The server's own address, where it is not the one that the request was sent to. */
  readonly publicUrl?: string | undefined;
  /** Whether a request with a warning is refused. */
  readonly strict: boolean;
  /** Told of faults of the server itself. */
  readonly report: (error: unknown) => void;
}

/** One request to one endpoint. */
export interface Exchange {
  readonly endpoint: Endpoint;
  /** As in `subscribers.upsert`. */
  readonly operation: string;
  readonly handler: (call: Call) => Promise<Reply>;
  readonly request: Request;
  readonly address: Address;
  /** The path's placeholders, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What is kept of the request. */
  readonly entry: RequestEntry;
  /** What its path was read otherwise than it was written. */
  readonly warnings: readonly Warning[];
}

/** Answers a request: who asks, may they, is there budget left, is it valid; then the endpoint's handler. */
export async function serve(shared: ServeSettings, exchange: Exchange): Promise<Response> {
  const settings = forAccount(shared, exchange.parameters.account_id);
  const { entry } = exchange;
  entry.operation = exchange.operation;
  const { headers, ...admission } = await admit(settings, exchange).catch((error) =>
    recordProblem(entry, error),
  );
  entry.accountId = exchange.parameters.account_id ?? '';
  try {
    if (admission.refusal) throw admission.refusal;
    return await answer(settings, exchange, admission.user, headers);
  } catch (error) {
    entry.problem = messageOf(error);
    const response = errorResponse(
      error instanceof NotFoundError ? noResource(error.message) : error,
      settings.report,
    );
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }
}

/** Notes why a request is refused. */
function recordProblem(entry: RequestEntry, error: unknown): never {
  entry.problem = messageOf(error);
  throw error;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The settings by the clock of the account that is asked for. */
function forAccount(settings: ServeSettings, accountId = ''): ServeSettings {
  const world = settings.world.of(accountId);
  return world === settings.world ? settings : { ...settings, world };
}

/** Knows the caller and spends one request of their budget; refuses with 401 and 403. */
async function admit({ world, limits }: ServeSettings, { endpoint, request, parameters }: Exchange) {
  const { account_id: accountId = '' } = parameters;
  return world.store.write(async (tx) => {
    const user = await authenticate(tx, request.headers.get('authorization'), accountId);
    if (accountId !== '') authorize(user, accountId, endpoint);
    const none: Record<string, string> = {};
    if (!limits || !endpoint.limit) return { user, headers: none };
    const spender = { tx, accountId, token: user.token, now: world.clock.now() };
    const { isGranted: isAllowed, headers, retryAfter } = await spend(spender, endpoint.limit, limits);
    if (isAllowed) return { user, headers };
    const limit = `${limits[endpoint.limit]} requests an hour`;
    return { user, headers, refusal: rateLimited(limit, limits.retryAfter ? retryAfter : undefined) };
  });
}

async function answer(
  settings: ServeSettings,
  exchange: Exchange,
  user: Credentials,
  headers: Record<string, string>,
): Promise<Response> {
  const { world } = settings;
  const { endpoint, handler, address, parameters } = exchange;
  const { query, input } = await readRequest(settings, exchange, headers);
  const baseUrl = settings.publicUrl ?? address.origin;
  const { account_id: accountId = '' } = parameters;
  const contextIn = (tx: Transaction) => ({ world, tx, accountId, source: 'api' }) as const;
  const handle = (tx: Transaction) =>
    handler({ context: contextIn(tx), user, baseUrl, parameters, query, input });
  if (endpoint.method === 'GET') return render(endpoint, await world.store.read(handle), baseUrl, headers);

  const lock = await lockSubscriber(settings, exchange, user, input, headers);
  try {
    const reply = await world.store.write(async (tx) => {
      await spendRecords(settings, tx, accountId, user, input);
      const reply = await handle(tx);
      if (lock !== undefined) await dropLock(tx, accountId, lock);
      return reply;
    });
    return render(endpoint, reply, baseUrl, headers);
  } catch (error) {
    if (lock !== undefined) await world.store.write((tx) => dropLock(tx, accountId, lock));
    throw error;
  }
}

/** More values in a body are refused: on every level, members of objects and lists. */
// Unspecified: U-148
const MOST_VALUES = { individual: 50_000, batch: 500_000 } as const;

/** Query and body as they were meant; tells of what was read otherwise than it was written, even when it refuses. */
// Unspecified: U-02
async function readRequest(
  { bodyLimit, strict }: ServeSettings,
  { endpoint, request, address, entry, warnings: ofPath }: Exchange,
  headers: Record<string, string>,
): Promise<{ readonly query: unknown; readonly input: unknown }> {
  const warnings = [...ofPath];
  const isRemoval = endpoint === contract.subscribers.remove;
  try {
    if (endpoint.body || isRemoval) entry.body = await readText(request, bodyLimit);
    const sent = isRemoval ? queryWithCampaign(address.query, entry.body, warnings) : address.query;
    const query = readQuery(endpoint, sent, warnings);
    const most = MOST_VALUES[endpoint.limit ?? 'individual'];
    const input = endpoint.body && readInput(endpoint, parseJson(entry.body, most), warnings);
    if (strict && warnings.length > 0) throw inexact(warnings);
    return { query, input };
  } finally {
    if (warnings.length > 0) {
      entry.warnings = warnings.slice(0, MOST_WARNINGS).map(({ text }) => text);
      headers[WARNINGS_HEADER] = warningsLine(entry.warnings);
    }
  }
}

/** More is not noted of one request. */
const MOST_WARNINGS = 20;

/** Takes the turn of the person whom a request updates; refuses when another request has it. */
// Unspecified: U-11
async function lockSubscriber(
  { world, limits }: ServeSettings,
  { endpoint, parameters }: Exchange,
  { token }: Credentials,
  input: unknown,
  headers: Record<string, string>,
): Promise<string | undefined> {
  if (!limits?.concurrency) return undefined;
  const { account_id: accountId = '' } = parameters;
  const lock = await world.store.write(async (tx) => {
    const key = await lockKeyOf({ world, tx, accountId, source: 'api' }, endpoint, parameters, input);
    if (key === undefined || (await takeLock(tx, accountId, key, world.instance))) return { key };
    const back = await spend({ tx, accountId, token, now: world.clock.now() }, 'individual', limits, -1);
    return { refused: back.headers };
  });
  if (!lock.refused) {
    // Requests that have come meanwhile find the turn taken, as they do where an update takes its time.
    if (lock.key !== undefined) await new Promise<void>(defer);
    return lock.key;
  }
  Object.assign(headers, lock.refused);
  throw tooConcurrent();
}

/** Spends the records of a batch; a batch that is over the hour's budget is refused whole. */
async function spendRecords(
  { world, limits }: ServeSettings,
  tx: Transaction,
  accountId: string,
  { token }: Credentials,
  input: unknown,
): Promise<void> {
  if (!limits || !Array.isArray(input)) return;
  const spender = { tx, accountId, token, now: world.clock.now() };
  const { isGranted: isAllowed, retryAfter } = await spend(spender, 'records', limits, input.length);
  if (isAllowed) return;
  throw rateLimited(`${limits.records} records an hour`, limits.retryAfter ? retryAfter : undefined);
}
