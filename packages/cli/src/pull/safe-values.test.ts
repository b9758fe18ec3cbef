import { expect, test } from 'vitest';
import { looksPersonal, withoutAddressesIn } from './safe-values.ts';

const marks = ['', 'Call ', 'x: '];

test.each(
  [
    ...['+49 30 1234567890', '+1 (218) 555-0188', '030 12345678', '(030) 12345678', '0301234567'],
    ...['(218) 555-0188', '(218)555-0188', '218-555-0188', '218.555.0188', '218 555 0188'],
  ].flatMap((phone) => marks.map((mark) => `${mark}${phone}`)),
)("'%s' is personal, and does not stay in texts", (text) => {
  expect(looksPersonal(text)).toBe(true);
  expect(withoutAddressesIn({ name: text })).toEqual({ name: expect.stringContaining('[removed]') });
});

test.each(['ann@mail.test', 'ann%40mail.test', 'ann&#64;mail.test', 'ann.b+c@a.mail.co.test'])(
  "the address '%s' does not stay in texts",
  (address) => {
    expect(looksPersonal(`to ${address}!`)).toBe(true);
    expect(withoutAddressesIn(`to ${address}.`)).toBe('to address@removed.example.');
  },
);

test.each([
  '2026-03-06',
  '2026-03-06T12:00:00Z',
  'order 12345678',
  '10 000 000',
  'v1.2.3',
  'a@b',
  '12-345-6789',
])("'%s' stays", (text) => {
  expect(looksPersonal(text)).toBe(false);
});
