import { html } from 'hono/html';
import { type CartLine, money, type PricedCart } from '../cart.ts';
import type { Html, Page, View } from './page.ts';

/** The cart, with quantities that can be changed. */
export const cartPage = (view: View): Page => ({
  title: 'Cart',
  current: 'cart',
  main: html`<h1>Your cart</h1>
${view.cart.count === 0 ? empty : full(view)}`,
});

const empty = html`<div class="box empty"><p>Your cart is empty.</p>
<a class="button" href="/">See the coffees</a></div>`;

const full = ({
  cart,
  session,
}: View): Html => html`<div class="grid"><ul class="rows">${cart.lines.map(row)}</ul>
<section class="box" aria-labelledby="sum"><h2 id="sum">Summary</h2>
${amounts(cart)}
<a class="button wide" href="/checkout">Check out</a>
${session.email === undefined && html`<p class="quiet">Sign in, and the shop's backend reports your cart to the API. <a href="/account">Sign in</a></p>`}
</section></div>`;

const row = ({
  product: { slug, name, price, size },
  quantity,
  total,
}: CartLine): Html => html`<li class="row">
<a href="/products/${slug}" tabindex="-1" aria-hidden="true"><img src="/public/${slug}.svg" alt=""></a>
<div><h2><a href="/products/${slug}">${name}</a></h2>
<p class="quiet">${money(price)} · ${size}</p>
<form method="post" action="/api/cart" class="row">
<input type="hidden" name="product" value="${slug}">
<button class="second" name="quantity" value="${quantity - 1}" aria-label="One less of ${name}">−</button>
<span class="number">${quantity}</span>
<button class="second" name="quantity" value="${quantity + 1}" aria-label="One more of ${name}">+</button>
<button class="plain" name="quantity" value="0" aria-label="Remove ${name}">Remove</button>
</form></div>
<p class="price">${money(total)}</p></li>`;

/** The amounts of a cart as a list. */
export const amounts = ({ subtotal, shipping, total }: PricedCart): Html => html`<dl class="rows">
<div class="row"><dt>Subtotal</dt><dd>${money(subtotal)}</dd></div>
<div class="row"><dt>Shipping</dt><dd>${shipping === 0 ? 'Free' : money(shipping)}</dd></div>
<div class="row"><dt>Total</dt><dd>${money(total)}</dd></div></dl>`;
