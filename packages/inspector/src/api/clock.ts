import { effect, signal } from '@preact/signals';
import { accountId } from './accounts.ts';
import { isLive, onChange } from './changes.ts';
import { ApiError, callApi, caught, type ResponseOf } from './request.ts';

export type ClockState = ResponseOf<'GET /_admin/clock'>;

export const clock = signal<ClockState | undefined>(undefined);

/** The current time of that clock in milliseconds, updated every second; 0 until it is known. */
export const serverNow = signal(0);

/** Whether the server answers. While it does not, its clock is unknown, and the page shows a stopped clock. */
export const isServerThere = signal(true);

let readAt = 0;

async function readClock(): Promise<void> {
  const read = await caught(callApi('GET /_admin/clock', { account_id: accountId.peek() }));
  if (read instanceof ApiError) {
    if (read.status === 0) isServerThere.value = false;
    return;
  }
  clock.value = read;
  readAt = performance.now();
  isServerThere.value = true;
  tick();
}

function tick(): void {
  const state = clock.peek();
  if (!state || !isServerThere.peek()) return;
  const speed = state.is_frozen ? 0 : (state.speed ?? 1);
  serverNow.value = Date.parse(state.now) + (performance.now() - readAt) * speed;
}

/** Real milliseconds after which the clock is read again, lest the two drift apart. */
const READ_EVERY = 30_000;

export function startClock(): void {
  effect(() => {
    if (accountId.value !== '') void readClock();
  });
  onChange(['clock'], () => void readClock());
  effect(() => {
    if (!isLive.value && clock.peek()) void readClock(); // has the server gone, or only the stream?
  });
  setInterval(tick, 1000);
  setInterval(() => void readClock(), READ_EVERY);
}
