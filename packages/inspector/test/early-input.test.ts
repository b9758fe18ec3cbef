import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Preact runs `useEffect` after the browser has drawn: on a busy machine, input that comes before it would be lost.
test('no effect that runs after drawing listens to input', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: `${import.meta.dirname}/..` });
  const late = files.flatMap((file) => {
    const source = readFileSync(`${import.meta.dirname}/../${file}`, 'utf8');
    return (source.match(/^( *)useEffect\([\s\S]*?\n\1\}/gm) ?? []).filter((effect) =>
      /addEventListener/.test(effect),
    );
  });
  expect(files.length).toBeGreaterThan(100);
  expect(late).toEqual([]);
});
