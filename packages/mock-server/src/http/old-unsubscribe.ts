import { contract } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import { subscribers } from '../api/subscribers.ts';
import { addressOf } from './address.ts';
import type { Surroundings } from './attend.ts';
import { readText } from './body.ts';
import type { Call } from './handler.ts';
import type { Reply } from './output.ts';
import { answerTo } from './refusals.ts';
import { type ServeSettings, serve } from './serve.ts';

/** `remove` under its old path, which also reads `campaign_id` from the body. */
// Unspecified: U-05
export function bindOldUnsubscribe(app: Hono, settings: ServeSettings): void {
  app.post('/v2/:account_id/subscribers/:id_or_email/unsubscribe', async ({ req, env }) => {
    try {
      const url = new URL(req.url);
      const named = campaignIn(await readText(req.raw, settings.bodyLimit));
      if (!url.searchParams.get('campaign_id') && named) url.searchParams.set('campaign_id', named);
      const { note } = env as Surroundings; // `attend` passes them in
      const request = new Request(url, { method: 'POST', headers: req.raw.headers });
      return await serve(settings, {
        endpoint: contract.subscribers.remove,
        operation: 'subscribers.remove',
        handler: subscribers.remove as (call: Call) => Promise<Reply>, // the endpoint is its own
        request,
        address: addressOf(request),
        note,
        parameters: req.param(),
      });
    } catch (error) {
      return answerTo(error, settings.report);
    }
  });
}

/** The `campaign_id` of a body, if it has one; any other body is as good as none. */
// Unspecified: U-03
function campaignIn(text: string): string | undefined {
  try {
    const id: unknown = JSON.parse(text)?.campaign_id;
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
