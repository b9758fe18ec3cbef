import type { Hono, Context as Http } from 'hono';
import type { RequestContext } from '../http/record-request.ts';
import { openApiAt } from './document.ts';
import { docsPage } from './page.ts';

/** Serves the OpenAPI document and the docs page. */
export function bindDocs(app: Hono, { publicUrl }: { readonly publicUrl?: string | undefined }): void {
  // Passed in by `recordRequest`.
  const baseUrlOf = ({ env }: Http) => publicUrl ?? (env as RequestContext).address.origin;

  app.get('/openapi.json', async (http) =>
    http.body(await openApiAt(baseUrlOf(http)), 200, { 'content-type': 'application/json' }),
  );

  app.get('/docs', async (http) => {
    const baseUrl = baseUrlOf(http);
    return docsPage(JSON.parse(await openApiAt(baseUrl)), baseUrl);
  });
}
