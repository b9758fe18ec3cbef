import { type Html, html } from '../../shared/values/html.ts';
import { money } from '../cart.ts';
import { catalogue, type Product } from '../catalogue.ts';
import { artOf, harbour } from './art.ts';
import type { ShopPage } from './layout.ts';
import { pathOf, type View } from './view.ts';

/** The catalogue: all coffees, then the gear. */
export const cataloguePage = (view: View): ShopPage => ({
  title: 'Fresh coffee, roasted on the pier',
  current: 'shop',
  data: { page: 'catalogue' },
  main: html`<section class="hero"><div class="words">
<p class="eyebrow">Small-batch roastery</p>
<h1>Fresh coffee, roasted on the pier</h1>
<p>We roast on Monday and Thursday, and ship the same day. Free shipping from $35.</p>
<a class="button" href="#coffee">See the coffees</a>
</div>${harbour}</section>
${shelf(view, 'Coffee', 'coffee')}
${shelf(view, 'Gear', 'gear')}`,
});

const shelf = (
  view: View,
  category: Product['category'],
  id: string,
): Html => html`<section aria-labelledby="${id}">
<h2 id="${id}" class="shelf-title">${category}</h2>
<ul class="shelf">${catalogue.filter((product) => product.category === category).map((product) => card(view, product))}</ul>
</section>`;

const card = (view: View, product: Product): Html => html`<li class="card">
<a class="picture" href="${pathOf(view, `/products/${product.slug}`)}" tabindex="-1" aria-hidden="true">${artOf(product)}</a>
<div class="card-text"><h3><a href="${pathOf(view, `/products/${product.slug}`)}">${product.name}</a></h3>
<p>${product.summary}</p></div>
<div class="card-foot"><p class="price">${money(product.price)} <small>${product.size}</small></p>
${addForm(view, product, 'Add', html` aria-label="Add ${product.name} to the cart"`)}</div></li>`;

/** A form that puts one piece of a product into the cart. `label` names the button where its text is too short. */
export const addForm = (
  view: View,
  { slug, name, price }: Product,
  text: string,
  label?: Html,
): Html => html`<form method="post" action="${pathOf(view, '/api/cart')}" class="add" data-product="${slug}" data-name="${name}" data-price="${price / 100}">
<input type="hidden" name="product" value="${slug}"><input type="hidden" name="change" value="1">
<button type="submit"${label}>${text}</button></form>`;
