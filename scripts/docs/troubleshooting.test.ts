import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_CODES } from '@trickle/sdk/contract';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
const sources = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** The sources with the pieces of texts that span lines put together. */
const texts = sources.replaceAll(/['`]\s*\+\s*['`]/g, '').replaceAll(/\\(['`])/g, '$1');

const matches = (text: string, pattern: RegExp) =>
  new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

describe('the page about troubleshooting', () => {
  test('has an entry for every class of errors', () => {
    const classes = matches(sources, /class (\w+) extends (?:\w*Error|\w+Failure)\b/g);
    expect(classes.size).toBeGreaterThan(40);
    expect([...classes].filter((name) => !new RegExp(`(?:### |\`)${name}\\b`).test(page))).toEqual([]);
  });

  test('has an entry for every code of an issue or an answer', () => {
    const codes = matches(sources, /'([a-z_]+_(?:error|member))'/g);
    for (const code of Object.keys(VALIDATION_CODES)) codes.add(code);
    expect(codes.size).toBeGreaterThan(15);
    expect([...codes].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });

  test('has an entry for every exit code of the command', () => {
    const source = readFileSync(join(root, 'packages/sdk/src/cli/terminal/exit-signal.ts'), 'utf8');
    const codes = matches(source, /^ {2}\w+: (\d+),$/gm);
    expect(codes.size).toBeGreaterThan(7);
    expect([...codes].filter((code) => !page.includes(`\n| ${code} |`))).toEqual([]);
  });

  test('has an entry for every warning of the page script', () => {
    const script = globSync('packages/browser-script/src/*.ts', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const warnings = matches(script, /(?:warn\(|new Error\(|error: )'([^']+)'/g);
    expect(warnings.size).toBeGreaterThan(3);
    expect([...warnings].filter((warning) => !page.includes(warning))).toEqual([]);
  });

  test('quotes only messages that the sources have', () => {
    const rows = Array.from(page.matchAll(/^\| (`.*?) \|/gm), ([, cell = '']) => cell);
    const messages = rows.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text));
    const pieces = messages.flatMap((message) => message.split('…').map((piece) => piece.trim()));
    const long = pieces.filter((piece) => piece.length > 3 && /[a-z] [a-z]/i.test(piece));
    expect(long.length).toBeGreaterThan(60);
    expect(long.filter((piece) => !texts.includes(piece))).toEqual([]);
  });
});
