import { type Html, html } from '../../shared/values/html.ts';
import { money } from '../cart.ts';
import { catalogue, type Product } from '../catalogue.ts';
import { artOf } from './art.ts';
import { addForm } from './catalogue.ts';
import type { ShopPage } from './layout.ts';
import { pathOf, type View } from './view.ts';

const ROASTS = ['light', 'medium', 'dark'] as const;

/** One product. Its view is tracked with the properties that the interface names. */
export const productPage = (view: View, product: Product): ShopPage => ({
  title: product.name,
  current: 'shop',
  data: {
    page: 'product',
    product: product.slug,
    name: product.name,
    price: String(product.price / 100),
    category: product.category,
  },
  main: html`<nav class="crumbs" aria-label="Breadcrumb"><a href="${pathOf(view)}">Shop</a> <span aria-hidden="true">/</span> <span aria-current="page">${product.name}</span></nav>
<article class="product"><div class="picture">${artOf(product, 'square')}</div>
<div class="details"><p class="eyebrow">${product.summary}</p>
<h1>${product.name}</h1>
<p class="price">${money(product.price)} <small>${product.size}</small></p>
<p>${product.description}</p>
${roastScale(product)}
<dl class="facts">${Object.entries(product.facts).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${addForm(view, product, 'Add to the cart')}
<p class="small">Roasted twice a week. Ships within two days.</p></div></article>
<section aria-labelledby="more"><h2 id="more" class="shelf-title">Goes well with it</h2>
<ul class="shelf three">${others(product).map((other) => small(view, other))}</ul></section>`,
});

/** The roast as three steps. */
const roastScale = ({ roast }: Product): Html | undefined =>
  roast === undefined
    ? undefined
    : html`<p class="roast"><span>Roast</span>${ROASTS.map((step) => html`<span class="step${step === roast ? ' on' : ''}">${step}</span>`)}</p>`;

const others = ({ slug, category }: Product): Product[] => {
  const rest = catalogue.filter((product) => product.slug !== slug);
  const at = catalogue.findIndex((product) => product.slug === slug);
  const pick = (list: readonly Product[], offset: number) => list[(at + offset) % list.length];
  const coffees = rest.filter((product) => product.category === 'Coffee');
  const gear = rest.filter((product) => product.category === 'Gear');
  const chosen =
    category === 'Coffee'
      ? [pick(coffees, 0), pick(coffees, 2), pick(gear, 0)]
      : [pick(gear, 0), pick(coffees, 0), pick(coffees, 2)];
  return chosen.flatMap((product) => product ?? []);
};

const small = (view: View, product: Product): Html => html`<li class="card">
<a class="picture" href="${pathOf(view, `/products/${product.slug}`)}" tabindex="-1" aria-hidden="true">${artOf(product)}</a>
<div class="card-text"><h3><a href="${pathOf(view, `/products/${product.slug}`)}">${product.name}</a></h3><p>${product.summary}</p></div>
<div class="card-foot"><p class="price">${money(product.price)}</p></div></li>`;
