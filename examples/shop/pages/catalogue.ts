import { html } from 'hono/html';
import { money } from '../cart.ts';
import { catalogue, type Product } from '../catalogue.ts';
import type { Html, Page } from './page.ts';

/** The catalogue: all coffees, then the gear. */
export const cataloguePage = (): Page => ({
  title: 'Fresh coffee, roasted on the pier',
  current: 'shop',
  main: html`<section class="hero grid"><div>
<h1>Fresh coffee, roasted on the pier</h1>
<p>We roast on Monday and Thursday, and ship the same day. Free shipping from $35.</p>
<form method="post" action="/api/buy-as-ann" class="row"><input type="hidden" name="visitor" value="">
<a class="button" href="#coffee">See the coffees</a> <button class="second">Buy as Ann</button></form>
</div><img src="/public/harbour.svg" alt=""></section>
${shelf('Coffee', 'coffee')}
${shelf('Gear', 'gear')}`,
});

export const missingPage = (): Page => ({
  title: 'Not found',
  main: html`<div class="box empty"><h1>We do not have this</h1><p>The page does not exist, or not any more.</p>
<a class="button" href="/">See the coffees</a></div>`,
});

const shelf = (category: Product['category'], id: string): Html => html`<section aria-labelledby="${id}">
<h2 id="${id}" class="shelf-title">${category}</h2>
<ul class="grid shelf">${catalogue.filter((product) => product.category === category).map(card)}</ul>
</section>`;

const card = (product: Product): Html => html`<li class="box card">
<a href="/products/${product.slug}" tabindex="-1" aria-hidden="true"><img src="/public/${product.slug}.svg" alt=""></a>
<h3><a href="/products/${product.slug}">${product.name}</a></h3>
<p class="quiet">${product.summary}</p>
<div class="row spread"><p class="price">${money(product.price)} <small>${product.size}</small></p>
${addForm(product, 'Add', `Add ${product.name} to the cart`)}</div></li>`;

/** A form that adds one item to the cart. `label` is the text of the button. */
export const addForm = (
  { slug, name, price }: Product,
  text: string,
  label = text,
): Html => html`<form method="post" action="/api/cart" class="add" data-product="${slug}" data-name="${name}" data-price="${price / 100}">
<input type="hidden" name="product" value="${slug}"><input type="hidden" name="change" value="1">
<button aria-label="${label}">${text}</button></form>`;
