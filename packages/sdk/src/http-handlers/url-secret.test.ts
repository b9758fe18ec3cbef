import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { anyUrl } from '../../../../scripts/setup/arbitrary-strings.ts';
import { InputError } from '../core/errors.ts';
import { urlSecret } from './url-secret.ts';

const first = 'first-secret-0123456789';
const second = 'second-secret-of-another-length';
const isTrusted = urlSecret([first, second]);

test.each([
  [`https://x.test/hooks?secret=${first}`, true],
  [`https://x.test/hooks?a=1&secret=${second}&b=2`, true],
  [`https://x.test/hooks/${first}`, true],
  [`https://x.test/${second}/`, true],
  [`https://x.test/hooks/wrong?secret=${first}`, true],
  ['https://x.test/hooks', false],
  ['https://x.test/', false],
  ['https://x.test/?secret=', false],
  ['https://x.test/?secret', false],
  [`https://x.test/${first}/more`, false],
  [`https://x.test/hooks?other=${first}`, false],
  [`https://x.test/hooks?secret=${first}x`, false],
  [`https://x.test/hooks?secret=${first.slice(1)}`, false],
  [`https://x.test/hooks#${first}`, false],
])('%s: %s', async (url, trusted) => {
  expect(await isTrusted(url)).toBe(trusted);
});

test('any other text is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(anyUrl, fc.string(), async (url, text) => {
      expect(await isTrusted(`${url.split(/[?#]/)[0]}?secret=${encodeURIComponent(text)}`)).toBe(false);
      expect(await isTrusted(`https://x.test/${encodeURIComponent(text)}`)).toBe(false);
    }),
  );
});

test('the computation is the same whichever secret matches, or none', async () => {
  const digest = vi.spyOn(crypto.subtle, 'digest');
  const work: number[][] = [];
  for (const given of [first, second, 'x'.repeat(first.length), 'y'.repeat(second.length)]) {
    digest.mockClear();
    await isTrusted(`https://x.test/?secret=${given}`);
    work.push(digest.mock.calls.map(([, data]) => data.byteLength));
  }
  expect(work).toEqual([
    [first.length, 0],
    [second.length, 0],
    [first.length, 0],
    [second.length, 0],
  ]);
});

const texts = ['', 'short', 'with a space 0123456789', 'with/slash+0123456789='];

test.each([undefined, 5, ...texts, [], [first, 'short']])('%o is refused and not repeated', (secret) => {
  try {
    urlSecret(secret);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain('`secret`');
    if (typeof secret === 'string' && secret !== '') expect(inspect(error)).not.toContain(secret);
    return;
  }
  expect.unreachable('it was accepted');
});
