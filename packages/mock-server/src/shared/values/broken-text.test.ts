import { expect, test } from 'vitest';
import { brokenTextIn } from './broken-text.ts';

test('broken texts and names are found at their places', () => {
  const value = { tags: ['vip', '\ud83d'], 'a\0': '\ud83d', whole: '😀' };
  expect(Array.from(brokenTextIn(value), ({ path }) => path)).toEqual([['tags', 1], ['a\0']]);
});

test('any number of broken texts is found', () => {
  const texts = new Array(300_000).fill('\ud83d');
  expect([...brokenTextIn({ tags: texts })]).toHaveLength(texts.length);
});
