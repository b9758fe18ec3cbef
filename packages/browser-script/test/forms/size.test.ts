import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createServer } from '@trickle/mock-server';
import { beforeAll, expect, test } from 'vitest';
import { bundleForms } from '../../bundle/bundle.ts';

// A busy machine bundles slowly.
beforeAll(() => bundleForms());

/**
 * In bytes: what a page loads in addition if its account has a form. Raise it only with a reason, here. It was 4,000
 * (brotli) before forms got along with frameworks, dialogs, shortcuts, consent and timers of the page, and with tabs at
 * the same edge; and 4,750 before forms had a look of their own: values for space, radius, font and colors, a confirmation
 * with a code, tabs that leave fields alone; and 4,950 before a place could be used again for something else or another
 * form, before forms waited for full screens, dialogs and tabs, and before they scrolled beside other scripts and closed by
 * themselves; and 5,000 before they asked WebKit for the layout, without which it lets elements behind a dialog have the focus;
 * and 5,020 before they looked for modal dialogs in shadow roots, too.
 * The rules that not all forms need come with the forms.
 */
const CEILING = { brotli: 5050, gzip: 5670 };

/** Words that occur only in foreign code, or that evaluate text or write markup. */
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

/** Syntax and built-ins newer than 2020. */
const TOO_NEW = [/\?\?=/, /\|\|=/, /&&=/, /\.at\(/, /replaceAll/, /hasOwn\(/, /structuredClone/, /[{;,]#\w/];

test('the forms are not larger than their ceiling', async () => {
  const script = await bundleForms();
  const size = { brotli: brotliCompressSync(script).length, gzip: gzipSync(script, { level: 9 }).length };
  console.info(`forms: ${script.length} bytes, ${size.gzip} gzip, ${size.brotli} brotli`);
  expect(size.brotli).toBeLessThanOrEqual(CEILING.brotli);
  expect(size.gzip).toBeLessThanOrEqual(CEILING.gzip);
});

test('the documentation states the size of the forms, alone and with one form', async () => {
  await using server = await createServer({
    seed: { accounts: [{ id: '9999999', forms: [{ id: '77', headline: 'News' }] }] },
  });
  const served = await server.fetch(new Request('http://localhost/client/9999999/forms.js'));
  const kilobytes = (text: string) => `${(brotliCompressSync(text).length / 1000).toFixed(1)} kB`;
  const documentation = await readFile(new URL('../../FORMS.md', import.meta.url), 'utf8');
  expect(documentation).toContain(`${kilobytes(await bundleForms())} (brotli)`);
  expect(documentation).toContain(`${kilobytes(await served.text())} with one form`);
});

test('the forms contain no other packages, evaluate no text and write no markup', async () => {
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
