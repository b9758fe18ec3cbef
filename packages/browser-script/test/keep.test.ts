import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { createKeep, type Keep } from '../src/keep.ts';
import type { Message } from '../src/message.ts';
import { randomId } from '../src/random-id.ts';

/** Storage and locks as a browser has them for the pages of a site. */
function browser() {
  const storage = new Map<string, string>();
  const queues = new Map<string, (() => void)[]>();
  const begin = (name: string) => queues.get(name)?.[0]?.();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, run: () => unknown) =>
        new Promise<void>((resolve, reject) => {
          const queue = queues.get(name) ?? [];
          queues.set(name, queue);
          const asker = opening;
          const turn = async () => {
            // Nobody answers a page that has gone.
            if (!asker?.isGone) await run();
            queue.shift();
            begin(name);
          };
          queue.push(() => void turn().then(resolve, reject));
          if (queue.length === 1) begin(name);
        }),
    },
  });
  return { kept: () => storage.get('key') ?? '' };
}

/** The page that is opened right now. */
let opening: Page | undefined;

/** A page that keeps messages. */
interface Page {
  isGone: boolean;
  readonly keep: Keep;
  readonly waiting: Message[];
}

function openPage(): Page {
  const waiting: Message[] = [];
  const keep = createKeep('key', (message) => {
    waiting.push(message);
    keep.write(waiting);
  });
  opening = { keep, waiting, isGone: false };
  const page = opening;
  keep.recover();
  opening = undefined;
  return page;
}

function leave(page: Page): void {
  page.isGone = true;
  page.keep.write(page.waiting, false, true);
}

const message = (): Message => {
  const id = randomId();
  return { id, at: Date.now(), page: '{"url":"/"}', text: `{"id":"${id}","command":"track"}` };
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  return () => vi.useRealTimers();
});

// U-70
test('whatever pages keep and however they end, every message is sent by one page in the end', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('give', 'arrive', 'leave', 'crash', 'open'), fc.nat(3)));
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { kept } = browser();
      const given_ids = new Set<string>();
      const arrived: string[] = [];
      let pages: Page[] = [openPage()];
      for (const [what, which] of given) {
        const page = pages[which % Math.max(1, pages.length)];
        if (what === 'open' || !page) {
          pages.push(openPage());
        } else if (what === 'give') {
          const one = message();
          given_ids.add(one.id);
          page.waiting.push(one);
          page.keep.write(page.waiting);
        } else if (what === 'arrive') {
          arrived.push(...page.waiting.splice(0).map(({ id }) => id));
          page.keep.write(page.waiting, true);
        } else {
          // The browser gives a lock back however a page ends; that of one that is left is given back by itself.
          leave(page);
          pages = pages.filter((other) => other !== page);
        }
        await vi.advanceTimersByTimeAsync(2000);
      }
      for (const page of pages) leave(page);
      const last = openPage();
      await vi.advanceTimersByTimeAsync(60_000);
      const waiting = last.waiting.map(({ id }) => id);
      expect(new Set([...arrived, ...waiting])).toEqual(given_ids);
      expect(arrived.length + waiting.length).toBe(given_ids.size);
      last.waiting.length = 0;
      last.keep.write(last.waiting, true);
      expect(kept()).toBe('');
    }),
    { numRuns: 200 },
  );
});

test('what one page keeps, another one takes over when the first has gone, and not before', async () => {
  browser();
  const first = openPage();
  first.waiting.push(message());
  first.keep.write(first.waiting);
  const second = openPage();
  const third = openPage();
  await vi.advanceTimersByTimeAsync(5000);
  expect([second.waiting, third.waiting]).toEqual([[], []]);
  first.keep.write(first.waiting, false, true);
  await vi.advanceTimersByTimeAsync(5000);
  expect([second.waiting.length, third.waiting.length]).toEqual([1, 0]);
  expect(second.waiting[0]?.id).toBe(first.waiting[0]?.id);
});

test('nothing older than a week is taken over, and no more than 64 KB kept', async () => {
  const { kept } = browser();
  const first = openPage();
  first.waiting.push({ ...message(), at: Date.now() - 8 * 24 * 60 * 60 * 1000 });
  for (let count = 0; count < 40; count++) {
    const one = message();
    first.waiting.push({ ...one, text: `${one.text}${'x'.repeat(2000)}` });
  }
  first.keep.write(first.waiting.slice(0, 10), false, true);
  const second = openPage();
  await vi.advanceTimersByTimeAsync(5000);
  expect(second.waiting).toHaveLength(9);
  second.keep.write(first.waiting.slice(1));
  expect(kept().length).toBeLessThanOrEqual(65_536);
  expect(kept()).toContain(first.waiting.at(-1)?.id ?? '');
});

test('storage that throws is storage that holds nothing', () => {
  browser();
  vi.stubGlobal('localStorage', undefined);
  const page = openPage();
  page.waiting.push(message());
  expect(() => page.keep.write(page.waiting)).not.toThrow();
});
