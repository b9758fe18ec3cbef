import { html } from '../../shared/values/html.ts';
import { pageResponse } from './page.ts';

/** Whether a request comes from a browser that displays the response. */
export const wantsPage = (headers: Headers): boolean => headers.get('accept')?.includes('text/html') ?? false;

const DEAD_LINK = {
  title: 'This link does not work',
  advice:
    'It is incomplete or no longer valid. If you copied the link, check that nothing is missing at its end.',
};

/** Messages for visitors by status. */
const ERRORS: Readonly<Record<number, { readonly title: string; readonly advice: string }>> = {
  403: { title: 'This is not allowed', advice: 'Go back to the page that you came from and try again.' },
  404: DEAD_LINK,
  413: { title: 'This is too long', advice: 'Go back, shorten what you entered, and send it again.' },
  429: { title: 'Too many attempts', advice: 'Wait a minute, then try again.' },
};

/** The error page for visitors. */
export function errorPage(status: number): Promise<Response> {
  const page = ERRORS[status];
  const title = page?.title ?? 'This did not work';
  const advice = page?.advice ?? 'Go back and try again.';
  return pageResponse({ title, body: html`<main><h1>${title}</h1>\n<p>${advice}</p></main>` }, { status });
}

/** The page of an address where this server has nothing. `root`: the relative URL of the server's root. */
export const unknownPage = (message: string, root: string): Promise<Response> =>
  pageResponse(
    {
      title: 'There is no such page',
      body: html`<main><h1>There is no such page</h1>
<p>${message}</p>
<p><a href="${root}_inspector">Inspector</a> · <a href="${root}docs">Documentation</a></p></main>`,
    },
    { status: 404 },
  );
