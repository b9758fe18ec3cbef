import { type Endpoint, SUBSCRIBER_UPDATES } from '@trickle/sdk/contract';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { type Context, openContext } from '../../domain/context/context.ts';
import type { Services } from '../../domain/context/services.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { beginning } from '../../store/engine/place.ts';
import type { Store, Transaction } from '../../store/engine/store.ts';
import { findToken, TOKEN_TABLES, type TokenRow } from '../../store/tables/accounts.ts';
import { credentialsIn } from './credentials.ts';
import {
  errorResponse,
  noResource,
  refusalIn,
  slashAfterDeletion,
  tooConcurrent,
  unauthenticated,
  unauthorized,
} from './errors.ts';
import type { Api, ApiServer, OperationRequest } from './handler.ts';
import { findSubscriberNames, spend } from './limits.ts';
import { type ParsedRequest, parseRequest } from './read-request.ts';
import type { RequestContext } from './record-request.ts';
import { type Reply, render, respond, WARNINGS_HEADER, warningsLine } from './reply.ts';
import { mayBeRemainder, operationAt, type RoutedPath } from './router.ts';

interface Credentials extends TokenRow {
  readonly token: string;
}

/** Finds the user of a request, and the user's role on the account. Throws 401 for wrong credentials, and 403 for a role without permission. */
async function authenticate(
  store: Store,
  { request, endpoint, parameters }: OperationRequest,
): Promise<Credentials> {
  const { account_id: accountId = '' } = parameters;
  const header = request.headers.get('authorization');
  const key = `credentials ${accountId.length} ${accountId} ${header}`;
  const find = (reader: Pick<Transaction, 'get'>) => findCredentials(reader, header, accountId);
  const credentials = await (store.isShared
    ? find(store.direct) // without a transaction, which takes two more answers
    : store.read((tx) => tx.cached(key, TOKEN_TABLES, () => find(tx)), accountId));
  if (!credentials) throw unauthenticated();
  if (accountId !== '') authorize(credentials, accountId, endpoint);
  return credentials;
}

async function findCredentials(
  reader: Pick<Transaction, 'get'>,
  header: string | null,
  accountId: string,
): Promise<Credentials | undefined> {
  const { bearer, basic: [user] = [''] } = credentialsIn(header);
  const token = bearer ?? user;
  const kind = bearer === undefined ? 'api' : 'oauth';
  const row = token === '' ? undefined : await findToken(reader, kind, token, accountId);
  return row && { ...row, token };
}

/** Throws 403 if the user has no role on the account, or a role that does not permit the operation. */
// Unspecified: U-21
function authorize({ role }: TokenRow, accountId: string, { method, path }: Endpoint): void {
  if (role === undefined) throw unauthorized(`This token has no role on account ${accountId}.`);
  if (path.startsWith('/v2/{account_id}/webhooks') && role !== 'owner') {
    throw unauthorized(`Webhooks need the role owner on account ${accountId}; this token has ${role}.`);
  }
  if (role === 'viewer' && method !== 'GET') {
    throw unauthorized(`The role viewer may only read account ${accountId}.`);
  }
}

/** Handles a request to an API operation. Undefined for other requests. */
type ApiHandler = (request: Request, context: RequestContext) => Promise<Response> | undefined;

/** Routes requests to the handlers of the contract's endpoints. HEAD is handled as GET without the body. */
export function routeOperations(api: Api, server: ApiServer): ApiHandler {
  const handlers = handlersOf(api);
  return (request, { address, entry }) => {
    const isHead = request.method === 'HEAD';
    const routed = operationAt(isHead ? 'GET' : request.method, address.path);
    const handler = routed && handlers.get(routed.known.operation);
    if (!handler) return undefined;
    if (mayBeRemainder(routed, address.path)) throw slashAfterDeletion(address.path);
    const { known, warnings } = routed;
    const parameters = parametersOf(routed);
    const called = { ...known, handler, request, address, entry, parameters, warnings };
    const response = handleOperation(server, called);
    return isHead ? response.then((whole) => new Response(null, whole)) : response;
  };
}

type AnyHandler = OperationRequest['handler'];

/** Handlers by operation name, as in `subscribers.upsert`. */
const handlersOf = (api: Api): ReadonlyMap<string, AnyHandler> =>
  new Map(
    Object.entries(api).flatMap(([noun, handlers]) =>
      // `Api` guarantees a handler per endpoint, which a loop cannot express in types.
      Object.entries(handlers as unknown as Record<string, AnyHandler>).map(
        ([method, handler]) => [`${noun}.${method}`, handler] as const,
      ),
    ),
  );

function parametersOf({ known, parts }: RoutedPath): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [i, part] of known.parts.entries()) {
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = tryDecodeURIComponent(parts[i] ?? '');
  }
  return parameters;
}

