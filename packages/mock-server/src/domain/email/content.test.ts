import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContentFields, contentRequest } from './content.ts';

const endpoint = { shortcode: 'shoes', base_url: 'https://acme.test/content', subscriber: [], event: [] };
const fields: ContentFields = { subscriber: {}, event: undefined, isPreview: false };
const urlOf = (choice: object, values: Partial<ContentFields> = {}) =>
  contentRequest({ ...endpoint, ...choice }, { ...fields, ...values }).url;

describe('a request for content', () => {
  // proves: content The request is GET, with the default query of the base URL kept
  it.each([
    ['https://acme.test/c', 'https://acme.test/c?subscriber%5Bplan%5D=pro'],
    ['https://acme.test/c?', 'https://acme.test/c?subscriber%5Bplan%5D=pro'],
    ['https://acme.test/c?k=%2B1&z', 'https://acme.test/c?k=%2B1&z&subscriber%5Bplan%5D=pro'],
    ['https://acme.test/c?k=1#part', 'https://acme.test/c?k=1&subscriber%5Bplan%5D=pro'],
  ])('the query of %s is preserved', (base_url, url) => {
    expect(urlOf({ base_url, subscriber: ['plan'] }, { subscriber: { plan: 'pro' } })).toBe(url);
  });

  it('a request has no query if the endpoint requests no fields', () => {
    expect(urlOf({})).toBe('https://acme.test/content');
  });

  // proves: content Parameters are named entity[field]; only requested fields are sent, and a field without a value as a bare key
  it('requested fields are sent, and those without a value as bare keys', () => {
    const subscriber = { first_name: 'Ann', plan: '', shoe: null, tags: ['a', 'b'], secret: 'x', n: 0 };
    const requested = ['first_name', 'plan', 'shoe', 'unknown', 'tags', 'n', 'constructor'];
    const url = urlOf({ subscriber: requested }, { subscriber });
    expect(decodeURIComponent(new URL(url).search)).toBe(
      '?subscriber[first_name]=Ann&subscriber[plan]&subscriber[shoe]&subscriber[unknown]' +
        '&subscriber[tags]=a,b&subscriber[n]=0&subscriber[constructor]',
    );
  });

  it('event fields are sent only within a workflow', () => {
    const event = { value: 250, items: { a: 1 } };
    const choice = { event: ['value', 'items', 'none'] };
    expect(urlOf(choice)).toBe('https://acme.test/content');
    expect(decodeURIComponent(urlOf(choice, { event }))).toBe(
      'https://acme.test/content?event[value]=250&event[items]={"a":1}&event[none]',
    );
  });

  // U-104
  it('fields that identify the subscriber are withheld and listed', () => {
    const subscriber = ['email', 'first_name', 'id', 'user_id', 'visitor_uuid', 'phone', 'ip_address'];
    const values = Object.fromEntries(subscriber.map((name) => [name, 'value']));
    const request = contentRequest({ ...endpoint, subscriber }, { ...fields, subscriber: values });
    expect(decodeURIComponent(request.url)).toBe('https://acme.test/content?subscriber[first_name]=value');
    expect(request.withheld).toEqual(['email', 'id', 'user_id', 'visitor_uuid', 'phone', 'ip_address']);
  });

  it('previews have a parameter', () => {
    expect(urlOf({}, { isPreview: true })).toBe('https://acme.test/content?preview=true');
  });

  it('all names and values can be parsed back', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    const value = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(name, value, (field, text) => {
        const subscriber = Object.fromEntries([[field, text]]);
        const { url, withheld } = contentRequest(
          { ...endpoint, subscriber: [field] },
          { ...fields, subscriber },
        );
        const read = [...new URLSearchParams(new URL(url).search)];
        expect(read).toEqual(withheld.length ? [] : [[`subscriber[${field}]`, text]]);
      }),
    );
  });
});
