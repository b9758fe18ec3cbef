// @thorough: bundlers and compilers
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../bundle/bundle.ts';

/** The inspector's files, with their contents: the built ones if there is a build. */
async function contents(): Promise<[name: string, text: string | Buffer][]> {
  if (!process.env.TRICKLE_BUILT) return Object.entries(await bundle());
  const { loadFiles } = await import(new URL('../dist/served.js', import.meta.url).href);
  const served: Record<string, string> = await loadFiles();
  return Object.entries(served).map(([name, text]) => [
    name,
    brotliDecompressSync(Buffer.from(text, 'base64')),
  ]);
}

// The support of email clients is loaded when an email is opened: it counts with the whole, and not with the first page.
test('the first page loads less than 60 kB compressed, and the whole inspector has less than 120 kB', async () => {
  const sizes = (await contents()).map(([name, text]) => ({ name, size: gzipSync(text).length }));
  const sum = (files: typeof sizes) => files.reduce((total, { size }) => total + size, 0);
  expect(sum(sizes.filter(({ name }) => /^(?:inspector|overview)-/.test(name)))).toBeLessThan(60_000);
  expect(sum(sizes)).toBeLessThan(120_000);
});
