/** What came of something that was taken from a budget. */
export type Outcome =
  /** The service counted it; `remaining` is what it says is left, and `limit` how much there is. */
  | { readonly kind: 'counted'; readonly limit?: number | undefined; readonly remaining?: number | undefined }
  /** It never reached the service, or the service does not count it. */
  | { readonly kind: 'uncounted' }
  /** No answer came, so that nobody knows whether it was counted. */
  | { readonly kind: 'unknown' }
  /** The service refused it, since nothing is left; `retryAfter` milliseconds from now there may be. */
  | { readonly kind: 'refused'; readonly retryAfter?: number | undefined };

/** What was known of a budget when something was taken from it. */
export interface Mark {
  readonly epoch: number;
  readonly left: number | undefined;
  /** How many answers had come. */
  readonly answers: number;
}

/** The part of a budget that is kept back while others wait, if it is fine enough to find the end of a window with. */
const RESERVE = 0.03;
const FINE = 100;

/** How many go ahead while nothing is known of a budget. */
const PROBES = 8;

/** How often a budget that was used up by somebody else is asked in the time of one window. */
const ASKS_PER_WINDOW = 30;

/** The shortest wait after a refusal, in milliseconds; it doubles with each refusal in a row. */
const MIN_WAIT = 1000;

/** How much longer a window is taken to be, since the service's clock is not ours. */
const MARGIN = 1.001;

/**
 * One budget of the service: so many requests or records in a window of time. Pure arithmetic: the time is given.
 *
 * The service's windows are fixed, begin when it pleases, and are shared with whoever else uses the account; all it
 * tells is what is left. What follows from that:
 *
 * - What was answered a window ago is free again, wherever the window's edges are: `#log` slides.
 * - An answer after which more is left than before it can only come from a new window: a new *epoch* begins, and what
 *   was taken before it counts no more. `#left` is the least that answers of this epoch have told, what is under way
 *   (`#flying`) may not be in it yet, and the window is surely over a window's length after the epoch's first answer.
 * - While nothing is known, a few go ahead and the others wait for their answers.
 * - When more are waiting than is left, the last few are spread over the rest of the window, so that one of them
 *   finds out when the window ends early.
 */
// Unspecified: U-19
export class Budget {
  #limit: number;
  readonly #window: number;
  /** What was counted in this epoch, and when it is surely free again; the oldest first. */
  #log: { until: number; amount: number; remaining: number | undefined }[] = [];
  #logged = 0;
  #flying = 0;
  #answers = 0;
  #epoch = 0;
  #left: number | undefined;
  #openedBy = 0;
  #closedUntil = 0;
  #takenAt = 0;
  #isRefused = false;
  /** Refusals since the last request that was counted. */
  #refusals = 0;
  #hasNoHeaders: boolean;

  /** `isMute` says that answers do not tell what is left of it. */
  constructor(limit: number, window: number, hasNoHeaders = false) {
    this.#limit = limit;
    this.#window = window * MARGIN;
    this.#hasNoHeaders = hasNoHeaders;
  }

