import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyUrl } from '../../../../../scripts/setup/arbitrary-strings.ts';
import { isPage } from './match.ts';

describe('isPage', () => {
  it.each([
    ['/pricing', 'https://acme.test/pricing', true],
    ['/pricing', 'https://www.acme.test/pricing/?from=mail#top', true],
    ['/pricing', 'https://acme.test/pricing/teams', false],
    ['/pricing*', 'https://acme.test/pricing/teams', true],
    ['/', 'https://acme.test/', true],
    ['/', 'https://acme.test', true],
    ['/', 'https://acme.test/more', false],
    ['https://acme.test/pricing', 'http://www.acme.test/pricing/', true],
    ['acme.test/pricing', 'https://acme.test/pricing', true],
    ['acme.test/pricing', 'https://other.test/pricing', false],
    ['*.acme.test/*', 'https://blog.acme.test/post', true],
    ['/search?q=boats', 'https://acme.test/search?q=boats', true],
    ['/search?q=boats', 'https://acme.test/search?q=cars', false],
    ['/a.c', 'https://acme.test/abc', false],
  ])('the pattern %s and the URL %s give %s', (pattern, url, expected) => {
    expect(isPage(pattern, url)).toBe(expected);
  });

  it('every page matches its own URL, and no pattern throws', () => {
    fc.assert(
      fc.property(anyUrl, fc.string(), (url, any) => {
        expect(isPage(url.replaceAll('*', ''), url.replaceAll('*', ''))).toBe(true);
        expect(typeof isPage(any, url)).toBe('boolean');
      }),
    );
  });
});
