import fc from 'fast-check';

/**
 * Any code point, even half of a pair. The unit `binary` of fast-check first makes a table of them all, which takes
 * more than a second and 170 MB.
 */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
