import type { AdminAccess, Caller } from '../../api/http/admin-access.ts';
import { errorResponse, HttpError, methodNotAllowed, notFound } from '../../api/http/errors.ts';
import type { RequestContext } from '../../api/http/record-request.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Report } from '../../observe/log/log-entry.ts';
import { decoded } from '../../shared/values/encoded-url.ts';
import { attributeIn, ProblemsError } from '../../shared/values/errors.ts';
import { isObject } from '../../shared/values/json.ts';
import { AccountQueues } from '../../store/engine/account-queues.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { UnknownAccount } from '../account-ids.ts';
import { UnknownCheckpointError } from '../checkpoints/checkpoint.ts';
import { StateError } from '../checkpoints/read-state.ts';
import { UnmetExpectation } from '../expect-request.ts';
import { jsonResponse } from '../json-response.ts';
import type { ActionName, Runtime } from '../runtime.ts';
import type { Scope } from '../scope.ts';
import { callOf, streamRequestOf } from './caller-scope.ts';
import { type BodyBounds, readAdminInput, readQuery } from './read-admin-input.ts';
import { type AdminRoute, adminRoutes, inputOf, takesAccount } from './routes.ts';
import { STREAMS } from './streams.ts';

export interface AdminSettings {
  readonly scope: () => Scope;
  readonly access: AdminAccess;
  readonly report: Report;
}

export async function answerAdmin(
  settings: AdminSettings,
  request: Request,
  { address, peer, entry }: RequestContext,
): Promise<Response> {
  try {
    const caller = await settings.access.callerOf(request, peer);
    const path = address.path.replace(/\/$/, '');
    const stream = request.method === 'GET' ? STREAMS.get(path) : undefined;
    if (stream) return await stream(settings.scope(), streamRequestOf(caller, request));
    return await run(settings, caller, request, path);
  } catch (error) {
    return toErrorResponse(error, (unknown) => settings.report(unknown, entry));
  }
}

/** Bounds of a body, so that reading one keeps no other account waiting. */
// Unspecified: U-07
const BODY: BodyBounds = { bytes: 5_000_000, values: 50_000 };

/** Bounds of the states and seeds of an operator. */
const LARGE_BODY: BodyBounds = { bytes: 400_000_000 };

const SMALL_BODY: BodyBounds = { bytes: 200_000, values: 500 };

function boundsFor(caller: Caller, { operation: { bodySize } }: AdminRoute): BodyBounds {
  if (bodySize === 'small') return SMALL_BODY;
  return bodySize === 'large' && caller === 'operator' ? LARGE_BODY : BODY;
}

async function run(
  settings: AdminSettings,
  caller: Caller,
  request: Request,
  path: string,
): Promise<Response> {
  const { route, parameters } = find(request.method, path);
  const query = readQuery(new URL(request.url));
  const texts = { parameters, query: isChoice(caller, route) ? without(query, 'account_id') : query };
  const wire = await readAdminInput(route, request, texts, boundsFor(caller, route));
  const action = actionIn(request);
  const { scope, input } = callOf(
    caller,
    route,
    { scope: { ...settings.scope(), action }, input: wire },
    query.account_id,
  );
  const { operation } = route;
  for (const id of operation.isVerbatim ? [] : accountsIn(input))
    await scope.runtime.accounts.assertExists(id);
  const answer = () => operation.answer(scope, inputOf(operation, input));
  const isLong = operation.isHeavy || (operation.isList && input.limit === undefined);
  const output = await (isLong
    ? heavyWorkOf(scope.runtime).run(await workOf(scope, route, input), answer)
    : answer());
  if (action && isObject(output) && typeof output.requestId === 'string') {
    scope.runtime.actions.disown(output.requestId); // the inspector has sent it
  }
  if (output instanceof Response) return output;
  const { status = 200 } = operation;
  return status === 204 ? new Response(null, { status }) : jsonResponse(status, output);
}

/** The action in the inspector that a request belongs to: its id and its title, as an encoded part of a URL. */
function actionIn({ headers }: Request): ActionName | undefined {
  const [id = '', title, ...rest] = (headers.get('trickle-action') ?? '').split(' ');
  const isNamed = /^[\w-]+$/.test(id) && id.length <= 50;
  if (!isNamed || title === undefined || title.length > 1000 || rest.length > 0) return undefined;
  return { id, title: decoded(title) };
}

/** The heavy work of each server, one after another for an account. */
// Unspecified: U-336
const heavyWork = new WeakMap<Runtime, AccountQueues>();

/** The account that long work is about. Undefined: the whole server, for a change of all accounts. */
async function workOf(
  scope: Scope,
  { operation }: AdminRoute,
  { account_id: id, ...input }: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (scope.own !== undefined) return scope.own;
  if (typeof id === 'string') return id;
  if (operation.workOf) return operation.workOf(scope, input);
  return operation.isList ? scope.firstId : NO_ACCOUNT;
}

function heavyWorkOf(runtime: Runtime): AccountQueues {
  const queues = heavyWork.get(runtime) ?? new AccountQueues();
  heavyWork.set(runtime, queues);
  return queues;
}

/** The accounts that an input names: faults have theirs in `account`. */
const accountsIn = ({ account_id, account }: Readonly<Record<string, unknown>>): readonly string[] =>
  [account_id, account].filter((id) => typeof id === 'string');

/** Whether `account_id` in the query chooses among the accounts of a key, and is not an input. */
const isChoice = (caller: Caller, route: AdminRoute) => caller !== 'operator' && !takesAccount(route);

const without = (query: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));

const patterns = adminRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** Finds the route for a method and path, with its path parameters. Throws 404 or 405. */
function find(method: string, path: string) {
  const there = patterns.filter(({ pattern }) => pattern.test(path));
  const match = there.find(({ route }) => route.method === method);
  if (match) {
    const groups = Object.entries(match.pattern.exec(path)?.groups ?? {});
    const parameters = groups.map(([name, value]) => [name, decoded(value)] as const);
    return { route: match.route, parameters: Object.fromEntries(parameters) };
  }
  if (there.length === 0) throw notFound(`Path not found: ${path}; see /docs for the admin API.`);
  throw methodNotAllowed(
    method,
    path,
    there.map(({ route }) => route.method),
  );
}

const entryOf = (message: string) => ({ code: 'format_error', attribute: attributeIn(message), message });

/** Converts an error to a response in the format of the REST API's errors. */
function toErrorResponse(error: unknown, report: (error: unknown) => void): Response {
  const errors = (status: number, code: string, messages: readonly string[]) =>
    jsonResponse(status, { errors: messages.map((message) => ({ code, message })) });
  if (error instanceof HttpError) return error.response();
  if (error instanceof ProblemsError) {
    return jsonResponse(422, { errors: error.problems.map(entryOf) });
  }
  if (error instanceof UnmetExpectation) return errors(422, 'unmet_expectation', [error.message]);
  if (error instanceof StateError || error instanceof RangeError) {
    return errors(422, 'format_error', [error.message]);
  }
  if (
    error instanceof UnknownCheckpointError ||
    error instanceof UnknownAccount ||
    error instanceof NotFoundError
  ) {
    return errors(404, 'not_found_error', [error.message]);
  }
  return errorResponse(error, report);
}
