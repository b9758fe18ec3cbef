import { createIds } from '../shared/platform/ids.ts';
import { systemRandom } from '../shared/platform/random.ts';

/** A call of the shop's backend to the API, as the drawer shows it. */
export interface BackendCall {
  /** Number within the session, from 1. */
  readonly number: number;
  /** The method of the SDK, such as `subscribers.upsert`. */
  readonly method: string;
  readonly code: string;
  readonly isOk: boolean;
  /** What the SDK returned, or the error's name and message. */
  readonly answer: unknown;
  /** The ids of the requests that the call sent: more than one after a retry. */
  readonly requestIds: readonly string[];
  /** The id of the subscriber that the call returned. */
  readonly subscriberId: string | undefined;
}

/** An order that a visitor placed in this shop. */
export interface ShopOrder {
  readonly id: string;
  readonly lines: readonly CartLine[];
  /** In cents. */
  readonly total: number;
  readonly isRefunded: boolean;
}

export interface CartLine {
  readonly slug: string;
  readonly quantity: number;
}

/** A notice that the shop shows once, on the next page. */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly text: string;
}

/** What the shop knows about one browser. */
export interface Session {
  /** Changes when a customer signs in or out. */
  id: string;
  /** The email address of the signed-in customer. */
  email: string | undefined;
  cartId: string | undefined;
  /** Whether the API has heard of the cart. */
  isCartReported: boolean;
  cart: CartLine[];
  orders: ShopOrder[];
  calls: BackendCall[];
  callCount: number;
  notice: Notice | undefined;
}

const COOKIE = 'trickle_demo_shop';
const MAX_SESSIONS = 500;
const MAX_CALLS = 60;

/** Sessions of the shop, in memory: a demo forgets its customers when the server restarts. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #ids = createIds(systemRandom);

  /** Finds the session of a request, or makes one that is stored only when `keep` is called. */
  of(request: Request): Session {
    const id = new RegExp(`(?:^|;\\s*)${COOKIE}=([a-f0-9]{32})`).exec(
      request.headers.get('cookie') ?? '',
    )?.[1];
    return this.#sessions.get(id ?? '') ?? newSession(this.#ids.hex());
  }

  /** Stores a session and returns its cookie. The oldest sessions make room. */
  keep(session: Session): string {
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    for (const id of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(id);
    }
    return `${COOKIE}=${session.id}; Path=/; HttpOnly; SameSite=Lax`;
  }

  /** Gives a session another id. Requests with the earlier one get a new session. */
  renew(session: Session): void {
    this.#sessions.delete(session.id);
    session.id = this.#ids.hex();
  }

  /** A new id for a cart or an order. */
  newId(): string {
    return this.#ids.digits();
  }
}

const newSession = (id: string): Session => ({
  id,
  email: undefined,
  cartId: undefined,
  isCartReported: false,
  cart: [],
  orders: [],
  calls: [],
  callCount: 0,
  notice: undefined,
});

/** Adds a call to a session, which shows the newest ones. */
export function addCall(session: Session, call: Omit<BackendCall, 'number'>): void {
  session.callCount += 1;
  session.calls = [...session.calls, { ...call, number: session.callCount }].slice(-MAX_CALLS);
}

/** Returns the session's notice and forgets it. */
export function takeNotice(session: Session): Notice | undefined {
  const { notice } = session;
  session.notice = undefined;
  return notice;
}
