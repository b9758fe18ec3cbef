import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customFieldsOf } from './custom-fields.ts';

const convert = (members: Readonly<Record<string, unknown>>, warnings: string[] = []) =>
  customFieldsOf(members, {
    name: 'identify',
    own: { email: true },
    strict: false,
    warn: (what) => warnings.push(what),
  });

test.each([
  ['shoe_size', 'shoe_size'],
  ['_boat__name_', '_boat__name_'],
  ['__proto__', '__proto__'],
  ['2nd', '2nd'],
  ['größe', 'größe'],
  ['サイズ', 'サイズ'],
  ['Shoe Size', 'shoe_size'],
  ['  shoe -- size! ', 'shoe_size'],
  ['shoeSize', 'shoe_size'],
  ['Größe', 'größe'],
  ['PLAN', 'plan'],
  ['plan2Go', 'plan2_go'],
  ['constructor', 'constructor'],
])('the key %j becomes the custom field %j', (key, identifier) => {
  const warnings: string[] = [];
  expect(Object.entries(convert(Object.fromEntries([[key, 1]]), warnings))).toEqual([[identifier, 1]]);
  expect(warnings).toHaveLength(key === identifier ? 0 : 1);
});

test('converting again changes nothing', () => {
  const keys = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })));
  fc.assert(
    fc.property(keys, (names) => {
      const once = convert(Object.fromEntries(names.map((name, i) => [name, i])));
      const warnings: string[] = [];
      expect(convert(once, warnings)).toEqual(once);
      expect(warnings).toEqual([]);
      expect(Object.keys(once)).not.toContain('');
    }),
  );
});
