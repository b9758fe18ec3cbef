import { expect, test } from 'vitest';
import { filesAt, read, withoutTests } from '../setup/repository.ts';
import { withTables } from './page-tables.ts';

const page = read('docs/troubleshooting.md');

test.each(['docs/troubleshooting.md', 'packages/cli/README.md'])('%s equals its generated tables', (file) => {
  const text = read(file);
  expect(text).toContain('<!-- all exit codes -->');
  expect(withTables(text)).toBe(text);
});

test('each message quoted on the page occurs in the sources', () => {
  const files = withoutTests(filesAt('packages/*/src/**/*.ts'));
  const sources = files.map(read).join('\n').replaceAll('\\', '');
  const rows = page.match(/(?<=^\| Message \|.*\n\|[ -|]+\n)(?:\|.*\n)+/gm) ?? [];
  const cells = rows.flatMap((row) => Array.from(row.matchAll(/^\|(.*?[^\\])\|/gm), ([, cell = '']) => cell));
  const messages = cells.flatMap((cell) => Array.from(cell.matchAll(/`(.+?)`/g), ([, text = '']) => text));
  expect(messages.length).toBeGreaterThan(20);
  const occurs = (message: string) => message.split('…').every((part) => sources.includes(part));
  expect(messages.filter((message) => !occurs(message))).toEqual([]);
});
