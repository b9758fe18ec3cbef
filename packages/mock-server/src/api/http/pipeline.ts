import { contract, type Endpoint, SUBSCRIBER_UPDATES } from '@trickle/sdk/contract';
import { openContext } from '../../domain/context/context.ts';
import type { World } from '../../domain/context/world.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Report } from '../../observe/log/log-entry.ts';
import type { RequestEntry } from '../../observe/request-log/log.ts';
import type { Warning } from '../../shared/coercion/findings.ts';
import { defer } from '../../shared/platform/timers.ts';
import type { Store, Transaction } from '../../store/engine/store.ts';
import { type Access, accessAlone, accessInSteps } from './access.ts';
import type { Address } from './address.ts';
import { authenticate, type Credentials } from './authentication.ts';
import { authorize } from './authorization.ts';
import { parseJson, readText } from './body.ts';
import { errorResponse, inexact, noResource, rateLimited, tooConcurrent } from './errors.ts';
import type { Call } from './handler.ts';
import { readInput, readQuery } from './input.ts';
import { type LimitSettings, type Spender, spend } from './limits.ts';
import { queryWithCampaign } from './misplaced-campaign.ts';
import { type Reply, render } from './output.ts';
import type { Peer } from './peer.ts';
import { recordAs } from './recordable-response.ts';
import { releaseLock } from './release-lock.ts';
import {
  type LocksInMemory,
  lock,
  type SubscriberNames,
  subscriberNamesOf,
  unlock,
} from './subscriber-lock.ts';
import { WARNINGS_HEADER, warningsLine } from './warnings-header.ts';

/** Server settings for handling requests. */
export interface ServeSettings {
  readonly world: World;
  readonly locks: LocksInMemory;
  /** Waits until this server knows what other servers have changed. */
  readonly sync?: (() => Promise<void> | undefined) | undefined;
  /** Maximum body in bytes. */
  readonly bodyLimit: number;
  /** Undefined: no limits. */
  readonly limits: LimitSettings | undefined;
  /** The server's public URL, if it differs from the request's. */
  readonly publicUrl?: string | undefined;
  /** Whether requests with warnings are rejected. */
  readonly strict: boolean;
  /** Called with internal errors. */
  readonly report: Report;
}

/** A request to an endpoint. */
export interface Exchange {
  readonly endpoint: Endpoint;
  /** For example `subscribers.upsert`. */
  readonly operation: string;
  readonly handler: (call: Call) => Promise<Reply>;
  readonly request: Request;
  readonly address: Address;
  /** Undefined without a connection. */
  readonly peer?: Peer | undefined;
  /** The decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The entry in the request log. */
  readonly entry: RequestEntry;
  /** Warnings about the path. */
  readonly warnings: readonly Warning[];
}

/** An exchange with its access to the database and to the body. */
interface Attempt extends Exchange {
  readonly access: Access;
  readonly readBody: () => Promise<string>;
}

/** Handles a request: authentication, authorization, rate limits, validation, then the endpoint's handler. */
export async function serve(shared: ServeSettings, exchange: Exchange): Promise<Response> {
  const settings = forAccount(shared, exchange.parameters.account_id);
  const { entry, parameters, request } = exchange;
  entry.operation = exchange.operation;
  if (settings !== shared) entry.accountAt = settings.world.clock.now();
  const { store } = settings.world;
  const readLate = () => readText(request, settings.bodyLimit);
  const { hasArrived, readBody } = store.alone
    ? await receive(exchange, readLate)
    : { hasArrived: false, readBody: readLate };
  if (store.alone && hasArrived) return serveAlone(settings, exchange, store.alone, readBody);
  return attempt(settings, { ...exchange, access: accessInSteps(store, parameters.account_id), readBody });
}

const hasBody = (endpoint: Endpoint) =>
  endpoint.body !== undefined || endpoint === contract.subscribers.remove;

/** Whether the body has arrived, or there is none, and how to read it. */
interface Reception {
  readonly hasArrived: boolean;
  readonly readBody: () => Promise<string>;
}