/** The result of a request: the reply of its rule, or an error. */
interface Answer {
  readonly reply?: Reply | undefined;
  readonly error?: unknown;
  /** The headers of the hourly limit. */
  readonly headers: Record<string, string>;
}

export async function handleOperation(server: ApiServer, request: OperationRequest): Promise<Response> {
  const { endpoint, address, entry, operation } = request;
  entry.operation = operation;
  const baseUrl = server.publicUrl ?? address.origin;
  const { reply, error, headers } = await answer(server, request, baseUrl);
  if (entry.warnings.length > 0) headers[WARNINGS_HEADER] = warningsLine(entry.warnings);
  if (reply) return respond(render(endpoint, reply, baseUrl, headers), entry);
  entry.problem = error instanceof Error ? error.message : String(error);
  const reported = error instanceof NotFoundError ? noResource(error.message) : error;
  return errorResponse(reported, server.report, entry, headers);
}

/** Answers a request: 401 and 403 come first, then 429, then 400, 413 and 422, then the rule. */
async function answer(server: ApiServer, request: OperationRequest, baseUrl: string): Promise<Answer> {
  const { account_id: accountId = '' } = request.parameters;
  const services = server.services.forAccount(accountId);
  if (services !== server.services) request.entry.accountAt = services.clock.now();
  try {
    const user = await authenticate(services.store, request); // 401 and 403 do not count
    request.entry.accountId = accountId;
    const parsed = await parseRequest(server, request); // while no transaction is open
    const call = { server, request, baseUrl, accountId, services, user, parsed };
    return await (request.endpoint.method === 'GET' ? read(call) : change(call));
  } catch (error) {
    return { error, headers: {} };
  }
}

/** A permitted request with its parsed input. */
interface ParsedCall {
  readonly server: ApiServer;
  readonly request: OperationRequest;
  readonly baseUrl: string;
  readonly accountId: string;
  readonly services: Services;
  readonly user: Credentials;
  readonly parsed: ParsedRequest;
}

async function read(call: ParsedCall): Promise<Answer> {
  const { services, accountId } = call;
  const { headers, error } = await admit(call); // in no transaction, since a long list must not hold up its account
  if (error) return { headers, error };
  return attempt(headers, () => services.store.read((tx) => run(call, contextOf(call, tx)), accountId));
}

/** Answers a request that changes something, in one transaction. If the rule fails, its changes are undone. */
async function change(call: ParsedCall): Promise<Answer> {
  const { server, request, accountId, services, parsed } = call;
  const { endpoint, parameters } = request;
  const isUpdate = server.limits?.concurrency && SUBSCRIBER_UPDATES.has(endpoint) && !parsed.error;
  const update = isUpdate ? server.updates.register() : undefined;
  const work = async (tx: Transaction): Promise<Answer> => {
    const context = contextOf(call, tx);
    const names = update && findSubscriberNames(context, parameters, parsed.input);
    names?.catch(() => undefined); // it is sent with the statement of the limit, and awaited below
    const admission = await admit(call, tx);
    if (admission.error) return admission;
    if (update && !update.begin((await names) ?? [])) {
      const { headers } = await spendOn(call, { budget: endpoint.limit, amount: -1 }, tx);
      return { headers, error: tooConcurrent() };
    }
    return attempt(admission.headers, () => tx.nested(() => run(call, context)));
  };
  try {
    return await services.store.write(work, accountId);
  } finally {
    await update?.end();
  }
}

/** Counts a request. The 429 of the hour comes before the error of the body. */
async function admit(call: ParsedCall, tx?: Transaction): Promise<Answer> {
  const spending = spendOn(call, { budget: call.request.endpoint.limit, amount: 1 }, tx);
  const { headers, error } = spending instanceof Promise ? await spending : spending;
  return { headers, error: error ?? call.parsed.error };
}

function contextOf({ services, accountId, request }: ParsedCall, tx: Transaction): Context {
  return openContext({ services, tx, accountId, place: beginning('request', request.entry.id) }, 'api');
}

/** Runs the rule of a request. The records of a batch count as well. */
async function run(call: ParsedCall, context: Context): Promise<Reply> {
  const { request, baseUrl, user, parsed } = call;
  const { parameters, handler } = request;
  const { query, input } = parsed;
  if (Array.isArray(input)) {
    const { error } = await spendOn(call, { budget: 'records', amount: input.length }, context.tx);
    if (error) throw error;
  }
  return handler({ context, user, baseUrl, parameters, query, input });
}

const spendOn = (
  { server, accountId, services, user }: ParsedCall,
  spending: Parameters<typeof spend>[2],
  tx?: Transaction,
) => spend(server, { accountId, token: user.token, now: services.clock.now() }, spending, tx);

/** The reply of a rule, or the error that answers the request. */
const attempt = (headers: Answer['headers'], rule: () => Promise<Reply>): Promise<Answer> =>
  rule().then(
    (reply) => ({ headers, reply }),
    (error: unknown) => ({ headers, error: refusalIn(error) }),
  );
