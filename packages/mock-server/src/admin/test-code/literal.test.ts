import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { javascript } from './literal.ts';

test('a literal in JavaScript has the value that was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(120), (value, before) => {
      const read: unknown = runInNewContext(`JSON.stringify(${javascript(value, '  ', before)})`);
      expect(read).toBe(JSON.stringify(value));
    }),
  );
});

test('short lists and objects take one line, and texts have single quotes where that is possible', () => {
  expect(javascript({ a: [1, 'two'], 'b-c': "it's" })).toBe(`{ a: [1, 'two'], 'b-c': "it's" }`);
  expect(javascript([{ long: 'x'.repeat(100) }, []], '  ')).toBe(
    `[\n    {\n      long: '${'x'.repeat(100)}',\n    },\n    [],\n  ]`,
  );
});