/** Reads the body if it arrives within a turn of the event loop. */
async function receive({ endpoint, peer }: Exchange, readBody: () => Promise<string>): Promise<Reception> {
  if (!hasBody(endpoint)) return { hasArrived: true, readBody };
  const isConnected = peer?.isComplete !== undefined;
  const turn = new Promise<void>(defer); // the packets that have arrived may hold the body
  if (isConnected) {
    await turn;
    if (!peer.isComplete) return { hasArrived: false, readBody };
  }
  const body = readBody();
  const arrival = body.then(
    () => true,
    () => true, // thrown when the request is admitted
  );
  const hasArrived = await (isConnected ? arrival : Promise.race([arrival, turn.then(() => false)]));
  return { hasArrived, readBody: () => body };
}

/** Serves a request whose body has arrived while no other request uses the database. */
async function serveAlone(
  settings: ServeSettings,
  exchange: Exchange,
  alone: NonNullable<Store['alone']>,
  readBody: () => Promise<string>,
): Promise<Response> {
  const locked: string[] = [];
  try {
    return await alone((tx) => attempt(settings, { ...exchange, access: accessAlone(tx, locked), readBody }));
  } finally {
    if (locked.length > 0) {
      // Let requests that arrived meanwhile see the lock, as with a slow update.
      await new Promise<void>(defer);
      const { account_id: accountId = '' } = exchange.parameters;
      settings.locks.drop(accountId, locked);
    }
  }
}

async function attempt(settings: ServeSettings, exchange: Attempt): Promise<Response> {
  const { entry } = exchange;
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
      entry,
    );
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return recordAs(response, response);
  }
}

