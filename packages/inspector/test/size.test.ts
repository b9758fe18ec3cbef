// @thorough: bundlers and compilers
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../bundle/bundle.ts';

// The support of email clients is loaded when an email is opened: it counts with the whole, and not with the first page.
test('the first page loads less than 60 kB compressed, and the whole inspector has less than 120 kB', async () => {
  const sizes = Object.entries(await bundle()).map(([name, text]) => ({ name, size: gzipSync(text).length }));
  const sum = (files: typeof sizes) => files.reduce((total, { size }) => total + size, 0);
  expect(sum(sizes.filter(({ name }) => /^(?:inspector|overview)-/.test(name)))).toBeLessThan(60_000);
  expect(sum(sizes)).toBeLessThan(120_000);
});
