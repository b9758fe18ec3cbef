import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { UsageError } from '../terminal/exit-signal.ts';
import { openSource } from './source.ts';

test('standard input is read if it is not a terminal', async () => {
  const source = await openSource('-', Readable.from(['email\n', 'ann@example.com\n']));
  expect(source).toMatchObject({ name: 'standard input', size: undefined, position: 22 });
  expect(await text(source.bytes())).toBe('email\nann@example.com\n');
  const terminal = Object.assign(Readable.from([]), { isTTY: true });
  await expect(openSource('-', terminal)).rejects.toThrow(UsageError);
});
