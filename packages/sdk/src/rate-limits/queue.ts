import { deferred, reasonOf } from '../core/abort.ts';
import type { Clock } from '../core/clock.ts';
import type { Ask, Denied, Grant, LimitStore } from './budget.ts';

/** First and maximum interval at which the store is polled for responses to other processes, in milliseconds. */
const FIRST_POLL = 20;
const MAX_POLL = 1000;

/** Polls per window of a denied request at a shared store. */
const POLLS_PER_WINDOW = 250;

export interface QueuedRequest {
  readonly ask: Omit<Ask, 'now' | 'waiting' | 'deadline'>;
  /** Latest time to be admitted, by the clock. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether it is placed at the front of the queue, since it has waited before. */
  readonly isFirst: boolean;
  /** Called when it has to wait. */
  readonly onWait: (denied: Denied) => void;
}

interface Waiter {
  readonly request: QueuedRequest;
  readonly resolve: (verdict: Grant | Denied) => void;
  readonly reject: (reason: unknown) => void;
  /** The time passed to `onWait` last. */
  announced: number;
  /** Whether the store has denied it. */
  hasWaited: boolean;
}

const isGrant = (verdict: Grant | Denied): verdict is Grant => 'marks' in verdict;

/** A queue of the requests of one account and kind. Admits them in order, as their budgets allow. */
export class LimitQueue {
  readonly #store: LimitStore;
  readonly #clock: Clock;
  readonly #queue: Waiter[] = [];
  #isPumping = false;
  /** The reason why the first request waits, and the controller that ends its wait early. */
  #blocked: { readonly denied: Denied; readonly timer: AbortController } | undefined;
  #polls = 0;

  constructor(store: LimitStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Waits until the request is admitted. Denies it once it cannot be admitted by its deadline. */
  enter(request: QueuedRequest): Grant | Promise<Grant | Denied> {
    if (this.#store.isShared || this.#isPumping) return this.#wait(request);
    const verdict = this.#ask(request);
    return isGrant(verdict as Grant | Denied) ? (verdict as Grant) : this.#wait(request); // synchronous if the queue is empty
  }

  /** Asks the store again, since its budgets may have changed. */
  wake(): void {
    this.#blocked?.timer.abort();
  }

  #wait(request: QueuedRequest): Promise<Grant | Denied> {
    const { signal, isFirst } = request;
    const { promise, resolve, reject } = deferred<Grant | Denied>();
    const waiter: Waiter = { request, resolve, reject, announced: 0, hasWaited: isFirst };
    const leave = () => {
      this.#remove(waiter);
      if (signal) reject(reasonOf(signal));
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
    // The wait was for the first request only.
    if (at === 0) this.wake();
    return true;
  }

  /** Denies a request that would wait past its deadline, otherwise reports its wait. */
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
          const asked = this.#ask(first.request, first.hasWaited);
          const verdict = 'then' in asked ? await asked : asked;
          if (isGrant(verdict)) this.#admit(first, verdict);
          else {
            first.hasWaited = true;
            await this.#waitFor(verdict);
          }
        } catch (error) {
          if (this.#remove(first)) first.reject(error);
        }
      }
    } finally {
      this.#isPumping = false;
    }
  }

  #admit(waiter: Waiter, grant: Grant): void {
    this.#polls = 0;
    if (this.#remove(waiter)) {
      waiter.resolve(grant);
      return;
    }
    // It was aborted while the store was asked.
    const unused = grant.marks.map(() => ({ kind: 'uncounted' as const }));
    void this.#store.settle(this.#complete(waiter.request), grant, unused);
  }

  /** Waits until the denial expires, or until `wake`. */
  async #waitFor(denied: Denied): Promise<void> {
    const timer = new AbortController();
    this.#blocked = { denied, timer };
    for (const waiter of [...this.#queue]) this.#announceWait(waiter, denied);
    const [first] = this.#queue;
    if (first && !timer.signal.aborted) {
      const wait = this.#nextPoll(denied, first.request);
      // Rejects only if the signal aborts.
      if (wait === Infinity) await new Promise((resolve) => timer.signal.addEventListener('abort', resolve));
      else await this.#clock.wait(wait, timer.signal).catch(() => {});
    }
    this.#blocked = undefined;
  }

  /** Milliseconds until the store is asked again. */
  #nextPoll({ until, turn = 0 }: Denied, { ask }: QueuedRequest): number {
    const rest = until - this.#clock.now();
    if (!this.#store.isShared) return rest;
    const usual = ask.allowances.window / POLLS_PER_WINDOW;
    if (until !== Infinity) return Math.max(turn, Math.min(usual, rest));
    this.#polls += 1;
    return Math.max(turn, Math.min(MAX_POLL, FIRST_POLL * 2 ** this.#polls, usual));
  }

  #ask(request: QueuedRequest, hasWaited = false): Grant | Denied | Promise<Grant | Denied> {
    return this.#store.take({ ...this.#complete(request), hasWaited });
  }

  #complete({ ask, deadline }: QueuedRequest): Ask {
    return { ...ask, now: this.#clock.now(), waiting: Math.max(1, this.#queue.length), deadline };
  }
}
