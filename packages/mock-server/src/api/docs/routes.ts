import type { Hono, Context as Http } from 'hono';
import { html } from '../../shared/values/html.ts';
import type { RequestContext } from '../http/record-request.ts';
import { openApiText, WRITTEN_URL } from './document.ts';
import { docsPage } from './page.ts';
import { storedCopies } from './stored-copies.ts';

const page = storedCopies(
  async () => {
    const response = await docsPage(JSON.parse(await openApiText()), WRITTEN_URL);
    return { text: await response.text(), headers: response.headers };
  },
  (baseUrl) => html`${baseUrl}`.html,
);

const openApi = storedCopies(
  async () => ({ text: await openApiText(), headers: new Headers({ 'content-type': 'application/json' }) }),
  (baseUrl) => JSON.stringify(baseUrl).slice(1, -1), // it may come from the Host header
);

/** Serves the OpenAPI document and the docs page. */
export function bindDocs(app: Hono, { publicUrl }: { readonly publicUrl?: string | undefined }): void {
  // Passed in by `recordRequest`.
  const baseUrlOf = ({ env }: Http) => publicUrl ?? (env as RequestContext).address.origin;
  for (const [path, answer] of [['/openapi.json', openApi] as const, ['/docs', page] as const]) {
    app.get(path, async (http) =>
      new URL(http.req.url).pathname.endsWith('/')
        ? http.redirect(`..${path}`) // the page's links are relative
        : answer(baseUrlOf(http), http.req.raw.headers),
    );
  }
}
