import { contract, type Endpoint } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import { subscribers } from '../api/subscribers.ts';
import { tags } from '../api/tags.ts';
import { readText } from '../http/body.ts';
import { errorResponse } from '../http/errors.ts';
import type { Call } from '../http/handler.ts';
import { readPath, unknownPathError } from '../http/known-paths.ts';
import type { Reply } from '../http/output.ts';
import { type ServeSettings, serve } from '../http/pipeline.ts';
import type { RequestContext } from '../http/record-request.ts';
import { tryParseJson } from '../values/parse-json.ts';

/** Another way to ask for an operation, which older clients take: what is in their body belongs elsewhere today. */
interface LegacyRequest {
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly operation: string;
  readonly handler: (call: Call) => Promise<Reply>;
  /** Puts the values of a body where they belong; whether the body is of this form. */
  move(body: unknown, parameters: Record<string, string>): boolean;
}

// Each handler belongs to the endpoint beside it; the list cannot say so to the compiler.
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

/** Binds what older clients send in place of an operation's own form. */
// Unspecified: U-05
export function bindLegacyRequests(app: Hono, settings: ServeSettings): void {
  for (const form of legacyRequests) {
    app.on(form.method, form.path, async ({ req, env }) => {
      try {
        const parameters: Record<string, string> = { ...req.param() };
        const body = await readText(req.raw, settings.bodyLimit);
        // Any body that is no JSON is as good as none.
        if (!form.move(tryParseJson(body), parameters))
          return unknownPathError(req.method, req.path).response();
        const { endpoint, operation, handler } = form;
        const { entry: note, address } = env as RequestContext; // `attend` passes them in
        const { headers } = req.raw;
        const request = new Request(req.url, { method: 'POST', headers, body });
        const { warnings } = readPath(address.path);
        const exchange = {
          endpoint,
          operation,
          handler,
          request,
          address,
          entry: note,
          parameters,
          warnings,
        };
        return await serve(settings, exchange);
      } catch (error) {
        return errorResponse(error, settings.report);
      }
    });
  }
}
