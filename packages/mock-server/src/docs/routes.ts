import type { Hono } from 'hono';
import { openApiAt } from './document.ts';
import { docsPage } from './page.ts';

/** Serves the description of the API, for programs and for people. */
export function bindDocs(app: Hono, { publicUrl }: { readonly publicUrl?: string | undefined }): void {
  const baseUrlOf = (url: string) => publicUrl ?? new URL(url).origin;

  app.get('/openapi.json', async (http) =>
    http.body(await openApiAt(baseUrlOf(http.req.url)), 200, { 'content-type': 'application/json' }),
  );

  app.get('/docs', async (http) => {
    const baseUrl = baseUrlOf(http.req.url);
    return docsPage(JSON.parse(await openApiAt(baseUrl)), baseUrl);
  });
}
