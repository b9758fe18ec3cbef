import { type Html, html } from '../../shared/values/html.ts';
import { money, type PricedCart, type PricedLine } from '../cart.ts';
import { artOf } from './art.ts';
import type { ShopPage } from './layout.ts';
import { pathOf, type View } from './view.ts';

/** The cart, with quantities that can be changed. */
export const cartPage = (view: View): ShopPage => ({
  title: 'Cart',
  current: 'cart',
  data: { page: 'cart' },
  main: html`<h1>Your cart</h1>
${view.cart.count === 0 ? empty(view) : full(view)}`,
});

const empty = (view: View): Html => html`<div class="empty"><p>Your cart is empty.</p>
<a class="button" href="${pathOf(view)}">See the coffees</a></div>`;

const full = (
  view: View,
): Html => html`<div class="columns"><ul class="lines">${view.cart.lines.map((line) => row(view, line))}</ul>
<section class="box" aria-labelledby="sum"><h2 id="sum">Summary</h2>
${amounts(view.cart)}
<a class="button wide-button" href="${pathOf(view, '/checkout')}">Check out</a>
${view.session.email === undefined ? html`<p class="small">Sign in, and the shop's backend reports your cart to the API. <a href="${pathOf(view, '/account')}">Sign in</a></p>` : undefined}
</section></div>`;

const row = (view: View, { product, quantity, total }: PricedLine): Html => html`<li class="line">
<a class="picture" href="${pathOf(view, `/products/${product.slug}`)}" tabindex="-1" aria-hidden="true">${artOf(product)}</a>
<div class="line-text"><h2><a href="${pathOf(view, `/products/${product.slug}`)}">${product.name}</a></h2>
<p>${money(product.price)} · ${product.size}</p>
<form method="post" action="${pathOf(view, '/api/cart')}" class="quantity">
<input type="hidden" name="product" value="${product.slug}">
<button class="second" name="quantity" value="${quantity - 1}" aria-label="One less of ${product.name}">−</button>
<span class="number">${quantity}</span>
<button class="second" name="quantity" value="${quantity + 1}" aria-label="One more of ${product.name}">+</button>
<button class="plain" name="quantity" value="0" aria-label="Remove ${product.name}">Remove</button>
</form></div>
<p class="price">${money(total)}</p></li>`;

/** The amounts of a cart as a list. */
export const amounts = ({ subtotal, shipping, total }: PricedCart): Html => html`<dl class="amounts">
<div><dt>Subtotal</dt><dd>${money(subtotal)}</dd></div>
<div><dt>Shipping</dt><dd>${shipping === 0 ? 'Free' : money(shipping)}</dd></div>
<div class="total"><dt>Total</dt><dd>${money(total)}</dd></div></dl>`;
