import { contract, type Endpoint } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import { tryParseJson } from '../shared/values/json.ts';
import { subscribers } from './handlers/subscribers.ts';
import { tags } from './handlers/tags.ts';
import { handleOperation } from './http/handle-operation.ts';
import type { ApiServer, OperationRequest } from './http/handler.ts';
import { readText } from './http/read-request.ts';
import type { RequestContext } from './http/record-request.ts';
import { readPath, unknownPathError } from './http/router.ts';

/** A legacy form of an operation, with parameters in the body. */
interface LegacyRequest {
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly operation: string;
  readonly handler: OperationRequest['handler'];
  /** Moves values of the body to the parameters. Returns whether the body has the legacy form. */
  move(body: unknown, parameters: Record<string, string>): boolean;
}

// Each handler belongs to its endpoint, which a list cannot express in types.
const legacyRequests: readonly LegacyRequest[] = [
  {
    method: 'POST',
    path: '/v2/:account_id/subscribers/:id_or_email/unsubscribe',
    endpoint: contract.subscribers.remove,
    operation: 'subscribers.remove',
    handler: subscribers.remove as LegacyRequest['handler'],
    move: () => true,
  },
  {
    method: 'DELETE',
    path: '/v2/:account_id/tags',
    endpoint: contract.tags.remove,
    operation: 'tags.remove',
    handler: tags.remove as LegacyRequest['handler'],
    move(body, parameters) {
      const { tags } = (body ?? {}) as { tags?: unknown };
      const [tag, ...more] = Array.isArray(tags) ? tags : [];
      if (typeof tag?.email !== 'string' || typeof tag.tag !== 'string' || more.length > 0) return false;
      Object.assign(parameters, { email: tag.email, tag: tag.tag });
      return true;
    },
  },
];

// Unspecified: U-05
export function bindLegacyRequests(app: Hono, server: ApiServer): void {
  for (const form of legacyRequests) {
    app.on(form.method, form.path, async ({ req, env }) => {
      const { entry, address } = env as RequestContext; // passed in by `recordRequest`
      const parameters: Record<string, string> = { ...req.param() };
      const body = await readText(req.raw, server.bodyLimit);
      // Ignore bodies that are not JSON.
      if (!form.move(tryParseJson(body), parameters)) throw unknownPathError(req.method, req.path);
      const { headers } = req.raw;
      const request = new Request(req.url, { method: 'POST', headers, body });
      const { warnings } = readPath(address.path);
      return handleOperation(server, { ...form, request, address, entry, parameters, warnings });
    });
  }
}
