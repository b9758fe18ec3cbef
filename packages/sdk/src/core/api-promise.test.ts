import { expect, test } from 'vitest';
import { ApiPromise } from './api-promise.ts';

const response = new Response();
const succeeding = () => new ApiPromise(Promise.resolve({ data: 7, response }));
const failing = () => new ApiPromise<number>(Promise.reject(new Error('no')));

test('a call can be used as a promise of its data', async () => {
  expect(await succeeding()).toBe(7);
  expect(await Promise.all([succeeding(), succeeding()])).toEqual([7, 7]);
  expect(await Promise.race([succeeding(), new Promise(() => {})])).toBe(7);
  expect(await Promise.resolve(succeeding())).toBe(7);
  expect(String(succeeding())).toBe('[object Promise]');
  expect(await succeeding().then((data) => data + 1)).toBe(8);
});

test('withResponse resolves to the data and the response', async () => {
  expect(await succeeding().withResponse()).toEqual({ data: 7, response });
});

test('a failure rejects the call and its response', async () => {
  await expect(failing()).rejects.toThrow('no');
  await expect(failing().withResponse()).rejects.toThrow('no');
  expect(await failing().catch(() => 8)).toBe(8);
  expect(await failing().then(undefined, () => 9)).toBe(9);
});

test('finally runs, and keeps the result or the error', async () => {
  let ran = 0;
  expect(await succeeding().finally(() => ran++)).toBe(7);
  await expect(failing().finally(() => ran++)).rejects.toThrow('no');
  expect(ran).toBe(2);
});

test('only a failure that nobody handled is reported as unhandled', async () => {
  const reported: unknown[] = [];
  const own = new Error('no');
  const failing = () => new ApiPromise<number>(Promise.reject(own));
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason, promise) => {
    // Those of other files of the process are theirs.
    if (reason === own) reported.push(reason);
    else for (const other of others) other(reason, promise);
  });
  try {
    await failing()
      .withResponse()
      .catch(() => {});
    await macrotask();
    expect(reported).toEqual([]);
    void failing();
    await macrotask();
    expect(reported).toEqual([own]);
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
});

/** Node reports rejections that are still unhandled when the microtasks have run. */
const macrotask = () => new Promise((resolve) => setImmediate(resolve));
