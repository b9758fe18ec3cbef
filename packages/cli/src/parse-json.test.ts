import { parseJson } from '@trickle/sdk/contract';
import { expect, test } from 'vitest';
import { tryParseJson } from './parse-json.ts';

test.each([
  ['invalid', '{'],
  ['nested too deeply for the runtime', `${'['.repeat(100_000)}12345678901234567${']'.repeat(100_000)}`],
])('JSON that is %s is undefined', (_, text) => {
  expect(tryParseJson(text, parseJson)).toBeUndefined();
});
