import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../bundle/bundle.ts';

/**
 * In bytes. What the script weighs decides how soon a page can use it. Raise it only with a reason, here:
 * the four other commands, the lasting outbox, goals and page visits have to fit in as well.
 */
const CEILING = { brotli: 3000, gzip: 3400 };

/** Words that only other code brings in. */
const FORBIDDEN = [/\bky\b/, /zod/i, /process\.env/, /\brequire\b/, /\bimport\b/, /\beval\b/, /\bFunction\(/];

/** Syntax and built-ins that came after 2020. */
const TOO_NEW = [/\?\?=/, /\|\|=/, /&&=/, /\.at\(/, /replaceAll/, /hasOwn\(/, /structuredClone/, /[{;,]#\w/];

test('the page script fits into its ceiling', async () => {
  const script = await bundle();
  const size = { brotli: brotliCompressSync(script).length, gzip: gzipSync(script, { level: 9 }).length };
  console.info(`page script: ${script.length} bytes, ${size.gzip} gzip, ${size.brotli} brotli`);
  expect(size.brotli).toBeLessThanOrEqual(CEILING.brotli);
  expect(size.gzip).toBeLessThanOrEqual(CEILING.gzip);
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
  expect(await bundle()).toMatch(/^\(\(\)=>\{"use strict";.*\}\)\(\);$/s);
});
