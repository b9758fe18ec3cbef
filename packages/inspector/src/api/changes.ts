import { signal } from '@preact/signals';
import type { Topic } from '@trickle/mock-server/admin';
import { serverUrl } from '../location/server-url.ts';

export type { Topic };

export const isLive = signal(false);

const listeners = new Set<{ readonly topics: readonly Topic[]; readonly notify: () => void }>();

/** Calls back after a change of one of the topics. Returns the function that ends this. */
export function onChange(topics: readonly Topic[], notify: () => void): () => void {
  const listener = { topics, notify };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells everything on the page that these topics changed, as after an action. */
export function announce(topics: readonly Topic[] | 'all'): void {
  for (const listener of [...listeners]) {
    if (topics === 'all' || listener.topics.some((topic) => topics.includes(topic))) listener.notify();
  }
}

/** Real milliseconds until a rejected stream is opened again. */
const RETRY_AFTER = 15_000;

/** Listens to the server's changes, and opens the stream again when it ends. */
export function startChanges(): void {
  let wasLive = false;
  const stream = new EventSource(serverUrl('/_admin/changes/stream'));
  stream.addEventListener('open', () => {
    isLive.value = true;
    if (wasLive) announce('all'); // changes may have been missed
    wasLive = true;
  });
  stream.addEventListener('change', ({ data }) => {
    const { topics } = JSON.parse(data) as { topics: readonly Topic[] }; // the stream's format
    announce(topics);
  });
  stream.addEventListener('error', () => {
    isLive.value = false;
    // The browser retries a broken connection, but not a rejected one.
    if (stream.readyState === EventSource.CLOSED) setTimeout(startChanges, RETRY_AFTER);
  });
}
