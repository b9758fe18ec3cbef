import { expect, test } from 'vitest';
import { nameOfRecord, rowOfParameter, rowsOf, typeOf } from './rows.ts';

test('members of nested objects follow their owner, and named schemas are not entered', () => {
  const schema = {
    properties: {
      items: { type: 'array', items: { properties: { price: { type: 'number' } } } },
      links: { type: 'object', properties: { account: { $ref: '#/components/schemas/Account' } } },
    },
    required: ['items'],
  };
  expect(rowsOf(schema, (name) => `<${name}>`)).toEqual([
    { name: 'items', type: 'list of objects', isRequired: true, text: '' },
    { name: 'items[].price', type: 'number', isRequired: false, text: '' },
    { name: 'links', type: 'object', isRequired: false, text: '' },
    { name: 'links.account', type: '<Account>', isRequired: false, text: '' },
  ]);
});

test('a string says which members are alternatives, what is deprecated, and each default once', () => {
  const schema = {
    properties: {
      id: { type: 'string', description: 'The id.' },
      email: { type: 'string', default: 'a@x.io', deprecated: true },
      page: { type: 'integer', description: 'Default 1.', default: 1 },
    },
    anyOf: [{ required: ['id'] }, { required: ['email'] }],
  };
  expect(rowsOf(schema).map(({ text }) => text)).toEqual([
    'The id. `id` or `email` is required.',
    'Deprecated. Default `a@x.io`. `id` or `email` is required.',
    'Default 1.',
  ]);
});

test.each([
  [{ type: 'string', format: 'email' }, 'email address'],
  [{ type: ['string', 'null'], format: 'iso-8601' }, 'ISO 8601 time or null'],
  [{ type: 'string', minLength: 1 }, 'text, not empty'],
  [{ type: 'integer', minimum: 1, maximum: 1000 }, 'whole number, 1 to 1,000'],
  [{ type: 'integer', minimum: 0 }, 'whole number, at least 0'],
  [{ exclusiveMaximum: 5 }, 'anything below 5'],
  [{ type: 'string', enum: ['a', 'b'] }, '`a`, `b`'],
  [{ enum: Array.from({ length: 31 }, (_, i) => i) }, '`0`, `1`, `2`, `3`, `4`, `5`, `6`, `7` and 23 more'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }, 'text, number or null'],
  [{ type: 'object', additionalProperties: { type: ['string', 'null'] } }, 'object of text or null'],
  [{ type: 'array', items: { type: 'string' } }, 'list of text'],
])('the type of %j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});

test('a string does not repeat that a time is ISO 8601', () => {
  const at = { type: 'string', format: 'iso-8601', description: 'ISO 8601. Default: now.' };
  const word = { type: 'string', description: at.description };
  expect(rowsOf({ properties: { at, word } })).toMatchObject([
    { type: 'ISO 8601 time', text: 'Default: now.' },
    { type: 'text', text: at.description }, // its type does not say so
  ]);
});

test('a parameter has its own description rather than that of its schema', () => {
  const parameter = { name: 'tag', required: true, schema: { type: 'string', description: 'Any.' } };
  expect(rowOfParameter(parameter).text).toBe('Any.');
  expect(rowOfParameter({ ...parameter, description: 'The tag.' })).toEqual({
    ...{ name: 'tag', type: 'text', isRequired: true, text: 'The tag.' },
  });
});

test('the record of an envelope is found in lists and lists of lists', () => {
  const record = { $ref: '#/components/schemas/Subscriber' };
  const list = { properties: { links: { type: 'object' }, subscribers: { items: record } } };
  expect(nameOfRecord(record)).toBe('Subscriber');
  expect(nameOfRecord(list)).toBe('Subscriber');
  expect(nameOfRecord({ properties: { batches: { items: list } } })).toBe('Subscriber');
  expect(nameOfRecord({ properties: { tags: { items: { type: 'string' } } } })).toBeUndefined();
});
