import { randomUUID } from 'node:crypto';
import type { Cart } from './cart.ts';

export interface Order {
  readonly id: string;
  readonly cart: Cart;
  /** In cents. */
  readonly total: number;
  isRefunded: boolean;
}

/** A notice shown once, on the next page. */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly text: string;
}

/** An SDK call, as shown in the drawer. */
export interface ShownCall {
  readonly id: string;
  /** The method, such as `subscribers.upsert`. */
  readonly method: string;
  readonly args: readonly unknown[];
  readonly isOk: boolean;
  /** The SDK's result, or the error's name and message. */
  readonly answer: unknown;
  /** The requests that the call sent: more than one after a retry. */
  readonly requests: readonly string[];
}

/** The shop's data about one browser. */
export interface Session {
  /** The value of the cookie, the only proof of identity. */
  readonly id: string;
  /** The email address of the signed-in customer. */
  email?: string | undefined;
  cart: Cart;
  /** Identifies the cart to the service until checkout. */
  cartId?: string | undefined;
  /** Whether the service knows the cart. */
  isCartReported: boolean;
  /** The id of the next order, set when the checkout page is shown. */
  nextOrderId?: string | undefined;
  orders: Order[];
  /** The newest calls of the backend, for the drawer. */
  calls: ShownCall[];
  notice?: Notice | undefined;
}

const MAX_SESSIONS = 500;

const newSession = (): Session => ({
  id: randomUUID(),
  cart: new Map(),
  isCartReported: false,
  orders: [],
  calls: [],
});

/** The shop's sessions, in memory: a restart clears them. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  /** Finds a session by its cookie, or creates a temporary one until it is kept. */
  find(id = ''): Session {
    return this.#sessions.get(id) ?? newSession();
  }

  /** Keeps a session. The oldest sessions are dropped. */
  keep(session: Session): void {
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    for (const id of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(id);
    }
  }

  /**
   * Ends a session and returns its successor, which has another id. The earlier id, which an attacker may have chosen or
   * seen, is useless afterwards, also to requests that are still running.
   */
  renew(session: Session): Session {
    this.#sessions.delete(session.id);
    const successor = {
      ...session,
      id: randomUUID(),
      orders: [...session.orders],
      calls: [...session.calls],
    };
    this.keep(successor);
    return successor;
  }
}
