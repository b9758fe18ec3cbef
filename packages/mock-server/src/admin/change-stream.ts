import { TOPICS, type Topic, watchChanges } from '../control/inspection/changes.ts';
import type { Inspector } from '../control/inspection/inspector.ts';
import { after } from '../platform/timers.ts';
import { checked, readQuery } from './read-admin-input.ts';
import { ChangesQuery } from './stream-query.ts';

/** Interval between heartbeat comments, in real milliseconds. */
const HEARTBEAT = 15_000;

/** The least interval between messages, in real milliseconds. */
const PACE = 250;

/** Streams the topics of changes as server-sent events, several changes in one message. */
export async function streamChanges({ server: { runtime } }: Inspector, request: Request): Promise<Response> {
  const query = readQuery(new URL(request.url));
  const { account_id: accountId } = checked(ChangesQuery, query, query);
  if (accountId !== undefined) await runtime.accounts.requireNow(accountId);
  const encoder = new TextEncoder();
  const { signal: closing } = runtime.closing;
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const pending = new Set<Topic>();
      let isPaused = false;
      const flush = () => {
        isPaused = false;
        if (pending.size === 0) return;
        const topics = TOPICS.filter((topic) => pending.has(topic));
        pending.clear();
        send(`event: change\ndata: ${JSON.stringify({ topics })}\n\n`);
        pause();
      };
      let cancelPause = () => {};
      const pause = () => {
        isPaused = true;
        cancelPause = after(PACE, flush);
      };
      const unwatch = watchChanges(runtime, accountId, (topics) => {
        for (const topic of topics) pending.add(topic);
        if (pending.size > 0 && !isPaused) flush();
      });
      const stopBeating = beat(() => send(': \n\n'));
      const finish = () => {
        end();
        controller.close();
      };
      closing.addEventListener('abort', finish, { once: true });
      end = () => {
        unwatch();
        cancelPause();
        stopBeating();
        closing.removeEventListener('abort', finish);
      };
      send(': listening\n\n');
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
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
