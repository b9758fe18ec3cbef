import type { Hono, Context as Http } from 'hono';
import { html } from '../../shared/values/html.ts';
import type { RequestContext } from '../http/record-request.ts';
import { openApiAt, openApiText, WRITTEN_URL } from './document.ts';
import { docsPage } from './page.ts';

let page: Promise<{ readonly text: string; readonly headers: Headers }> | undefined;

/** The docs page with the URL of the file, rendered once: it takes long enough to hold up other requests. */
function renderedPage() {
  page ??= (async () => {
    const response = await docsPage(JSON.parse(await openApiText()), WRITTEN_URL);
    return { text: await response.text(), headers: response.headers };
  })();
  return page;
}

/** Serves the OpenAPI document and the docs page. */
export function bindDocs(app: Hono, { publicUrl }: { readonly publicUrl?: string | undefined }): void {
  // Passed in by `recordRequest`.
  const baseUrlOf = ({ env }: Http) => publicUrl ?? (env as RequestContext).address.origin;

  app.get('/openapi.json', async (http) =>
    http.body(await openApiAt(baseUrlOf(http)), 200, { 'content-type': 'application/json' }),
  );

  app.get('/docs', async (http) => {
    const { text, headers } = await renderedPage();
    const { html: baseUrl } = html`${baseUrlOf(http)}`;
    return new Response(
      text.replaceAll(WRITTEN_URL, () => baseUrl),
      { headers },
    );
  });
}
