// @thorough: bundlers and compilers
import { expect, test } from 'vitest';
import { bundleOf } from './bundle-of.ts';

/**
 * Maximum size of the whole client in a browser or worker, in bytes of gzip, without the code that is loaded on use: the
 * contract and zod for invalid inputs, the tests of inputs that few programs send, the queue at a rate limit, loops over
 * pages, bulk jobs, the log. ky alone is 8,030. 120 of them give an error the line of its call, 100 keep the digits of
 * large numbers, 280 do without what React Native lacks, 310 say that a passed-in `fetch` is none, 160 find values that
 * JSON loses, 20 tell values in a row from options. Raise it only with a reason, here.
 */
const CEILING = 23_590;

test('the whole client stays below its size limit and refers to nothing of Node.js', async () => {
  const { code, size } = await bundleOf('index');
  console.info(`The whole client: ${size} B gzip of ${CEILING} B`);
  expect(size).toBeLessThanOrEqual(CEILING);
  expect(code).not.toMatch(/node:|\bprocess\.|\brequire\(|\bBuffer\b|_zod/);
});

/**
 * Of the entries for servers, which are often workers. 150 bytes of `webhooks` warn of misspelt listeners, 70 keep the digits
 * of large ids, 4 name the option `bodyTimeout`. 560 of `content` name values that JSON loses.
 */
const ceilings = { webhooks: 4_500, content: 3_840 };

test.each(Object.entries(ceilings))(
  'the entry %s fits into %d bytes, without zod, ky or anything of Node',
  async (entry, ceiling) => {
    const { code, size } = await bundleOf(`${entry}/index`);
    console.info(`@trickle/sdk/${entry}: ${size} B gzip of ${ceiling} B`);
    expect(size).toBeLessThanOrEqual(ceiling);
    expect(code).not.toMatch(/node:|\bprocess\.|\brequire\(|\bBuffer\b/);
    expect(code).not.toMatch(/_zod|X-RateLimit|\bky\b/);
  },
);

// It checks at once, since `authorize` returns a string, and so includes zod and the texts of issues, of which ranges of
// numbers take 170 bytes, and doing without `URL.canParse` and reasons of signals 200, and values that JSON loses 150,
// and formats in two modules 20; ky is loaded on use.
test('the entry oauth fits into 12,970 bytes, with zod and without ky', async () => {
  const { code, size } = await bundleOf('oauth/index');
  console.info(`@trickle/sdk/oauth: ${size} B gzip of 12970 B`);
  expect(size).toBeLessThanOrEqual(12_970);
  expect(code).not.toMatch(/\bky\b|X-RateLimit-Reset/);
});

test('the client contains nothing of the other entries', async () => {
  const { code } = await bundleOf('index');
  expect(code).not.toMatch(
    /WebhookError|ContentError|code_challenge_method=|state_mismatch|SHA-256|PEXPIRE|resend_count/,
  );
});
