import { expect, test, vi } from 'vitest';
import { callbacksOf } from '../src/callbacks.ts';

const success = { success: true, visitor_uuid: 'a', anonymous: false };
const failure = { success: false, visitor_uuid: 'a', anonymous: true, error: 'late' };

/** Callbacks are called when the present task is done. */
const later = () => new Promise((resolve) => setTimeout(resolve));

function record() {
  const calls: unknown[][] = [];
  return {
    calls,
    success: (...args: unknown[]) => calls.push(['success', ...args]),
    failure: (...args: unknown[]) => calls.push(['failure', ...args]),
  };
}

test.each([
  ['success', success],
  ['failure', failure],
])('%s is called when the present task is done', async (name, response) => {
  const { calls, ...callbacks } = record();
  callbacksOf(callbacks)(response);
  expect(calls).toEqual([]);
  await later();
  expect(calls).toEqual([[name, response]]);
});

test.each([[undefined], [null], [1], ['text'], [{}], [[]], [{ success: 1, failure: 'x' }]])(
  'a command whose last part is %j has no callbacks',
  (options) => {
    expect(() => callbacksOf(options)(success)).not.toThrow();
  },
);

test('a callback that throws is told to the developer', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const reason = new Error('mine');
  callbacksOf({
    success() {
      throw reason;
    },
  })(success);
  await later();
  expect(error.mock.calls).toEqual([['Trickle:', reason]]);
});
