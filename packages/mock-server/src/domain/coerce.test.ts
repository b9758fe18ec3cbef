import { field as f } from '@trickle/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { coerce } from './coerce.ts';

const Record = z.object({
  name: f.optional(f.text()),
  count: f.optional(f.integer()),
  price: f.optional(f.money()),
  flag: f.optional(f.boolean()),
  kind: f.optional(f.oneOf('1', 'b')),
  closed_at: f.optional(f.orNull(f.isoTime())),
  tags: f.optional(f.texts()),
  items: f.optional(z.array(z.object({ id: f.text(), amount: f.cents() }))),
  fields: f.optional(f.customFields()),
});

describe('coerce', () => {
  it('turns scalars into the kind of scalar that is declared', () => {
    expect(
      coerce(Record, {
        name: 7,
        count: '-12',
        price: '19.90',
        flag: 'true',
        kind: 1,
        tags: [1, true, 'x'],
        items: [{ id: 9, amount: '5' }],
      }),
    ).toEqual({
      name: '7',
      count: -12,
      price: 19.9,
      flag: true,
      kind: '1',
      tags: ['1', 'true', 'x'],
      items: [{ id: '9', amount: 5 }],
    });
  });

  it('takes null as absent, but where null is a value', () => {
    expect(
      coerce(Record, { name: null, closed_at: null, tags: null, other: null, fields: { a: null } }),
    ).toEqual({
      closed_at: null,
      other: null,
      fields: { a: null },
    });
  });

  it.each([
    { count: '' },
    { count: ' 1' },
    { count: '1e3' },
    { count: '0x10' },
    { count: 'Infinity' },
    { count: true },
    { flag: 1 },
    { flag: 'yes' },
    { flag: 'TRUE' },
    { name: { a: 1 } },
    { name: ['x'] },
    { tags: 'x' },
    { items: { id: 1 } },
    { tags: [null] },
  ])('leaves %j to be refused', (value) => {
    expect(coerce(Record, value)).toEqual(value);
    expect(Record.safeParse(coerce(Record, value)).success).toBe(false);
  });

  it('changes nothing that is valid, never the value itself, and nothing the second time', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = structuredClone(value);
        const read = coerce(Record, value);
        expect(value).toEqual(before);
        expect(coerce(Record, read)).toEqual(read);
        if (Record.safeParse(value).success) expect(read).toEqual(value);
      }),
    );
  });

  it('keeps a member named __proto__ a member', () => {
    const read = coerce(Record, JSON.parse('{"__proto__": {"name": "Eve"}}'));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.keys(read as object)).toEqual(['__proto__']);
  });
});
