import type { html } from 'hono/html';
import type { Connection, Newsletter } from '../backend.ts';
import type { PricedCart } from '../cart.ts';
import type { Notice, Session } from '../session.ts';

/** HTML whose text is escaped. */
export type Html = ReturnType<typeof html>;

/** What every page of the shop needs. */
export interface View extends Pick<Connection, 'baseUrl' | 'accountId'> {
  readonly newsletter: Newsletter;
  readonly session: Session;
  readonly cart: PricedCart;
  /** Whether the visitor lets the page script work. */
  readonly consent: 'granted' | 'denied' | 'pending';
  readonly notice: Notice | undefined;
  /** Allows the inline scripts of this response. */
  readonly nonce: string;
}

/** One page of the shop. */
export interface Page {
  readonly title: string;
  /** The page in the navigation that is the current one. */
  readonly current?: 'shop' | 'cart' | 'account';
  readonly main: Html;
  /** An event that the page script tracks on this page: action and properties. */
  readonly track?: readonly [action: string, properties: Readonly<Record<string, unknown>>];
}
