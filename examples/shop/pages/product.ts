import { html } from 'hono/html';
import { money } from '../cart.ts';
import type { Product } from '../catalogue.ts';
import { addForm } from './catalogue.ts';
import type { Page } from './page.ts';

/** One product. The view is tracked with the properties named in the interface. */
export const productPage = (product: Product): Page => ({
  title: product.name,
  current: 'shop',
  track: [
    'Viewed a product',
    {
      product_id: product.slug,
      name: product.name,
      categories: [product.category],
      price: product.price / 100,
    },
  ],
  main: html`<article class="product grid"><img src="/public/${product.slug}.svg" alt="${product.name}">
<div><p class="quiet">${product.summary}</p>
<h1>${product.name}</h1>
<p class="price">${money(product.price)} <small>${product.size}</small></p>
<p>${product.description}</p>
${addForm(product, 'Add to the cart')}
<p class="quiet">Roasted twice a week. Ships within two days.</p></div></article>`,
});
