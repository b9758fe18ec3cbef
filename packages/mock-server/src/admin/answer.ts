import { UnknownAccount } from '../control/arguments/known-accounts.ts';
import { UnknownCheckpointError } from '../control/checkpoints/checkpoint.ts';
import { StateError } from '../control/checkpoints/read-state.ts';
import type { Inspector } from '../control/inspection/inspector.ts';
import { UnmetExpectation } from '../control/requests.ts';
import type { Server } from '../control/server-control.ts';
import { NotFoundError } from '../domain/lookup/errors.ts';
import { errorResponse, HttpError, methodNotAllowed, notFound, type Report } from '../http/errors.ts';
import type { RequestContext } from '../http/record-request.ts';
import { ProblemsError } from '../values/problems-error.ts';
import { authorizeAdmin } from './access.ts';
import { streamChanges } from './change-stream.ts';
import { streamEvents } from './event-stream.ts';
import type { AdminOperation } from './operation.ts';
import { adminOperations } from './operations/index.ts';
import { readAdminInput } from './read-admin-input.ts';
import { streamWebhooks } from './webhook-stream.ts';
import { withSnakeNames } from './wire-names.ts';

/** The parts of a server that the admin API uses. */
export interface AdminSettings {
  readonly server: () => Server;
  readonly inspector: () => Inspector;
  /** The required password, if any. */
  readonly password: string | undefined;
  readonly report: Report;
}

/** Handles a request to the admin API. */
export async function answerAdmin(
  settings: AdminSettings,
  request: Request,
  { address, peer, entry }: RequestContext,
): Promise<Response> {
  try {
    const denial = authorizeAdmin(request, peer, settings.password);
    if (denial) throw denial;
    const path = address.path.replace(/\/$/, '');
    if (path === '/_admin/events/stream' && request.method === 'GET') {
      return streamEvents(settings.server(), request);
    }
    if (path === '/_admin/changes/stream' && request.method === 'GET') {
      return await streamChanges(settings.inspector(), request);
    }
    if (path === '/_admin/webhooks/stream' && request.method === 'GET') {
      return await streamWebhooks(settings.inspector(), request);
    }
    return await run(settings, request, path);
  } catch (error) {
    return toErrorResponse(error, (unknown) => settings.report(unknown, entry));
  }
}

/** Maximum body in bytes. States and seeds can be large. */
const BODY_LIMIT = 400_000_000;

async function run({ server, inspector }: AdminSettings, request: Request, path: string): Promise<Response> {
  const { operation, parameters } = find(request.method, path);
  const input = await readAdminInput(operation, request, parameters, BODY_LIMIT);
  const { status } = operation;
  const output = await operation.run(server(), input, inspector());
  if (output instanceof Response) return output;
  if (status === 204) return new Response(null, { status });
  return json(status, withSnakeNames(output));
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });

const patterns = adminOperations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** Finds the operation for a method and path, with its path parameters. Throws 404 or 405. */
function find(method: string, path: string) {
  const there = patterns.filter(({ pattern }) => pattern.test(path));
  const found = there.find(({ operation }) => operation.method === method);
  if (found) {
    const groups = Object.entries(found.pattern.exec(path)?.groups ?? {});
    const parameters = groups.map(([name, value]) => [name, decoded(value)] as const);
    return { operation: found.operation, parameters: Object.fromEntries(parameters) };
  }
  if (there.length === 0) throw notFound(`Path not found: ${path}; see /docs for the admin API.`);
  throw methodNotAllowed(
    method,
    path,
    there.map(({ operation }: { operation: AdminOperation }) => operation.method),
  );
}

/** Decodes a path segment. An invalid encoding is left unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Converts an error to a response in the format of the REST API's errors. */
function toErrorResponse(error: unknown, report: (error: unknown) => void): Response {
  const errors = (status: number, code: string, messages: readonly string[]) =>
    json(status, { errors: messages.map((message) => ({ code, message })) });
  if (error instanceof HttpError) return error.response();
  if (error instanceof ProblemsError) {
    return errors(422, 'format_error', error.problems);
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
