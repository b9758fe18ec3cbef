import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWindow, type Window, type WindowState } from './windows.ts';

interface Item {
  readonly id: string;
  readonly at: number;
}

/** A list of pages, which `change` changes before each page. */
function listOf(items: Item[], perPage: number, change: (items: Item[]) => void = () => {}) {
  const seen = new Map<string, number>();
  const states = new Map<string, WindowState>();
  let pages = 0;
  const keyOf = ({ start, end }: Window) => `${start}-${end}`;
  const reader = {
    canHalve: true,
    async page({ start, end = Infinity }: Window, page: number) {
      pages += 1;
      change(items);
      const all = items.filter(({ at }) => at >= start - 1 && at < end);
      return {
        items: all.slice((page - 1) * perPage, page * perPage),
        total: all.length,
        pages: Math.ceil(all.length / perPage),
      };
    },
    async take(page: readonly Item[]) {
      for (const { id } of page) seen.set(id, (seen.get(id) ?? 0) + 1);
    },
    idOf: ({ id }: Item) => id,
    stateOf: (window: Window) => states.get(keyOf(window)),
    async note(window: Window, state: WindowState) {
      states.set(keyOf(window), state);
    },
  };
  return { reader, seen, states, pages: () => pages };
}

const WHOLE: Window = { start: 0, end: 1000 };

test('a list that does not change is read page by page', async () => {
  const items = Array.from({ length: 95 }, (_, i) => ({ id: `${i}`, at: i * 10 }));
  const { reader, seen, pages } = listOf(items, 5);
  await readWindow(WHOLE, reader);
  expect(seen.size).toBe(95);
  expect(pages()).toBe(19);
});

test('a window of too many pages is read in halves, and one that was read is not read again', async () => {
  const items = Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, at: i * 3 }));
  const { reader, seen, pages, states } = listOf(items, 5);
  await readWindow(WHOLE, reader);
  expect(seen.size).toBe(300);
  expect(states.get('0-1000')).toBe('halved');
  const first = pages();
  await readWindow(WHOLE, reader);
  expect(pages()).toBe(first);
});

test('everybody who was there throughout is read, however many others come and go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ at: fc.nat(999), goes: fc.boolean() }), { maxLength: 120 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
      async (subscribers, turns) => {
        const items: Item[] = subscribers
          .map(({ at }, i) => ({ id: `${i}`, at }))
          .sort((a, b) => a.at - b.at);
        const leaving = subscribers.flatMap(({ goes }, i) => (goes ? [`${i}`] : []));
        let turn = 0;
        // Newcomers are newer than the window, as subscribers who subscribe while it is read are.
        const { reader, seen } = listOf(items, 4, (list) => {
          const drawn = turns[turn++ % turns.length] ?? 0;
          const id = drawn % 2 === 0 ? leaving.pop() : undefined;
          const index = list.findIndex((item) => item.id === id);
          if (index >= 0) list.splice(index, 1);
        });
        await readWindow(WHOLE, reader);
        const stayed = subscribers.flatMap(({ goes }, i) => (goes ? [] : [`${i}`]));
        expect(stayed.filter((id) => !seen.has(id))).toEqual([]);
      },
    ),
  );
});

test('a moment with more subscribers than a page that keeps changing is read three times, and reported', async () => {
  const items = Array.from({ length: 30 }, (_, i) => ({ id: `${i}`, at: 500 }));
  const { reader, states } = listOf(items, 5, (list) => void list.pop());
  await readWindow({ start: 500, end: 501 }, reader);
  expect(states.get('500-501')).toBe('unsettled');
});

test('a window without an end is halved too', async () => {
  const items = Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, at: i * 1_000_000 }));
  const { reader, seen } = listOf(items, 5);
  await readWindow({ start: 0, end: undefined }, reader);
  expect(seen.size).toBe(300);
});

test('pages that repeat do not hide anybody', async () => {
  const items = Array.from({ length: 40 }, (_, i) => ({ id: `${i}`, at: i * 20 }));
  const { reader, seen } = listOf(items, 5);
  const repeating = { ...reader, page: (window: Window) => reader.page(window, 1) };
  await readWindow(WHOLE, repeating);
  expect(seen.size).toBe(40);
});
