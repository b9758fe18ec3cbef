import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellOf } from '../export/layout.ts';
import { readValue } from './field-value.ts';
import type { Field, Kind } from './fields.ts';

const field = (kind: Kind, more: Partial<Field> = {}): Field => ({
  ...{ name: 'x', kind, isRequired: false, isNullable: false, format: undefined },
  ...{ values: [], members: [], isOpen: false, ...more },
});

describe('a cell is read by the kind of its field', () => {
  test.each<[Kind, string, unknown]>([
    ['boolean', ' Yes', true],
    ['boolean', 'FALSE', false],
    ['boolean', '0', false],
    ['integer', '1200', 1200],
    ['integer', '-3', -3],
    ['number', '19.99', 19.99],
    ['number', '.5', 0.5],
    ['text', ' Ann ', ' Ann '],
    ['strings', 'vip, new ,,', ['vip', 'new']],
    ['strings', '["a,b"," c"]', ['a,b', ' c']],
    ['strings', '"VIP","Blog"', ['VIP', 'Blog']],
    ['strings', 'VIP; Blog', ['VIP', 'Blog']],
    ['strings', 'VIP, Blog; News', ['VIP', 'Blog; News']],
    ['strings', '"Oars, new","said ""hi"""', ['Oars, new', 'said "hi"']],
    ['strings', '"VIP" , Blog', ['VIP', 'Blog']],
    ['strings', '[draft', ['[draft']],
    ['strings', '[VIP, Blog]', ['VIP', 'Blog']],
    ['strings', "['VIP', 'Blog, News', \"Ann's\"]", ['VIP', 'Blog, News', "Ann's"]],
    ['strings', '[7210448301122334455, 2.50]', ['7210448301122334455', '2.50']],
    ['strings', '{VIP,"Blog, News"}', ['VIP', 'Blog, News']],
    ['strings', '[VIP]', ['[VIP]']],
    ['strings', '[Demo] Asked, [Demo]', ['[Demo] Asked', '[Demo]']],
    ['strings', "'VIP'", ["'VIP'"]],
    ['list', '[{"name":"Boat"}]', [{ name: 'Boat' }]],
    ['anything', '42', 42],
    ['anything', '007', '007'],
    ['anything', '1e999', '1e999'],
  ])('%s: %j is %j', (kind, text, value) => {
    expect(readValue(field(kind), text)).toEqual({ value });
  });

  test.each<[Kind, string, string]>([
    ['boolean', 'maybe', 'must be yes or no, not "maybe"'],
    ['integer', '12.50', 'must be a whole number, not "12.50"'],
    ['integer', '1,200', 'must be a whole number, not "1,200"'],
    ['number', 'ten', 'must be a number, not "ten"'],
    ['object', '{', 'must be JSON, not "{"'],
  ])('%s: %j %s', (kind, text, reason) => {
    expect(readValue(field(kind), text)).toEqual({ reason });
  });

  test('a choice is read in any case, and the service’s text for an empty value is empty', () => {
    const consent = field('one of', { values: ['granted', 'denied'] });
    expect(readValue(consent, 'Granted')).toEqual({ value: 'granted' });
    expect(readValue(consent, 'unknown')).toEqual({ absent: true });
    expect(readValue(consent, 'Perhaps')).toEqual({ value: 'Perhaps' }); // for the contract to refuse
  });

  // Cases from public bug reports about other importers.
  test.each([
    ['phone', '4.41E+11', true],
    ['user_id', '1,2E+18', true],
    ['zip', '7E+09', true],
    ['customer_number', '4.41E+11', true],
    ['first_name', '4.41E+11', false],
    ['distance', '4.41E+11', false],
    ['user_id', '7E9', false],
    ['user_id', 'ABE+11', false],
  ])('%s: %s was rounded by a spreadsheet: %s', (name, value, isRounded) => {
    const reading = { reason: `was rounded by a spreadsheet: "${value}"` };
    expect(readValue(field('text', { name }), value)).toEqual(isRounded ? reading : { value });
  });

  test('space and invisible characters around an address are ignored, and an empty cell sets nothing', () => {
    const address = field('text', { format: 'email' });
    for (const mark of ['\u200b', '\u2060', '\u200e', '\ufeff', '\u00a0', ' '])
      expect(readValue(address, `${mark}ann@x.io${mark}`)).toEqual({ value: 'ann@x.io' });
    expect(readValue(field('text'), '  ')).toEqual({ absent: true });
    // In quadratic time, this would take forever.
    const long = `a${' '.repeat(1_000_000)}b`;
    expect(readValue(address, ` ${long}\u200b`)).toEqual({ value: long });
  });
});

test('a list of texts is read as written, whatever the texts are', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', ',', ';', ' ', '[', '"', ']') }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(texts, (list) => {
      const cell = cellOf(list);
      expect(readValue(field('strings'), cell)).toEqual({ value: list });
    }),
  );
});

test('numbers and JSON are read as written', () => {
  const isKept = (kind: Kind, value: unknown) => {
    expect(readValue(field(kind), cellOf(value))).toEqual({ value });
  };
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => isKept('integer', value)));
  const double = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (value === 0 ? 0 : value));
  fc.assert(fc.property(double, (value) => isKept('number', value)));
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => isKept('map', { ...value })));
});
