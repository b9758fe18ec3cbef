import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { takeOver } from '../src/queue.ts';

/** Takes over the queue of a page. Returns the page and the commands that ran. */
function start(queued?: unknown) {
  const page: { _dcq?: { push(...commands: unknown[]): unknown } } = {};
  if (queued !== undefined) Object.assign(page, { _dcq: queued });
  vi.stubGlobal('window', page);
  const ran: unknown[] = [];
  takeOver((command) => ran.push(command), true);
  return { page, ran };
}

test('commands run in the order of the page, before and after the script has loaded', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), fc.array(fc.array(fc.anything())), (early, pushes) => {
      const { page, ran } = start([...early]);
      for (const commands of pushes) page._dcq?.push(...commands);
      expect(ran).toEqual([...early, ...pushes.flat()]);
    }),
  );
});

test('an array to which the page has a reference stays the queue', () => {
  const held: unknown[] = [['track', 'One']];
  const { page, ran } = start(held);
  held.push(['track', 'Two']);
  expect(page._dcq).toBe(held);
  expect(ran).toEqual([
    ['track', 'One'],
    ['track', 'Two'],
  ]);
});

test('a command pushed by a callback runs after the queued ones', () => {
  const page: { _dcq: unknown[] } = { _dcq: ['first', 'second'] };
  vi.stubGlobal('window', page);
  const ran: unknown[] = [];
  takeOver((command) => {
    ran.push(command);
    if (command === 'second') page._dcq.push('third');
  }, true);
  expect(ran).toEqual(['first', 'second', 'third']);
});

test.each([[undefined], [null], [{}], ['text'], [1]])('a queue that is %j is replaced', (queued) => {
  const { page, ran } = start(queued);
  page._dcq?.push('command');
  expect(ran).toEqual(['command']);
});

// Unspecified: U-127
test('another account runs the first hundred earlier commands and all later ones', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.array(fc.nat()), fc.array(fc.nat()), (early, between, late) => {
      const { page, ran } = start([...early]);
      for (const command of between) page._dcq?.push(command);
      const other: unknown[] = [];
      takeOver((command) => other.push(command), false);
      for (const command of late) page._dcq?.push(command);
      expect(ran).toEqual([...early, ...between, ...late]);
      const received = [...early, ...between].slice(0, Math.max(early.length, 100));
      expect(other).toEqual([...received, ...late]);
    }),
  );
});

test('three accounts receive the same commands', () => {
  const { page, ran } = start(['a']);
  const others: unknown[][] = [[], []];
  for (const other of others) takeOver((command) => other.push(command), false);
  page._dcq?.push('b', 'c');
  expect([ran, ...others]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});
