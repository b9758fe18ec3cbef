import { contract, type Endpoint } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import { tryParseJson } from '../shared/values/parse-json.ts';
import { subscribers } from './handlers/subscribers.ts';
import { tags } from './handlers/tags.ts';
import { readText } from './http/body.ts';
import { errorResponse } from './http/errors.ts';
import type { Call } from './http/handler.ts';
import { readPath, unknownPathError } from './http/known-paths.ts';
import type { Reply } from './http/output.ts';
import { type ServeSettings, serve } from './http/pipeline.ts';
import type { RequestContext } from './http/record-request.ts';

/** A legacy form of an operation, with parameters in the body. */
interface LegacyRequest {
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly operation: string;
  readonly handler: (call: Call) => Promise<Reply>;
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
      const { tags: given } = (body ?? {}) as { tags?: unknown };
      const [one, ...more] = Array.isArray(given) ? given : [];
      if (typeof one?.email !== 'string' || typeof one.tag !== 'string' || more.length > 0) return false;
      Object.assign(parameters, { email: one.email, tag: one.tag });
      return true;
    },
  },
];

/** Binds the legacy forms of operations. */
// Unspecified: U-05
export function bindLegacyRequests(app: Hono, settings: ServeSettings): void {
  for (const form of legacyRequests) {
    app.on(form.method, form.path, async ({ req, env }) => {
      const { entry, address } = env as RequestContext; // passed in by `recordRequest`
      try {
        const parameters: Record<string, string> = { ...req.param() };
        const body = await readText(req.raw, settings.bodyLimit);
        // Ignore bodies that are not JSON.
        if (!form.move(tryParseJson(body), parameters))
          return unknownPathError(req.method, req.path).response();
        const { endpoint, operation, handler } = form;
        const { headers } = req.raw;
        const request = new Request(req.url, { method: 'POST', headers, body });
        const { warnings } = readPath(address.path);
        const exchange = {
          endpoint,
          operation,
          handler,
          request,
          address,
          entry,
          parameters,
          warnings,
        };
        return await serve(settings, exchange);
      } catch (error) {
        return errorResponse(error, settings.report, entry);
      }
    });
  }
}
