import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../bundle/bundle.ts';

test('the whole inspector has less than 100 kB compressed', async () => {
  const sizes = Object.values(await bundle()).map((text) => gzipSync(text).length);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((total, size) => total + size)).toBeLessThan(100_000);
}, 60_000);
