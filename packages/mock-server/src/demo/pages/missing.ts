import { html } from '../../shared/values/html.ts';
import type { ShopPage } from './layout.ts';
import { pathOf, type View } from './view.ts';

/** The page for an address that the shop does not have. */
export const missingPage = (view: View): ShopPage => ({
  title: 'Not found',
  data: { page: 'missing' },
  main: html`<div class="empty"><h1>We do not have this</h1><p>The page does not exist, or not any more.</p>
<a class="button" href="${pathOf(view)}">See the coffees</a></div>`,
});