  /**
   * When `amount` can be taken: now or earlier for at once, `Infinity` for not before an answer comes. `waiting` is
   * how many want the same, this one included, which waits until `deadline` if need be.
   */
  freeAt(now: number, amount: number, waiting: number, deadline = Infinity): number {
    this.#age(now);
    if (now < this.#closedUntil) return this.#closedUntil;
    const wanted = Math.min(amount, this.#limit);
    const lacking = this.#logged + this.#flying + wanted - this.#limit;
    if (lacking > 0) return this.#expiryOf(lacking);
    if (this.#left === undefined) return this.#flying < this.#probes() ? now : Infinity;
    const free = this.#left - this.#flying;
    if (free < wanted) return this.#openedBy + this.#window;
    if (waiting * wanted <= free || free > this.#reserve()) return now;
    const spread = this.#takenAt + (this.#openedBy + this.#window - this.#takenAt) / (free + 1);
    return spread > deadline ? now : spread;
  }

  /** Takes what is free. The mark is to be given back with the outcome. */
  take(now: number, amount: number): Mark {
    this.#takenAt = now;
    this.#flying += amount;
    return { epoch: this.#epoch, left: this.#left, answers: this.#answers };
  }

  settle(now: number, amount: number, mark: Mark, outcome: Outcome): void {
    this.#age(now);
    const flew = this.#flying;
    this.#flying -= amount;
    if (outcome.kind === 'refused') this.#close(now, mark, outcome.retryAfter);
    if (outcome.kind === 'refused' || outcome.kind === 'uncounted') return;
    const { limit = this.#limit, remaining } = outcome.kind === 'counted' ? outcome : {};
    if (outcome.kind === 'counted') this.#refusals = 0;
    this.#limit = limit;
    this.#log.push({ until: now + this.#window, amount, remaining });
    this.#logged += amount;
    this.#answers += 1;
    if (remaining !== undefined) {
      this.#learn(now, mark, remaining, flew);
      return;
    }
    if (this.#left !== undefined) this.#left -= amount;
    else if (outcome.kind === 'counted') this.#countWithoutHeaders(mark);
  }

  #countWithoutHeaders(mark: Mark): void {
    this.#hasNoHeaders = true;
    if (mark.epoch === this.#epoch) this.#isRefused = false;
  }

  #learn(now: number, mark: Mark, remaining: number, flew: number): void {
    this.#hasNoHeaders = false;
    if (mark.epoch !== this.#epoch) {
      // Of this epoch's window, if it fits there; else of the one before.
      if (this.#left !== undefined && remaining >= this.#left - flew) {
        this.#left = Math.min(this.#left, remaining);
      }
    } else if (this.#left === undefined) {
      this.#open(now, remaining);
    } else if (mark.left !== undefined && remaining >= mark.left) {
      this.#begin(now, mark, remaining);
    } else {
      this.#left = Math.min(this.#left, remaining);
    }
  }

  /** A new window has begun, some time between sending and the answer. */
  #begin(now: number, mark: Mark, remaining: number): void {
    // Answers that came meanwhile may be of it as well, and this one does not know of them.
    const meanwhile = this.#answers - mark.answers - 1;
    this.#forget(Math.max(0, this.#log.length - 1 - meanwhile));
    let left = remaining;
    for (const { amount, remaining: told } of this.#log.slice(0, -1)) {
      if (told === undefined) left -= amount;
      else if (told >= remaining - meanwhile) left = Math.min(left, told);
    }
    this.#epoch += 1;
    this.#open(now, left);
  }

  #open(now: number, remaining: number): void {
    this.#left = remaining;
    this.#openedBy = now;
    this.#isRefused = false;
  }

  /** Nothing is left. Where the window's end is known, that is waited for; else it is asked for now and then. */
  #close(now: number, mark: Mark, retryAfter: number | undefined): void {
    if (retryAfter === undefined) {
      if (mark.epoch !== this.#epoch) return; // something newer is known
      if (this.#left !== undefined) {
        this.#left = Math.min(this.#left, 0);
        return;
      }
    }
    // Of requests that were under way together one counts.
    if (mark.epoch === this.#epoch) this.#refusals += 1;
    this.#left = undefined;
    this.#epoch += 1;
    this.#isRefused = true;
    // A service may name a moment that is over, again and again.
    const usual = this.#window / ASKS_PER_WINDOW;
    const least = Math.min(usual, MIN_WAIT * 2 ** (this.#refusals - 1));
    this.#closedUntil = now + Math.max(least, retryAfter ?? usual);
  }

  #age(now: number): void {
    if (this.#left !== undefined && now >= this.#openedBy + this.#window) {
      this.#left = undefined;
      this.#epoch += 1;
      this.#forget(this.#log.length);
    }
    const alive = this.#log.findIndex(({ until }) => until > now);
    this.#forget(alive === -1 ? this.#log.length : alive);
  }

  /** Takes the oldest entries out of the log. */
  #forget(count: number): void {
    if (count === 0) return;
    for (const { amount } of this.#log.splice(0, count)) this.#logged -= amount;
  }

  #expiryOf(lacking: number): number {
    let freed = 0;
    for (const { until, amount } of this.#log) {
      freed += amount;
      if (freed >= lacking) return until;
    }
    return Infinity;
  }

  #reserve(): number {
    const reserve = Math.floor(this.#limit * RESERVE);
    return reserve < FINE ? 0 : reserve;
  }

  /** How many may be under way while nothing is known. */
  #probes(): number {
    if (this.#isRefused) return 1;
    return this.#hasNoHeaders ? Infinity : Math.max(1, Math.min(PROBES, Math.floor(this.#limit / 100)));
  }
}
