import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFields } from './read-fields.ts';

test.each<[string, ReturnType<typeof readFields>]>([
  ['', { subscriber: {}, event: undefined, preview: false }],
  ['?', { subscriber: {}, event: undefined, preview: false }],
  [
    '?subscriber[shoe_size]=43&subscriber[city]&subscriber[note]=',
    { subscriber: { shoe_size: '43', city: null, note: '' }, event: undefined, preview: false },
  ],
  [
    '?subscriber%5Bshoe%20size%5D=4%2B3+x&event%5Baction%5D=%C3%85',
    { subscriber: { 'shoe size': '4+3 x' }, event: { action: 'Å' }, preview: false },
  ],
  ['?event[action]', { subscriber: {}, event: { action: null }, preview: false }],
  ['?preview=true', { subscriber: {}, event: undefined, preview: true }],
  ['?preview', { subscriber: {}, event: undefined, preview: false }],
  ['?preview=true&preview=false', { subscriber: {}, event: undefined, preview: false }],
  [
    '?key=1&secret=x&subscriber[a]=of+the+base+url&subscriber[a]=2',
    { subscriber: { a: '2' }, event: undefined, preview: false },
  ],
  ['?subscriber[a]=1&subscriber[a]', { subscriber: { a: null }, event: undefined, preview: false }],
  [
    '?subscriber[]=1&subscriber=2&visitor[a]=3&xsubscriber[a]=4',
    { subscriber: {}, event: undefined, preview: false },
  ],
  [
    '?subscriber[a]=%E0%A4%A&subscriber[%zz]=1',
    { subscriber: { a: '\ufffd%A', '%zz': '1' }, event: undefined, preview: false },
  ],
  ['??&&&=&==', { subscriber: {}, event: undefined, preview: false }],
  ['?subscriber[a[b]]=1', { subscriber: { 'a[b]': '1' }, event: undefined, preview: false }],
])('%s', (search, query) => {
  expect(readFields(search)).toEqual(query);
});

test('a field may have the name of a member of every object', () => {
  const { subscriber } = readFields('?subscriber[__proto__]=x&subscriber[constructor]');
  expect(Object.entries(subscriber)).toEqual([
    ['__proto__', 'x'],
    ['constructor', null],
  ]);
  expect(Object.getPrototypeOf(subscriber)).toBe(Object.prototype);
});

test('fields are read as written, with or without encoded brackets', () => {
  const fields = fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.option(fc.string({ unit: 'grapheme' })),
  );
  const written = (entity: string, values: Record<string, string | null>, isPlain: boolean) =>
    Object.entries(values).map(([name, value]) => {
      const key = isPlain
        ? `${entity}[${encodeURIComponent(name)}]`
        : encodeURIComponent(`${entity}[${name}]`);
      return value === null ? key : `${key}=${encodeURIComponent(value)}`;
    });
  fc.assert(
    fc.property(fields, fields, fc.boolean(), fc.boolean(), (subscriber, event, preview, isPlain) => {
      const search = [
        'default=1',
        ...written('subscriber', subscriber, isPlain),
        ...written('event', event, isPlain),
        ...(preview ? ['preview=true'] : []),
      ].join('&');
      const read = readFields(`?${search}`);
      expect(Object.entries(read.subscriber)).toEqual(Object.entries(subscriber));
      expect(Object.entries(read.event ?? {})).toEqual(Object.entries(event));
      expect(read.preview).toBe(preview);
    }),
  );
});

test('no query causes an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webQueryParameters()), (search) => {
      const { subscriber } = readFields(`?${search}`);
      for (const value of Object.values(subscriber))
        expect(value === null || typeof value === 'string').toBe(true);
    }),
  );
});
