import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { takeOver } from '../src/queue.ts';

/** Takes over what a page has queued; gives the page and what ran. */
function start(queued?: unknown) {
  const page: { _dcq?: { push(...commands: unknown[]): unknown } } = {};
  if (queued !== undefined) Object.assign(page, { _dcq: queued });
  vi.stubGlobal('window', page);
  const ran: unknown[] = [];
  takeOver((command) => ran.push(command));
  return { page, ran };
}

test('commands run in the order of the page, before and after', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), fc.array(fc.array(fc.anything())), (early, pushes) => {
      const { page, ran } = start([...early]);
      for (const commands of pushes) page._dcq?.push(...commands);
      expect(ran).toEqual([...early, ...pushes.flat()]);
    }),
  );
});

test('an array that the page holds on to stays the queue', () => {
  const held: unknown[] = [['track', 'One']];
  const { page, ran } = start(held);
  held.push(['track', 'Two']);
  expect(page._dcq).toBe(held);
  expect(held).toHaveLength(0);
  expect(ran).toEqual([
    ['track', 'One'],
    ['track', 'Two'],
  ]);
});

test('a command that is given by a command runs after those that waited', () => {
  const page: { _dcq: unknown[] } = { _dcq: ['first', 'second'] };
  vi.stubGlobal('window', page);
  const ran: unknown[] = [];
  takeOver((command) => {
    ran.push(command);
    if (command === 'second') page._dcq.push('third');
  });
  expect(ran).toEqual(['first', 'second', 'third']);
});

test.each([[undefined], [null], [{}], ['text'], [1]])('a queue that is %j is replaced', (queued) => {
  const { page, ran } = start(queued);
  page._dcq?.push('command');
  expect(ran).toEqual(['command']);
});
