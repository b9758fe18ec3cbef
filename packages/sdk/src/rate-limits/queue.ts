import type { Clock } from '../core/clock.ts';
import type { Ask, Denied, Grant, LimitStore } from './limit-store.ts';

/** How long a wait for answers of other processes goes on before the store is asked again: first, and at most. */
const FIRST_LOOK = 20;
const SLOWEST_LOOK = 1000;

/** How many times in a window a store that others use too is asked whether more is free than it said. */
const LOOKS_PER_WINDOW = 250;

/** A request that waits at a gate. */
export interface QueuedRequest {
  readonly ask: Omit<Ask, 'now' | 'waiting' | 'deadline'>;
  /** The latest moment to go through, by the clock. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether it has waited before, so that it comes before the others. */
  readonly isFirst: boolean;
  /** Told when it has to wait. */
  readonly onWait: (denied: Denied) => void;
}

interface Waiter {
  readonly request: QueuedRequest;
  readonly resolve: (verdict: Grant | Denied) => void;
  readonly reject: (reason: unknown) => void;
  /** How long it was told that it has to wait. */
  announced: number;
}

const isGrant = (verdict: Grant | Denied): verdict is Grant => 'marks' in verdict;

/** Lets the requests of one account and kind through in the order in which they came, as their budgets allow. */
export class LimitQueue {
  readonly #store: LimitStore;
  readonly #clock: Clock;
  readonly #queue: Waiter[] = [];
  #isPumping = false;
  /** Why the first in the queue waits, and what ends its wait early. */
  #blocked: { readonly denied: Denied; readonly timer: AbortController } | undefined;
  #looks = 0;

  constructor(store: LimitStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Grants the visit when it is its turn; refuses once it is clear that this will not be by its deadline. */
  enter(request: QueuedRequest): Grant | Promise<Grant | Denied> {
    if (this.#store.isShared || this.#isPumping) return this.#wait(request);
    const verdict = this.#ask(request);
    return isGrant(verdict as Grant | Denied) ? (verdict as Grant) : this.#wait(request); // alone: no promise
  }

  /** Asks again, since something may be free now. */
  wake(): void {
    this.#blocked?.timer.abort();
  }

  #wait(request: QueuedRequest): Promise<Grant | Denied> {
    const { signal, isFirst } = request;
    const { promise, resolve, reject } = Promise.withResolvers<Grant | Denied>();
    const waiter: Waiter = { request, resolve, reject, announced: 0 };
    const leave = () => {
      this.#remove(waiter);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    if (isFirst) this.#queue.unshift(waiter);
    else this.#queue.push(waiter);
    if (this.#blocked) {
      if (isFirst) this.wake();
      else this.#announceWait(waiter, this.#blocked.denied);
    }
    if (!this.#isPumping) void this.#pump();
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  #remove(waiter: Waiter): boolean {
    const at = this.#queue.indexOf(waiter);
    if (at === -1) return false;
    this.#queue.splice(at, 1);
    // The first one's wait was for it alone.
    if (at === 0) this.wake();
    return true;
  }

  /** Sends away who would wait too long, and tells the others that they wait. */
  #announceWait(waiter: Waiter, denied: Denied): void {
    const { request, resolve, reject } = waiter;
    if (denied.until === Infinity) return;
    if (denied.until > request.deadline) {
      if (this.#remove(waiter)) resolve(denied);
    } else if (denied.until > waiter.announced) {
      waiter.announced = denied.until;
      try {
        request.onWait(denied);
      } catch (error) {
        if (this.#remove(waiter)) reject(error);
      }
    }
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    try {
      for (let first = this.#queue[0]; first; first = this.#queue[0]) {
        try {
          const asked = this.#ask(first.request);
          const verdict = 'then' in asked ? await asked : asked;
          if (isGrant(verdict)) this.#admit(first, verdict);
          else await this.#sit(verdict);
        } catch (error) {
          if (this.#remove(first)) first.reject(error);
        }
      }
    } finally {
      this.#isPumping = false;
    }
  }

  #admit(waiter: Waiter, grant: Grant): void {
    this.#looks = 0;
    if (this.#remove(waiter)) waiter.resolve(grant);
    // It left while the store was being asked.
    else
      void this.#store.settle(
        this.#complete(waiter.request),
        grant,
        grant.marks.map(() => ({ kind: 'uncounted' })),
      );
  }

  /** Waits until the refusal is over, or something happens before. */
  async #sit(denied: Denied): Promise<void> {
    const timer = new AbortController();
    this.#blocked = { denied, timer };
    for (const waiter of [...this.#queue]) this.#announceWait(waiter, denied);
    const [first] = this.#queue;
    if (first && !timer.signal.aborted) {
      const wait = Math.min(this.#nextLook(denied, first.request), denied.until - this.#clock.now());
      // Rejects only because of the signal.
      if (wait === Infinity) await new Promise((resolve) => timer.signal.addEventListener('abort', resolve));
      else await this.#clock.wait(wait, timer.signal).catch(() => {});
    }
    this.#blocked = undefined;
  }

  /** How long to believe a refusal. */
  #nextLook({ until }: Denied, { ask }: QueuedRequest): number {
    if (!this.#store.isShared) return Infinity;
    if (until !== Infinity) return ask.allowances.window / LOOKS_PER_WINDOW;
    this.#looks += 1;
    return Math.min(SLOWEST_LOOK, FIRST_LOOK * 2 ** this.#looks, ask.allowances.window / LOOKS_PER_WINDOW);
  }

  #ask(request: QueuedRequest): Grant | Denied | Promise<Grant | Denied> {
    return this.#store.take(this.#complete(request));
  }

  #complete({ ask, deadline }: QueuedRequest): Ask {
    return { ...ask, now: this.#clock.now(), waiting: Math.max(1, this.#queue.length), deadline };
  }
}
