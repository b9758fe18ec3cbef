import { definitionOf } from '@trickle/sdk/contract';
import { afterAll, expect, test } from 'vitest';
import { isOperation, type Tree } from '../src/admin/functions.ts';
import { time } from '../src/admin/operations/clock.ts';
import { sharedOperations } from '../src/admin/operations/shared.ts';
import { createServer } from '../src/index.ts';

/** The functions whose first argument is an object, with the names of its members. */
function functionsIn(tree: Tree, path: readonly string[] = []): [string, readonly string[]][] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const at = [...path, name];
    if (!isOperation(node)) return functionsIn(node as Tree, at);
    const type = node.input()[node.first[0] ?? ''];
    const { shape } = type ? definitionOf(type) : {};
    return shape ? [[at.join('.'), Object.keys(shape)]] : [];
  });
}

const functions = functionsIn({ ...sharedOperations, time, advance: time.advance });

/** The calls are refused before they change anything. */
const shared = createServer();
afterAll(async () => (await shared).close());

test('functions that take an object are known', () => {
  const names = functions.map(([name]) => name);
  expect(names).toContain('advance');
  expect(names).toContain('expectRequest');
});

test.each(functions)('%s with a string or a number shows its members', async (name, members) => {
  const server = await shared;
  const call = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], server);
  for (const value of ['3 days', 3]) {
    const calling = async () => (call as (value: unknown) => unknown)(value);
    await expect(calling()).rejects.toThrow(`must be an object of ${members.join(', ')}`);
  }
});
