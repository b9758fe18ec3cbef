import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withVariables } from './environment.ts';

describe('withVariables', () => {
  it.each([
    ['an empty file', '', 'A=1\nB=2\n'],
    ['a file without a line end at its end', 'X=9', 'X=9\nA=1\nB=2\n'],
    ['a line with spaces and export', 'export A = old\nB=\n', 'export A =1\nB=2\n'],
    ['a comment, and names that begin alike', '# A=0\nAB=3\n', '# A=0\nAB=3\nA=1\nB=2\n'],
    ['a name that is there twice', 'A=0\nA=00\nB=2\n', 'A=1\nA=1\nB=2\n'],
    ['line ends of Windows', 'A=0\r\nX=9\r\n', 'A=1\r\nX=9\r\nB=2\r\n'],
  ])('writes the variables into %s', (_, text, expected) => {
    expect(withVariables(text, { A: '1', B: '2' })).toBe(expected);
  });

  it('keeps all other lines, and changes nothing the second time', () => {
    const line = fc.oneof(
      fc.string().map((text) => text.replaceAll(/[\r\n]/g, '')),
      fc.constantFrom('A=0', 'export B=1', 'C=2', ''),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const variables = { A: 'x', B: 'y' };
        const once = withVariables(lines.join('\n'), variables);
        expect(withVariables(once, variables)).toBe(once);
        const isOther = (text: string) => !/^\s*(?:export\s+)?[AB]\s*=/.test(text) && text !== '';
        expect(once.split('\n').filter(isOther)).toEqual(lines.filter(isOther));
      }),
    );
  });
});

it.each([
  ['a b', "'a b'"],
  ['x$HOME', "'x$HOME'"],
  ['`id`', "'`id`'"],
  ['a"b', `'a"b'`],
  ['plain-1.0_x', 'plain-1.0_x'],
])('the value %s is written as %s', (value, written) => {
  expect(withVariables('', { TRICKLE_API_KEY: value })).toBe(`TRICKLE_API_KEY=${written}\n`);
});

it.each(['a\nNODE_OPTIONS=--require=x', 'a\rb', "a'b", '\u0000'])('the value %j is refused', (value) => {
  expect(() => withVariables('', { TRICKLE_API_KEY: value })).toThrow('--write-env');
});
