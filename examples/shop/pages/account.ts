import type { Subscriber } from '@trickle/sdk';
import { html, raw } from 'hono/html';
import { money, priceCart } from '../cart.ts';
import type { Order, Session } from '../session.ts';
import { field } from './checkout.ts';
import type { Html, Page, View } from './page.ts';

const ROASTS = ['light', 'medium', 'dark'];

/** The sign-in form, for visitors without an account. */
export const signInPage = (): Page => ({
  title: 'Sign in',
  current: 'account',
  main: html`<h1>Sign in</h1>
<p>Any address will do. The shop's backend creates or updates the subscriber, and tells the API which visitor signed in.</p>
<form method="post" action="/api/sign-in" class="box" id="sign-in">
<input type="hidden" name="visitor" value="">
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true })}
${field({ name: 'first_name', label: 'First name', autocomplete: 'given-name' })}
<button class="wide">Sign in</button></form>`,
});

/** The customer's account from the API, and the orders placed in this browser. `subscriber` is absent if reading failed. */
export const accountPage = ({ session }: View, subscriber: Subscriber | undefined): Page => ({
  title: 'Account',
  current: 'account',
  main: html`<div class="row spread"><h1>Hello${subscriber?.first_name ? `, ${subscriber.first_name}` : ''}</h1>
<form method="post" action="/api/sign-out"><button class="second">Sign out</button></form></div>
<div class="grid">
<section class="box" aria-labelledby="orders"><h2 id="orders">Orders</h2>${orders(session)}</section>
<div class="grid">
${subscriber && profile(subscriber)}
${newsletter(session)}
</div></div>`,
});

const orders = (session: Session): Html =>
  session.orders.length === 0
    ? html`<p class="quiet">You have not ordered anything yet. <a href="/">See the coffees</a></p>`
    : html`<ul class="rows">${session.orders.toReversed().map(orderRow)}</ul>`;

const orderRow = ({ id, cart, total, isRefunded }: Order): Html => html`<li class="row">
<div><h3>Order #${id.slice(-5)}</h3>
<p class="quiet">${priceCart(cart)
  .lines.map(({ quantity, product }) => `${quantity} × ${product.name}`)
  .join(', ')}</p></div>
<p class="price">${money(total)}</p>
${
  isRefunded
    ? html`<p class="chip">Refunded</p>`
    : html`<form method="post" action="/api/refund"><input type="hidden" name="order" value="${id}">
<button class="second" aria-label="Refund order #${id.slice(-5)}">Refund</button></form>`
}</li>`;

const profile = ({
  email,
  status,
  lifetime_value,
  tags,
  custom_fields,
}: Subscriber): Html => html`<section class="box" aria-labelledby="profile"><h2 id="profile">Profile</h2>
<dl class="rows"><div class="row"><dt>Email</dt><dd>${email}</dd></div>
<div class="row"><dt>Status</dt><dd>${status}</dd></div>
<div class="row"><dt>Lifetime value</dt><dd>${money(lifetime_value)}</dd></div>
<div class="row"><dt>Tags</dt><dd class="row">${tags.length === 0 ? 'none' : tags.map((tag) => html`<span class="chip">${tag}</span>`)}</dd></div></dl>
<form method="post" action="/api/profile">
<label for="roast">Favorite roast</label>
<div class="row"><select id="roast" name="roast">${ROASTS.map((roast) => html`<option${raw(roast === custom_fields.favorite_roast ? ' selected' : '')}>${roast}</option>`)}</select>
<button class="second">Save</button></div></form></section>`;

const newsletter = ({
  email,
}: Session): Html => html`<section class="box" aria-labelledby="news"><h2 id="news">Coffee news</h2>
<p class="quiet">Subscribing is a call of the backend. Unsubscribing is a command of the page script.</p>
<div class="row">
<form method="post" action="/api/newsletter"><input type="hidden" name="fields[email]" value="${email}">
<button class="second">Subscribe</button></form>
<button type="button" class="second" id="unsubscribe">Unsubscribe</button></div>
<p id="unsubscribed" role="status"></p></section>`;
