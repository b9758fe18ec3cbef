import type { Hono } from 'hono';
import type { RequestContext } from '../http/record-request.ts';
import type { AdminSettings } from './answer.ts';

/** Serves the functions of the server itself under `/_admin`; their code is loaded at the first use. */
export function bindAdmin(app: Hono, settings: AdminSettings): void {
  app.all('/_admin/*', async (http) => {
    const { answerAdmin } = await import('./answer.ts');
    return answerAdmin(settings, http.req.raw, http.env as RequestContext); // `attend` passes them in
  });
}
