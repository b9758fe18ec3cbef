import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedMemberIn } from './repeated-member.ts';

test.each([
  ['{"a":1,"a":2}', 'line 1: the member a is there twice: remove one'],
  ['{\n"tags":["vip"],\n"city" : "Bath",\n"tags"\n:["new"]}', 'line 4: the member tags is there twice'],
  ['[{"a":{"b":1,"c":[{}],"b":{}}}]', 'the member b is'],
  ['{"a":1,"\\u0061":2}', 'is there twice'],
  ['{"__proto__":1,"__proto__":2}', 'the member __proto__'],
  ['{"a":"\\":","b":1,"b":2}', 'the member b is'],
])('%j is refused', (text, why) => {
  expect(repeatedMemberIn(text)?.message).toContain(why);
});

test('no other JSON is refused', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(4), (text, spaces) => {
      expect(repeatedMemberIn(JSON.stringify(JSON.parse(text), undefined, spaces))).toBeUndefined();
      expect(repeatedMemberIn(JSON.stringify({ text, 'a":': text, b: '":' }))).toBeUndefined();
    }),
  );
});

test('a member that is written once more anywhere is refused', () => {
  const name = fc.constantFrom('a', '":', 'é', '\\', ' ');
  fc.assert(
    fc.property(name, fc.json(), fc.json(), (member, first, second) => {
      const key = JSON.stringify(member);
      const repeated = repeatedMemberIn(`{"x":[{${key}:${first}, ${key} :${second}}]}`);
      expect(repeated?.problem).toContain(`the member ${key.slice(1, -1)} is`);
    }),
  );
});

test('strings may be long and have many escapes', () => {
  const text = JSON.stringify({ a: '\n"\\'.repeat(1_500_000), b: 1 });
  expect(repeatedMemberIn(text)).toBeUndefined();
  expect(repeatedMemberIn(text.replace('}', `${' '.repeat(5_000_000)},"b":2}`))?.problem).toContain(
    'the member b is',
  );
});
