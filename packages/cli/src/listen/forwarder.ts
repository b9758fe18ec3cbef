import type { Terminal } from '../terminal/terminal.ts';
import { Lanes } from './lanes.ts';
import { postWebhook } from './post.ts';
import { printOutcome } from './print-outcome.ts';
import type { Webhook } from './webhook-stream.ts';

/** The number of simultaneous requests, the same as the reference server's per webhook. */
const AT_ONCE = 8;

/** Maximum number of waiting webhooks; beyond it, the stream pauses. */
const MAX_WAITING = 1000;

/** Posts webhooks to a URL, one at a time per subscriber, and prints the outcomes. */
export class Forwarder {
  readonly #url: URL;
  readonly #terminal: Terminal;
  readonly #stop: AbortController;
  readonly #lanes = new Lanes(AT_ONCE);
  readonly #abandoned = new AbortController();

  /** Starts no more requests once `stop` aborts. It is aborted if an outcome cannot be printed. */
  constructor(url: URL, terminal: Terminal, stop: AbortController) {
    this.#url = url;
    this.#terminal = terminal;
    this.#stop = stop;
    stop.signal.addEventListener('abort', () => this.#lanes.stop());
  }

  async add(webhook: Webhook): Promise<void> {
    this.#lanes.add(webhook.subscriberId, () => this.#forward(webhook));
    await this.#lanes.until(MAX_WAITING);
  }

  abandon(): void {
    this.#abandoned.abort();
  }

  /** Waits for all requests, or after a stop, for those in progress. Returns how many webhooks are left. */
  async end(): Promise<number> {
    await this.#lanes.until(0);
    return this.#lanes.size;
  }

  async #forward(webhook: Webhook): Promise<void> {
    const outcome = await postWebhook(this.#url, webhook, this.#abandoned.signal);
    try {
      await printOutcome(this.#terminal, this.#url, webhook, outcome);
    } catch (error) {
      if (this.#stop.signal.aborted) this.abandon();
      else this.#stop.abort(error);
    }
  }
}
