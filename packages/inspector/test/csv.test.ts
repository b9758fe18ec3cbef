import { expect, test } from 'vitest';
import { csvOf } from '../src/design/list/csv.ts';

test('rows are written with a column for each member, quoted where needed, and never as formulas', () => {
  const rows = [
    { id: 1, name: 'Ann "A", Inc.', tags: ['vip'], gone: null },
    { id: -2, name: '=1+1', more: 'two\nlines' },
  ];
  expect(csvOf(rows)).toBe(
    'id,name,tags,gone,more\r\n1,"Ann ""A"", Inc.","[""vip""]",,\r\n-2,\'=1+1,,,"two\nlines"\r\n',
  );
  expect(csvOf([])).toBe('\r\n');
});
