import fc from 'fast-check';

/*
 * Strings of any characters. Those of fast-check, and its URLs, make a table of a million code points first, which takes more
 * than a second and 170 MB.
 */

/** Any code point, even half of a pair. */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

const encoded = anyCharacter.map((character) => encodeURIComponent(character.toWellFormed()));

/** A path, a query or a fragment, without the character that introduces it. */
export const urlPart = fc.string({
  unit: fc.oneof(fc.constantFrom(..."abzABZ019-._~!$&'()*+,;=:@/"), encoded),
});

const partAfter = (sign: string) =>
  fc.oneof(
    fc.constant(''),
    urlPart.map((part) => sign + part),
  );

/** An absolute URL, which may have a path, a query and a fragment. */
export const anyUrl = fc
  .tuple(fc.constantFrom('http://', 'https://'), fc.domain(), partAfter('/'), partAfter('?'), partAfter('#'))
  .map((parts) => parts.join(''));
