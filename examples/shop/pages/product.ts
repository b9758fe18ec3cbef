import { html } from 'hono/html';
import { money } from '../cart.ts';
import { catalogue, type Product, ROASTS } from '../catalogue.ts';
import { addForm, card } from './catalogue.ts';
import type { Html, Page } from './page.ts';

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
  main: html`<nav class="crumbs quiet" aria-label="Breadcrumb"><a href="/">Shop</a> <span aria-hidden="true">/</span> <span aria-current="page">${product.name}</span></nav>
<article class="product grid"><img src="/public/${product.slug}.svg" alt="${product.name}">
<div><p class="quiet">${product.summary}</p>
<h1>${product.name}</h1>
<p class="price">${money(product.price)} <small>${product.size}</small></p>
<p>${product.description}</p>
${roastScale(product)}
<dl class="rows">${Object.entries(product.facts).map(([name, value]) => html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${addForm(product, 'Add to the cart')}
<p class="quiet">Roasted twice a week. Ships within two days.</p></div></article>
<section aria-labelledby="more"><h2 id="more" class="shelf-title">Goes well with it</h2>
<ul class="grid shelf">${neighbours(product).map((other) => card(other))}</ul></section>`,
});

/** The roast as three steps. */
const roastScale = ({ roast }: Product): Html | undefined =>
  roast === undefined
    ? undefined
    : html`<p class="row">Roast ${ROASTS.map((step) => html`<span class="chip${step === roast ? ' on' : ''}">${step}</span>`)}</p>`;

/** The three products that follow one in the catalogue. */
function neighbours(product: Product): Product[] {
  const next = catalogue.indexOf(product) + 1;
  return [...catalogue.slice(next), ...catalogue].slice(0, 3);
}
