import { html, raw } from 'hono/html';
import { ANN } from '../ann.ts';
import { money } from '../cart.ts';
import { amounts } from './cart.ts';
import type { Html, Page, View } from './page.ts';

/**
 * The checkout. `orderId` is created with the page, so a form that is sent twice, by a double click or after a lost
 * response, still places one order.
 */
export const checkoutPage = ({ cart, session }: View, orderId: string): Page => ({
  title: 'Checkout',
  current: 'cart',
  track: ['Started checkout', { total: cart.total / 100 }],
  main: html`<h1>Checkout</h1>
<div class="grid"><form method="post" action="/api/checkout" class="box" id="checkout">
<input type="hidden" name="order" value="${orderId}"><input type="hidden" name="visitor" value="">
<fieldset><legend>Contact</legend>
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', value: session.email ?? ANN.email, required: true })}
<label class="check"><input type="checkbox" name="newsletter" value="yes"> Send me coffee news</label>
</fieldset>
<fieldset><legend>Delivery</legend>
<div class="grid">${field({ name: 'first_name', label: 'First name', autocomplete: 'given-name', value: ANN.first_name, required: true })}
${field({ name: 'last_name', label: 'Last name', autocomplete: 'family-name', value: ANN.last_name, required: true })}</div>
${field({ name: 'address1', label: 'Street and number', autocomplete: 'address-line1', value: ANN.address1 })}
<div class="grid">${field({ name: 'zip', label: 'Postal code', autocomplete: 'postal-code', value: ANN.zip })}
${field({ name: 'city', label: 'City', autocomplete: 'address-level2', value: ANN.city })}</div>
</fieldset>
<button class="wide">Place the order · ${money(cart.total)}</button>
<p class="quiet">This is a demo: you pay nothing, and nothing is shipped.</p>
</form>
<section class="box" aria-labelledby="sum"><h2 id="sum">Your order</h2>
<dl class="rows">${cart.lines.map(({ quantity, product, total }) => html`<div class="row"><dt>${quantity} × ${product.name}</dt><dd>${money(total)}</dd></div>`)}</dl>
${amounts(cart)}</section></div>`,
});

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly autocomplete: string;
  readonly value?: string;
  readonly required?: boolean;
}

export const field = ({ name, label, type = 'text', autocomplete, value = '', required }: Field): Html =>
  html`<div><label for="field-${name}">${label}</label>
<input id="field-${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" maxlength="200"${raw(required ? ' required' : '')}></div>`;
