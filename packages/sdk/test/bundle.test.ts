import { expect, test } from 'vitest';
import { bundleOf } from './bundle-of.ts';

/**
 * What the whole client may weigh, gzipped, in a browser or worker. ky alone is 8,700 of it and the parts of zod
 * that the contract uses 8,100. Raise it only with a reason, here: 30,000 → 37,200 for the limiter with its turns
 * (3,300), and for hooks, total time-outs and retries by what was done (2,000).
 */
const CEILING = 37_200;

test('the whole client fits into its ceiling and names nothing of Node', async () => {
  const { code, size } = await bundleOf('index');
  console.info(`The whole client: ${size} B gzip of ${CEILING} B`);
  expect(size).toBeLessThanOrEqual(CEILING);
  expect(code).not.toMatch(/node:|\bprocess\.|\brequire\(|\bBuffer\b/);
}, 20_000);

/** Of the entries for servers, which are often workers. */
const ceilings = { webhooks: 4_300, content: 3_700 };

test.each(Object.entries(ceilings))(
  'the entry %s fits into %d bytes, without zod, ky or anything of Node',
  async (entry, ceiling) => {
    const { code, size } = await bundleOf(`${entry}/index`);
    console.info(`@trickle/sdk/${entry}: ${size} B gzip of ${ceiling} B`);
    expect(size).toBeLessThanOrEqual(ceiling);
    expect(code).not.toMatch(/node:|\bprocess\.|\brequire\(|\bBuffer\b/);
    expect(code).not.toMatch(/_zod|X-RateLimit|\bky\b/);
  },
  20_000,
);

test('the entry oauth fits into 20,000 bytes: it sends requests as the client does, with ky and zod', async () => {
  const { size } = await bundleOf('oauth/index');
  console.info(`@trickle/sdk/oauth: ${size} B gzip of 20000 B`);
  expect(size).toBeLessThanOrEqual(20_000);
}, 20_000);

test('the client holds nothing of the entries beside it', async () => {
  const { code } = await bundleOf('index');
  expect(code).not.toMatch(
    /WebhookError|ContentError|code_challenge_method=|state_mismatch|SHA-256|PEXPIRE|resend_count/,
  );
}, 20_000);
