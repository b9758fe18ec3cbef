import { SUBSCRIBER_UPDATES } from '@trickle/sdk/contract';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { openContext } from '../../domain/context/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { authenticate } from './authenticate.ts';
import { errorResponse, noResource, refusalIn, slashAfterDeletion, tooConcurrent } from './errors.ts';
import type { Api, ApiServer, OperationRequest } from './handler.ts';
import { parseRequest } from './parse-request.ts';
import { spend } from './rate-limit.ts';
import type { RequestContext } from './record-request.ts';
import { type Reply, render, respond, WARNINGS_HEADER, warningsLine } from './reply.ts';
import { mayBeRemainder, operationAt, type RoutedPath } from './router.ts';
import { findSubscriberNames } from './updates.ts';

/** Handles a request to an API operation. Undefined for other requests. */
export type ApiHandler = (request: Request, context: RequestContext) => Promise<Response> | undefined;

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
    const response = handleOperation(server, {
      ...{ endpoint: known.endpoint, operation: known.operation, handler },
      ...{ request, address, entry, parameters, warnings },
    });
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

/** Decodes the path parameters. */
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

/** Handles a request to an operation. */
export async function handleOperation(server: ApiServer, request: OperationRequest): Promise<Response> {
  const { endpoint, address, entry, operation } = request;
  entry.operation = operation;
  const baseUrl = server.publicUrl ?? address.origin;
  const result = await answer(server, request, baseUrl).catch((error: unknown) => ({ error, headers: {} }));
  const { reply, error, headers }: Answer = result;
  if (entry.warnings.length > 0) headers[WARNINGS_HEADER] = warningsLine(entry.warnings);
  if (reply) return respond(render(endpoint, reply, baseUrl, headers), entry);
  entry.problem = error instanceof Error ? error.message : String(error);
  const shown = error instanceof NotFoundError ? noResource(error.message) : error;
  return errorResponse(shown, server.report, entry, headers);
}

/** Answers a request: 401 and 403 come first, then 429, then 400, 413 and 422, then the rule. */
async function answer(server: ApiServer, request: OperationRequest, baseUrl: string): Promise<Answer> {
  const { limits } = server;
  const { endpoint, entry, parameters } = request;
  const { account_id: accountId = '' } = parameters;
  const world = server.world.of(accountId);
  if (world !== server.world) entry.accountAt = world.clock.now();
  const { store } = world;
  const user = await authenticate(store, request); // 401 and 403 do not count
  entry.accountId = accountId;
  const { query, input, error: invalid } = await parseRequest(server, request); // while no transaction is open
  const spenderIn = (tx: Transaction) => ({ tx, accountId, token: user.token, now: world.clock.now() });

  /** Counts the request. The 429 of the hour comes before the error of the body. */
  const admit = async (tx: Transaction): Promise<Answer> => {
    const { headers, error } = await spend(spenderIn(tx), limits, endpoint.limit);
    return { headers, error: error ?? invalid };
  };
  const run = (tx: Transaction) => {
    const context = openContext({ world, tx, accountId, cause: { type: 'request', id: entry.id } }, 'api');
    return request.handler({ context, user, baseUrl, parameters, query, input });
  };

  if (endpoint.method === 'GET') {
    // It counts in a transaction of its own, since a long list must not hold up its account.
    const isLimited = limits && endpoint.limit;
    const admission = isLimited ? await store.write(admit, accountId) : { error: invalid, headers: {} };
    if (admission.error) return admission;
    return { ...admission, ...(await attempt(() => store.read(run))) };
  }

  const update = limits?.concurrency && SUBSCRIBER_UPDATES.has(endpoint) && server.updates.register();
  /** One transaction: what a rule that fails has done is undone, and the request still counts. */
  const change = async (tx: Transaction): Promise<Answer> => {
    const admission = await admit(tx);
    if (admission.error) return admission;
    if (update && !update.begin(await findSubscriberNames({ tx, accountId }, parameters, input))) {
      const { headers } = await spend(spenderIn(tx), limits, endpoint.limit, -1);
      return { headers, error: tooConcurrent() };
    }
    const rule = async () => {
      if (Array.isArray(input)) await spendRecords(input.length, tx);
      return run(tx);
    };
    return { ...admission, ...(await attempt(() => tx.nested(rule))) };
  };
  const spendRecords = async (count: number, tx: Transaction) => {
    const { error } = await spend(spenderIn(tx), limits, 'records', count);
    if (error) throw error;
  };
  try {
    return await store.write(change, accountId);
  } finally {
    if (update) await update.end();
  }
}

/** The reply of a rule, or the error that answers the request. */
const attempt = (rule: () => Promise<Reply>): Promise<Pick<Answer, 'reply' | 'error'>> =>
  rule().then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error: refusalIn(error) }),
  );
