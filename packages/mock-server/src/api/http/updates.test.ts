import { expect, it } from 'vitest';
import { Updates } from './updates.ts';

it('an update is refused if another one of the same subscriber has not ended when it arrives', async () => {
  const updates = new Updates();
  const [first, second] = [updates.register(), updates.register()];
  expect(first.begin(['id', 'ann@acme.test'])).toBe(true);
  const third = updates.register();
  expect(second.begin(['ann@acme.test'])).toBe(false);
  await first.end();
  const fourth = updates.register();
  expect(third.begin(['id'])).toBe(false); // it arrived before the first one ended
  expect(fourth.begin(['id'])).toBe(true);
});

it('an update of another subscriber, or one that was refused, refuses none', async () => {
  const updates = new Updates();
  const [first, second, third] = [updates.register(), updates.register(), updates.register()];
  expect(first.begin(['ann'])).toBe(true);
  expect(second.begin(['ann', 'bea'])).toBe(false);
  await second.end();
  expect(third.begin(['bea'])).toBe(true);
});

it('requests that end without an update refuse none', async () => {
  const updates = new Updates();
  const [first, second] = [updates.register(), updates.register()];
  await first.end();
  expect(second.begin(['ann'])).toBe(true);
});
