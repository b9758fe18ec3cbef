import type { Hono } from 'hono';
import type { RequestContext } from '../../api/http/record-request.ts';
import type { AdminSettings } from './answer.ts';

/** Serves the admin API under `/_admin`. Its code is loaded on first use. */
export function bindAdmin(app: Hono, settings: AdminSettings): void {
  app.all('/_admin/*', async (http) => {
    const { answerAdmin } = await import('./answer.ts');
    return answerAdmin(settings, http.req.raw, http.env as RequestContext); // passed in by `recordRequest`
  });
}
