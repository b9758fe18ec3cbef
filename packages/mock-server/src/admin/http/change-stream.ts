import { after } from '../../shared/platform/timers.ts';
import { TOPICS, type Topic } from '../../store/engine/schema.ts';
import { watchChanges } from '../queries/changes.ts';
import type { Scope } from '../scope.ts';
import { streamResponse } from './event-stream.ts';
import { checked, readQuery } from './read-admin-input.ts';
import { ChangesQuery } from './stream-query.ts';

/** Interval between heartbeat comments, in real milliseconds. */
const HEARTBEAT = 15_000;

/** The minimum interval between messages, in real milliseconds. */
const PACE = 250;

/** Streams the topics of changes as server-sent events, several changes in one message. */
export async function streamChanges({ runtime }: Scope, request: Request): Promise<Response> {
  const query = readQuery(new URL(request.url));
  const { account_id: accountId } = checked(ChangesQuery, query, query);
  if (accountId !== undefined) await runtime.accounts.assertExists(accountId);
  const encoder = new TextEncoder();
  const { signal: closing } = runtime.closing;
  let end = () => {};
  let pending: PendingTopics | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const isReading = () => (controller.desiredSize ?? 0) > 0;
      const topics = new PendingTopics(send, isReading);
      pending = topics;
      const unwatch = watchChanges(runtime, accountId, (changed) => topics.add(changed));
      const stopBeating = beat(() => {
        if (isReading()) send(': \n\n');
      });
      const finish = () => {
        end();
        controller.close();
      };
      closing.addEventListener('abort', finish, { once: true });
      end = () => {
        unwatch();
        topics.end();
        stopBeating();
        closing.removeEventListener('abort', finish);
      };
      send(': listening\n\n');
    },
    pull: () => pending?.flush(),
    cancel: () => end(),
  });
  return streamResponse(body);
}

/** The topics to send: at most one message per interval, and none while the reader is behind. */
class PendingTopics {
  readonly #send: (text: string) => void;
  readonly #isReading: () => boolean;
  readonly #topics = new Set<Topic>();
  #cancelPause: (() => void) | undefined;

  constructor(send: (text: string) => void, isReading: () => boolean) {
    this.#send = send;
    this.#isReading = isReading;
  }

  add(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.add(topic);
    this.flush();
  }

  /** Sends the topics. Call it as well when the reader has caught up. */
  flush(): void {
    if (this.#cancelPause || this.#topics.size === 0 || !this.#isReading()) return;
    const topics = TOPICS.filter((topic) => this.#topics.has(topic));
    this.#topics.clear();
    this.#send(`event: change\ndata: ${JSON.stringify({ topics })}\n\n`);
    this.#cancelPause = after(PACE, () => {
      this.#cancelPause = undefined;
      this.flush();
    });
  }

  end(): void {
    this.#cancelPause?.();
  }
}

/** Calls a function at each heartbeat. Returns a function that ends it. */
function beat(work: () => void): () => void {
  let cancel = () => {};
  const next = () => {
    cancel = after(HEARTBEAT, () => {
      work();
      next();
    });
  };
  next();
  return () => cancel();
}
