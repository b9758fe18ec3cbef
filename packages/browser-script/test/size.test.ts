import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createServer } from '@trickle/mock-server';
import { beforeAll, expect, test } from 'vitest';
import { bundle, bundleForms } from '../bundle/bundle.ts';
import { accountScript, VERSION } from '../bundle/served.ts';
import metadata from '../package.json' with { type: 'json' };
import { MAX_BODY } from '../src/batch.ts';
import { MAX_STORED } from '../src/persist.ts';

// A busy machine bundles slowly.
beforeAll(() => Promise.all([bundle('plain'), bundle('full'), bundleForms()]), 60_000);

/**
 * In bytes. What the script weighs decides how soon a page can use it. Raise it only with a reason, here.
 * `plain` has the six commands, delivery with its outbox, visitors, consent and tags; `full` has visits and what loads
 * the forms as well.
 */
const CEILINGS = { plain: { brotli: 2800, gzip: 3150 }, full: { brotli: 3000, gzip: 3400 } } as const;

/** Words that only other code brings in. */
const FORBIDDEN = [
  /\bky\b/,
  /zod/i,
  /process\.env/,
  /\brequire\b/,
  /\bimport\b(?!\()/,
  /\beval\b/,
  /\bFunction\(/,
];

/** Syntax and built-ins that came after 2020. */
const TOO_NEW = [/\?\?=/, /\|\|=/, /&&=/, /\.at\(/, /replaceAll/, /hasOwn\(/, /structuredClone/, /[{;,]#\w/];

test.each(['plain', 'full'] as const)('the page script fits into its ceiling: %s', async (name) => {
  const script = await accountScript({
    account: '9999999',
    ...(name === 'full' && { visits: '', forms: true }),
  });
  const size = { brotli: brotliCompressSync(script).length, gzip: gzipSync(script, { level: 9 }).length };
  console.info(`page script, ${name}: ${script.length} bytes, ${size.gzip} gzip, ${size.brotli} brotli`);
  expect(size.brotli).toBeLessThanOrEqual(CEILINGS[name].brotli);
  expect(size.gzip).toBeLessThanOrEqual(CEILINGS[name].gzip);
});

test('the page script names nothing of other packages, and runs no text', async () => {
  const script = await bundle();
  expect(FORBIDDEN.filter((word) => word.test(script))).toEqual([]);
});

test('the page script runs in browsers of 2020', async () => {
  const script = await bundle();
  expect(TOO_NEW.filter((syntax) => syntax.test(script))).toEqual([]);
});

test('the page script is one function, so that its names stay its own', async () => {
  expect(await bundle()).toMatch(/^!function\(\)\{.*\}\(\);$/s);
});

test('a pinned script has the version of the package', () => {
  expect(VERSION).toBe(metadata.version);
});

test.each(['README.md', 'ARCHITECTURE.md', 'FORMS.md'])(
  'each size that %s states is the real one',
  async (file) => {
    await using server = await createServer({
      seed: { accounts: [{ id: '9999999', forms: [{ id: '77', headline: 'News' }] }] },
    });
    const served = await server.fetch(new Request('http://localhost/client/9999999/forms.js'));
    const kilobytes = (text: string) => `${(brotliCompressSync(text).length / 1000).toFixed(1)} kB`;
    const real = [
      kilobytes(await bundleForms()),
      kilobytes(await served.text()),
      `${MAX_STORED / 1024} KB`,
      `${MAX_BODY.toLocaleString('en')} characters`,
    ];
    const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
    for (const stated of text.match(/[\d.,]+ (kB|KB|bytes|characters)\b/g) ?? [])
      expect(real).toContain(stated);
  },
);
