import type { Hono, Context as Http } from 'hono';
import type { RequestContext } from '../http/record-request.ts';
import { openApiAt } from './document.ts';
import { docsPage } from './page.ts';

/** Serves the description of the API, for programs and for people. */
export function bindDocs(app: Hono, { publicUrl }: { readonly publicUrl?: string | undefined }): void {
  // `attend` passes the surroundings in.
  const baseUrlOf = ({ env }: Http) => publicUrl ?? (env as RequestContext).address.origin;

  app.get('/openapi.json', async (http) =>
    http.body(await openApiAt(baseUrlOf(http)), 200, { 'content-type': 'application/json' }),
  );

  app.get('/docs', async (http) => {
    const baseUrl = baseUrlOf(http);
    return docsPage(JSON.parse(await openApiAt(baseUrl)), baseUrl);
  });
}
