import { contract, type Endpoint } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import { subscribers } from '../api/subscribers.ts';
import { tags } from '../api/tags.ts';
import { jsonOf } from '../json-of.ts';
import { addressOf } from './address.ts';
import type { Surroundings } from './attend.ts';
import { readText } from './body.ts';
import type { Call } from './handler.ts';
import { refuseUnknown } from './known-paths.ts';
import type { Reply } from './output.ts';
import { answerTo } from './refusals.ts';
import { type ServeSettings, serve } from './serve.ts';

/** Another way to ask for an operation, which older clients take: what is in their body belongs elsewhere today. */
interface OldForm {
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly operation: string;
  readonly handler: (call: Call) => Promise<Reply>;
  /** Puts the values of a body where they belong; whether the body is of this form. */
  move(body: unknown, parameters: Record<string, string>, query: URLSearchParams): boolean;
}

// Each handler belongs to the endpoint beside it; the list cannot say so to the compiler.
const oldForms: readonly OldForm[] = [
  {
    method: 'POST',
    path: '/v2/:account_id/subscribers/:id_or_email/unsubscribe',
    endpoint: contract.subscribers.remove,
    operation: 'subscribers.remove',
    handler: subscribers.remove as OldForm['handler'],
    // Unspecified: U-03
    move(body, _, query) {
      const { campaign_id: id } = (body ?? {}) as { campaign_id?: unknown };
      const isId = typeof id === 'string' || typeof id === 'number';
      if (isId && !query.get('campaign_id')) query.set('campaign_id', String(id));
      return true;
    },
  },
  {
    method: 'DELETE',
    path: '/v2/:account_id/tags',
    endpoint: contract.tags.remove,
    operation: 'tags.remove',
    handler: tags.remove as OldForm['handler'],
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
export function bindOldForms(app: Hono, settings: ServeSettings): void {
  for (const form of oldForms) {
    app.on(form.method, form.path, async ({ req, env }) => {
      try {
        const url = new URL(req.url);
        const parameters: Record<string, string> = { ...req.param() };
        const body = jsonOf(await readText(req.raw, settings.bodyLimit)); // any other is as good as none
        if (!form.move(body, parameters, url.searchParams))
          return refuseUnknown(req.method, req.path).response();
        const { endpoint, operation, handler } = form;
        const { note } = env as Surroundings; // `attend` passes them in
        const request = new Request(url, { method: endpoint.method, headers: req.raw.headers });
        const address = addressOf(request);
        return await serve(settings, { endpoint, operation, handler, request, address, note, parameters });
      } catch (error) {
        return answerTo(error, settings.report);
      }
    });
  }
}