/** Records why a request is rejected. */
function recordProblem(entry: RequestEntry, error: unknown): never {
  entry.problem = messageOf(error);
  throw error;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The settings with the world, and so the clock, of an account. */
function forAccount(settings: ServeSettings, accountId = ''): ServeSettings {
  const world = settings.world.of(accountId);
  return world === settings.world ? settings : { ...settings, world };
}

/** Authenticates and authorizes the caller and spends one request. Throws 401, 403 or 429. */
async function admit({ world, limits }: ServeSettings, { endpoint, request, parameters, access }: Attempt) {
  const { account_id: accountId = '' } = parameters;
  const admitIn = async (tx: Transaction) => {
    const user = await authenticate(tx, request.headers.get('authorization'), accountId);
    if (accountId !== '') authorize(user, accountId, endpoint);
    const none: Record<string, string> = {};
    if (!limits || !endpoint.limit) return { user, headers: none };
    const spender = { tx, accountId, token: user.token, now: world.clock.now() };
    const { isGranted, headers, retryAfter } = await spend(spender, endpoint.limit, limits);
    if (isGranted) return { user, headers };
    const limit = `${limits[endpoint.limit]} requests an hour`;
    return {
      user,
      headers,
      refusal: rateLimited(limit, limits.retryAfter ? retryAfter : undefined, endpoint.limit),
    };
  };
  const isLimited = limits !== undefined && endpoint.limit !== undefined;
  return isLimited ? access.admit(admitIn) : access.read(admitIn);
}

async function answer(
  settings: ServeSettings,
  exchange: Attempt,
  user: Credentials,
  headers: Record<string, string>,
): Promise<Response> {
  const { world } = settings;
  const { endpoint, handler, address, parameters, access } = exchange;
  const { query, input } = await readRequest(settings, exchange, headers);
  const baseUrl = settings.publicUrl ?? address.origin;
  const { account_id: accountId = '' } = parameters;
  const cause = { type: 'request', id: exchange.entry.id } as const;
  const contextIn = (tx: Transaction) => openContext({ world, tx, accountId, cause }, 'api');
  const handle = (tx: Transaction) =>
    handler({ context: contextIn(tx), user, baseUrl, parameters, query, input });
  if (endpoint.method === 'GET') return render(endpoint, await access.read(handle), baseUrl, headers);

  const locked = await lockSubscriber(settings, exchange, { token: user.token, input, headers });
  try {
    const reply = await access.change(async (tx) => {
      await spendRecords(settings, { tx, accountId, token: user.token }, input);
      const output = await handle(tx);
      if (locked) await unlock(world, tx, accountId, locked[0]);
      return output;
    });
    return render(endpoint, reply, baseUrl, headers);
  } catch (error) {
    if (locked) await releaseLock(() => access.change((tx) => unlock(world, tx, accountId, locked[0])));
    throw error;
  } finally {
    if (locked) settings.locks.drop(accountId, locked);
  }
}

/** Maximum number of values in a body: members of objects and lists on all levels. */
// Unspecified: U-148
const MAX_VALUES = { individual: 50_000, batch: 500_000 } as const;

/** Reads query and body. Records warnings, even if it throws. */
// Unspecified: U-02
async function readRequest(
  { strict }: ServeSettings,
  { endpoint, address, entry, warnings: pathWarnings, readBody }: Attempt,
  headers: Record<string, string>,
): Promise<{ readonly query: unknown; readonly input: unknown }> {
  const warnings = [...pathWarnings];
  const isRemoval = endpoint === contract.subscribers.remove;
  try {
    if (hasBody(endpoint)) entry.body = await readBody();
    const sent = isRemoval ? queryWithCampaign(address.query, entry.body, warnings) : address.query;
    const query = readQuery(endpoint, sent, warnings);
    const maxValues = MAX_VALUES[endpoint.limit ?? 'individual'];
    const input = endpoint.body && (await readInput(endpoint, parseJson(entry.body, maxValues), warnings));
    if (strict && warnings.length > 0) throw inexact(warnings);
    return { query, input };
  } finally {
    if (warnings.length > 0) {
      entry.warnings = warnings.slice(0, MAX_WARNINGS).map(({ text }) => text);
      headers[WARNINGS_HEADER] = warningsLine(entry.warnings);
    }
  }
}

/** Maximum number of warnings per request. */
const MAX_WARNINGS = 20;

interface LockRequest {
  readonly token: string;
  readonly input: unknown;
  /** Receives the rate limit headers of a rejected request. */
  readonly headers: Record<string, string>;
}

/**
 * Locks the subscriber that a request updates. Throws 429 if another request holds the lock. Returns the names of the
 * subscriber to unlock with the change.
 */
// Unspecified: U-11
async function lockSubscriber(
  settings: ServeSettings,
  { endpoint, parameters, access }: Attempt,
  { token, input, headers }: LockRequest,
): Promise<SubscriberNames | undefined> {
  const { world, locks, limits } = settings;
  if (!limits?.concurrency || !SUBSCRIBER_UPDATES.has(endpoint)) return undefined;
  const { account_id: accountId = '' } = parameters;
  const names = await access.read((tx) => subscriberNamesOf({ tx, accountId }, parameters, input));
  if (!names) return undefined;
  const isFree = locks.take(accountId, names);
  const giveUp = () => isFree && locks.drop(accountId, names);
  const deniedHeaders = await access
    .admit(async (tx) => {
      if (isFree && (await lock(world, tx, accountId, names[0]))) return undefined;
      const spender = { tx, accountId, token, now: world.clock.now() };
      return (await spend(spender, 'individual', limits, -1)).headers;
    })
    .catch((error) => {
      giveUp();
      throw error;
    });
  if (deniedHeaders) {
    giveUp();
    Object.assign(headers, deniedHeaders);
    throw tooConcurrent();
  }
  if (access.locked) {
    access.locked.push(...names);
    return undefined;
  }
  // Let requests that arrived meanwhile see the lock, as with a slow update.
  await settings.sync?.(); // they ask the database the same before
  await new Promise<void>(defer);
  return names;
}

/** Spends the records of a batch. Throws 429 if the batch exceeds the limit. */
async function spendRecords(
  { world, limits }: ServeSettings,
  owner: Omit<Spender, 'now'>,
  input: unknown,
): Promise<void> {
  if (!limits || !Array.isArray(input)) return;
  const spender = { ...owner, now: world.clock.now() };
  const { isGranted, retryAfter } = await spend(spender, 'records', limits, input.length);
  if (isGranted) return;
  throw rateLimited(
    `${limits.records} records an hour`,
    limits.retryAfter ? retryAfter : undefined,
    'records',
  );
}
