import type { PricedCart } from '../cart.ts';
import type { Notice, Session } from '../session.ts';

/** Whether the visitor lets the page script work. */
export type Consent = 'granted' | 'denied' | 'pending';

/** What every page of the shop needs. */
export interface View {
  readonly accountId: string;
  /** The URL of the page script's host, without a slash at its end. */
  readonly host: string;
  /** That host as a source in the content security policy. */
  readonly scriptSource: string;
  /** The path of the server without a slash at its end: empty unless a proxy adds one. */
  readonly root: string;
  readonly session: Session;
  readonly cart: PricedCart;
  readonly consent: Consent;
  readonly notice: Notice | undefined;
  /** The account's first embedded form, which the footer shows. */
  readonly formId: string | undefined;
  /** The account's first active campaign: the newsletter. */
  readonly campaignId: string | undefined;
}

/** The path of a page of the shop, or of an action of its backend. */
export const pathOf = ({ root }: Pick<View, 'root'>, path = ''): string => `${root}/demo${path}`;
