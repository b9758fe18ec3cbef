import type { Subscriber } from '@trickle/sdk';
import { type Html, html } from '../../shared/values/html.ts';
import { money, priceCart } from '../cart.ts';
import type { ShopOrder } from '../session.ts';
import { field } from './checkout.ts';
import type { ShopPage } from './layout.ts';
import { pathOf, type View } from './view.ts';

const ROASTS = ['light', 'medium', 'dark'];

/** The sign-in form, for visitors without an account. */
export const signInPage = (view: View): ShopPage => ({
  title: 'Sign in',
  current: 'account',
  data: { page: 'sign-in' },
  main: html`<div class="narrow-column"><h1>Sign in</h1>
<p>Any address will do. The shop's backend creates or updates the subscriber, and tells the API which visitor signed in.</p>
<form method="post" action="${pathOf(view, '/api/sign-in')}" class="box" id="sign-in">
<input type="hidden" name="visitor" value="">
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true })}
${field({ name: 'first_name', label: 'First name', autocomplete: 'given-name' })}
<button type="submit" class="wide-button">Sign in</button></form></div>`,
});

/** The customer's account, as the API has it, and the orders of this browser. `subscriber` is absent if reading failed. */
export const accountPage = (view: View, subscriber: Subscriber | undefined): ShopPage => ({
  title: 'Account',
  current: 'account',
  data: { page: 'account' },
  main: html`<div class="title-row"><h1>Hello${subscriber?.first_name ? `, ${subscriber.first_name}` : ''}</h1>
<form method="post" action="${pathOf(view, '/api/sign-out')}"><button class="second small-button" type="submit">Sign out</button></form></div>
<div class="columns even">
<section class="box" aria-labelledby="orders"><h2 id="orders">Orders</h2>${orders(view)}</section>
<div class="stack">
${subscriber === undefined ? undefined : profile(view, subscriber)}
${newsletter(view, subscriber)}
</div></div>`,
});

const orders = (view: View): Html =>
  view.session.orders.length === 0
    ? html`<p class="quiet">You have not ordered anything yet. <a href="${pathOf(view)}">See the coffees</a></p>`
    : html`<ul class="orders">${view.session.orders.toReversed().map((order) => orderRow(view, order))}</ul>`;

const orderRow = (view: View, order: ShopOrder): Html => html`<li>
<div><h3>Order #${order.id.slice(-5)}</h3>
<p>${priceCart(order.lines)
  .lines.map(({ quantity, product }) => `${quantity} × ${product.name}`)
  .join(', ')}</p></div>
<div class="order-side"><p class="price">${money(order.total)}</p>
${
  order.isRefunded
    ? html`<p class="chip">Refunded</p>`
    : html`<form method="post" action="${pathOf(view, '/api/refund')}"><input type="hidden" name="order" value="${order.id}">
<button class="second small-button" type="submit" aria-label="Refund order #${order.id.slice(-5)}">Refund</button></form>`
}</div></li>`;

const profile = (
  view: View,
  subscriber: Subscriber,
): Html => html`<section class="box" aria-labelledby="profile"><h2 id="profile">Profile</h2>
<dl class="facts"><div><dt>Email</dt><dd>${subscriber.email}</dd></div>
<div><dt>Status</dt><dd>${subscriber.status}</dd></div>
<div><dt>Lifetime value</dt><dd>${money(subscriber.lifetime_value)}</dd></div>
<div><dt>Tags</dt><dd>${subscriber.tags.length === 0 ? 'none' : html`<span class="chips">${subscriber.tags.map((tag) => html`<span class="chip">${tag}</span>`)}</span>`}</dd></div></dl>
<form method="post" action="${pathOf(view, '/api/profile')}" class="inline-form">
<label for="roast">Favorite roast</label>
<div class="inline"><select id="roast" name="roast">${ROASTS.map(
  (roast) =>
    html`<option${roast === subscriber.custom_fields.favorite_roast ? html` selected` : undefined}>${roast}</option>`,
)}</select>
<button type="submit" class="second">Save</button></div></form></section>`;

const newsletter = (
  view: View,
  subscriber: Subscriber | undefined,
): Html => html`<section class="box" aria-labelledby="news"><h2 id="news">Coffee news</h2>
<p class="quiet">Subscribing is a call of the backend. Unsubscribing is a command of the page script.</p>
<div class="buttons">
<form method="post" action="${pathOf(view, '/api/newsletter')}"><input type="hidden" name="fields[email]" value="${subscriber?.email ?? view.session.email ?? ''}">
<button type="submit" class="second small-button">Subscribe</button></form>
<button type="button" class="second small-button" id="unsubscribe">Unsubscribe</button></div>
<p id="unsubscribed" role="status"></p></section>`;
