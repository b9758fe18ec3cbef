import { type Html, html } from '../../shared/values/html.ts';
import { money } from '../cart.ts';
import { amounts } from './cart.ts';
import type { ShopPage } from './layout.ts';
import { pathOf, type View } from './view.ts';

/**
 * The checkout. `orderId` is made with the page, so a form that is sent twice, by a second click or after a lost answer,
 * still places one order.
 */
export const checkoutPage = (view: View, orderId: string): ShopPage => ({
  title: 'Checkout',
  current: 'cart',
  data: { page: 'checkout' },
  main: html`<h1>Checkout</h1>
<div class="columns"><form method="post" action="${pathOf(view, '/api/checkout')}" class="box" id="checkout" data-total="${view.cart.total / 100}">
<input type="hidden" name="order" value="${orderId}"><input type="hidden" name="visitor" value="">
<fieldset><legend>Contact</legend>
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', value: view.session.email ?? '', required: true })}
<label class="check"><input type="checkbox" name="newsletter" value="yes"> Send me coffee news</label>
</fieldset>
<fieldset><legend>Delivery</legend>
<div class="pair">${field({ name: 'first_name', label: 'First name', autocomplete: 'given-name', required: true })}
${field({ name: 'last_name', label: 'Last name', autocomplete: 'family-name', required: true })}</div>
${field({ name: 'address1', label: 'Street and number', autocomplete: 'address-line1' })}
<div class="pair">${field({ name: 'zip', label: 'Postal code', autocomplete: 'postal-code' })}
${field({ name: 'city', label: 'City', autocomplete: 'address-level2' })}</div>
</fieldset>
<button type="submit" class="wide-button">Place the order · ${money(view.cart.total)}</button>
<p class="small">This is a demo: you pay nothing, and nothing is shipped.</p>
</form>
<section class="box" aria-labelledby="sum"><h2 id="sum">Your order</h2>
<ul class="plain-list">${view.cart.lines.map((line) => html`<li><span>${line.quantity} × ${line.product.name}</span><span>${money(line.total)}</span></li>`)}</ul>
${amounts(view.cart)}</section></div>`,
});

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly autocomplete: string;
  readonly value?: string;
  readonly required?: boolean;
}

/** A labelled text field. */
export const field = ({ name, label, type = 'text', autocomplete, value = '', required }: Field): Html =>
  html`<div class="field"><label for="field-${name}">${label}</label>
<input id="field-${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" maxlength="200"${required ? html` required` : undefined}></div>`;
