import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonResponse } from './json-response.ts';
import { withSnakeNames } from './wire.ts';

it('the slices together are the JSON of the value', async () => {
  const value = fc.dictionary(
    fc.constantFrom('accountId', 'rows', 'properties', 'tables', 'nextCursor', '__proto__'),
    fc.oneof(
      fc.json().map(JSON.parse),
      fc.array(fc.jsonValue()),
      fc.constant(undefined),
      fc.date({ noInvalidDate: true }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(value, async (value) => {
      const expected = JSON.parse(JSON.stringify(withSnakeNames(value)));
      expect(await jsonResponse(200, value).json()).toEqual(expected);
    }),
  );
});

it('a long list is made while it is read: other work runs in between', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ requestId: `r${i}`, errors: [] }));
  let made = 0;
  const watched = new Proxy(rows, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) made = Math.max(made, Number(name));
      return target[name as unknown as number];
    },
  });
  const response = jsonResponse(200, {
    outcomes: Array.from(watched.keys(), (i) => ({
      get row() {
        made = i;
        return watched[i];
      },
    })),
  });
  expect(made).toBeLessThan(5000);
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  expect(((await response.json()) as { outcomes: unknown[] }).outcomes).toHaveLength(20_000);
  clearInterval(other);
  expect([made, turns > 0]).toEqual([19_999, true]);
});
