import type { Hono } from 'hono';
import type { RequestContext } from '../api/http/record-request.ts';
import { wantsPage } from '../api/pages/error-page.ts';
import type { InspectorSettings } from './inspector.ts';

/** Serves the inspector under `/_inspector`, and leads browsers there from `/`. Its code is loaded on first use. */
export function bindInspector(app: Hono, settings: InspectorSettings): void {
  app.on(['GET', 'HEAD'], '/', (http, next) =>
    wantsPage(http.req.raw.headers) ? Promise.resolve(http.redirect('/_inspector')) : next(),
  );

  app.on(['GET', 'HEAD'], ['/_inspector', '/_inspector/*'], async (http) => {
    const { answerInspector } = await import('./inspector.ts');
    return answerInspector(settings, http.req.raw, http.env as RequestContext); // passed in by `recordRequest`
  });
}
