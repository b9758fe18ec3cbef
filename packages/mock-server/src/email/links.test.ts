import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceUrls } from './links.ts';

const linked = (text: string) => replaceUrls(text, (url) => `<${url}>`);

describe('links in text', () => {
  test.each([
    ['(https://acme.test/q)s', '(<https://acme.test/q>)s'],
    ['Boats [https://acme.test/q]s', 'Boats [<https://acme.test/q>]s'],
    ['https://acme.test/q)Ann and more', '<https://acme.test/q>)Ann and more'],
    ['https://acme.test/a_(b) and c', '<https://acme.test/a_(b)> and c'],
    ['(https://acme.test/a_(b))c', '(<https://acme.test/a_(b)>)c'],
    ['https://acme.test/?a[]=1&b=2.', '<https://acme.test/?a[]=1&b=2>.'],
    ['https://acme.test/qをご覧ください', '<https://acme.test/q>をご覧ください'],
    ['https://acme.test/q、次', '<https://acme.test/q>、次'],
    ['https://acme.test/q를 보세요', '<https://acme.test/q>를 보세요'],
    ['「https://acme.test/q」と', '「<https://acme.test/q>」と'],
    ['“https://acme.test/q”', '“<https://acme.test/q>”'],
    ['https://acme.test/q…', '<https://acme.test/q>…'],
    ['https://acme.test/größe!', '<https://acme.test/größe>!'],
    ['https://acme.test/日本', '<https://acme.test/>日本'],
    ['https://[::1]:4100/x', '<https://[::1]:4100/x>'],
    ['HTTPS://ACME.test', '<HTTPS://ACME.test>'],
  ])('%s becomes %s', (text, expected) => {
    expect(linked(text)).toBe(expected);
  });

  test('a link ends at a bracket, a space or Japanese text, whatever follows', () => {
    const path = fc.stringMatching(/^[a-z0-9/_-]{0,20}[a-z0-9]$/);
    const rest = fc.string({ unit: 'grapheme' }).filter((text) => !/https?:/i.test(text));
    fc.assert(
      fc.property(
        path,
        fc.constantFrom(')', ']', ' ', '\n', '"', 'を', '。', '」', '）'),
        rest,
        (end, sign, more) => {
          const url = `https://acme.test/${end}`;
          expect(linked(`${url}${sign}${more}`)).toBe(`<${url}>${sign}${more}`);
        },
      ),
    );
  });
});
