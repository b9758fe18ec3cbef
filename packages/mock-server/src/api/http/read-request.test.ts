import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HttpError } from './errors.ts';
import { parseForm } from './read-request.ts';

test('a form is read as URLSearchParams reads it', () => {
  const parts = fc.constantFrom('a', 'b', '&', '=', '+', '%41', '%', 'é', '[]', ' ');
  fc.assert(
    fc.property(fc.string({ unit: parts, maxLength: 40 }), (form) => {
      expect([...parseForm(form)]).toEqual([...new URLSearchParams(form)]);
    }),
  );
});

test('a form has at most 1000 parameters', () => {
  expect([...parseForm(Array(1000).fill('a').join('&'))]).toHaveLength(1000);
  expect(() => parseForm(Array(1001).fill('a').join('&'))).toThrow(HttpError);
});
