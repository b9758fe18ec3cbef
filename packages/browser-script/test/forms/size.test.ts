import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleForms } from '../../bundle/bundle.ts';

/** In bytes: what a page loads more where its account has a form. Raise it only with a reason, here. */
const CEILING = { brotli: 4000, gzip: 4500 };

/** Words that only other code brings in, and what runs text or writes markup. */
const FORBIDDEN = [
  /\bky\b/,
  /zod/i,
  /process\.env/,
  /\brequire\b/,
  /\bimport\b/,
  /\beval\b/,
  /\bFunction\(/,
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc/,
  /createContextualFragment|DOMParser|parseHTML|setHTML/,
];

/** Syntax and built-ins that came after 2020. */
const TOO_NEW = [/\?\?=/, /\|\|=/, /&&=/, /\.at\(/, /replaceAll/, /hasOwn\(/, /structuredClone/, /[{;,]#\w/];

test('the forms fit into their ceiling', async () => {
  const script = await bundleForms();
  const size = { brotli: brotliCompressSync(script).length, gzip: gzipSync(script, { level: 9 }).length };
  console.info(`forms: ${script.length} bytes, ${size.gzip} gzip, ${size.brotli} brotli`);
  expect(size.brotli).toBeLessThanOrEqual(CEILING.brotli);
  expect(size.gzip).toBeLessThanOrEqual(CEILING.gzip);
});

test('the forms name nothing of other packages, run no text and write no markup', async () => {
  const script = await bundleForms();
  expect(FORBIDDEN.filter((word) => word.test(script))).toEqual([]);
});

test('the forms run in browsers of 2020', async () => {
  const script = await bundleForms();
  expect(TOO_NEW.filter((syntax) => syntax.test(script))).toEqual([]);
});

test('the forms are a module with one export', async () => {
  expect(await bundleForms()).toMatch(/export\{\w+ as startForms\};$/);
});
