import { expect, test } from 'vitest';
import { pairsOf } from '../src/records/differences.ts';

const different = (left: unknown, right: unknown) =>
  pairsOf(left, right)
    .filter((pair) => pair.left !== pair.right)
    .map(({ path, left, right }) => [path, left, right]);

test('members of both records are compared by their paths, also those in JSON', () => {
  const left = { id: 1, tags: ['vip', 'new'], body: '{"email":"ann@example.com"}', same: [] };
  const right = { id: 2, tags: ['vip'], body: '{"email":"bo@example.com","name":null}', same: [] };
  expect(different(left, right)).toEqual([
    ['id', '1', '2'],
    ['tags[1]', 'new', undefined],
    ['body.email', 'ann@example.com', 'bo@example.com'],
    ['body.name', undefined, 'null'],
  ]);
  expect(pairsOf(left, right)).toContainEqual({ path: 'same', left: '[]', right: '[]' });
});

test('texts are aligned by the lines that both have', () => {
  expect(different({ text: 'a\nb\nc\nd' }, { text: 'new\na\nB\nc' })).toEqual([
    ['text, line 1', undefined, 'new'],
    ['text, line 3', 'b', 'B'],
    ['text, line 5', 'd', undefined],
  ]);
});
