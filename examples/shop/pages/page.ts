import type { html } from 'hono/html';
import type { Connection, Newsletter } from '../backend.ts';
import type { PricedCart } from '../cart.ts';
import type { Notice, Session } from '../session.ts';

/** HTML with escaped text. */
export type Html = ReturnType<typeof html>;

/** Everything that a page of the shop needs. */
export interface View extends Pick<Connection, 'baseUrl' | 'accountId'> {
  readonly newsletter: Newsletter;
  readonly session: Session;
  readonly cart: PricedCart;
  /** Whether the visitor has agreed to tracking. */
  readonly consent: 'granted' | 'denied' | 'pending';
  readonly notice: Notice | undefined;
  /** Allows the inline scripts of this response. */
  readonly nonce: string;
}

export interface Page {
  readonly title: string;
  readonly current?: 'shop' | 'cart' | 'account';
  readonly main: Html;
  /** An event that the page script tracks on this page: action and properties. */
  readonly track?: readonly [action: string, properties: Readonly<Record<string, unknown>>];
}
