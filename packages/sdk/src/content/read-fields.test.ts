import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFields } from './read-fields.ts';

test.each<[string, Partial<ReturnType<typeof readFields>>]>([
  ['', {}],
  ['?', {}],
  [
    '?subscriber[shoe_size]=43&subscriber[city]&subscriber[note]=',
    { subscriber: { shoe_size: '43', city: null, note: '' } },
  ],
  [
    '?subscriber%5Bshoe%20size%5D=4%2B3+x&event%5Baction%5D=%C3%85',
    { subscriber: { 'shoe size': '4+3 x' }, event: { action: 'Å' } },
  ],
  ['?event[action]', { event: { action: null } }],
  ['?preview=true', { preview: true }],
  ['?preview', {}],
  ['?preview=true&preview=false', {}],
  ['?key=1&secret=x&subscriber[a]=of+the+base+url&subscriber[a]=2', { subscriber: { a: '2' } }],
  ['?subscriber[a]=1&subscriber[a]', { subscriber: { a: null } }],
  ['?subscriber[]=1&subscriber=2&visitor[a]=3&xsubscriber[a]=4', {}],
  ['?subscriber[a]=%E0%A4%A&subscriber[%zz]=1', { subscriber: { a: '\ufffd%A', '%zz': '1' } }],
  ['??&&&=&==', {}],
  ['?subscriber[a[b]]=1', { subscriber: { 'a[b]': '1' } }],
])('%s', (search, query) => {
  expect(readFields(search)).toEqual({ subscriber: {}, event: undefined, preview: false, ...query });
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
  const name = fc.string({ unit: 'grapheme', minLength: 1 });
  const fields = fc.dictionary(name, fc.option(fc.string({ unit: 'grapheme' })));
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
