import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_CODES } from '@trickle/sdk/contract';
import { describe, expect, test } from 'vitest';
import { Sources } from './messages/sources.ts';
import { collectMessages } from './messages/texts.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
const files = globSync('packages/{browser-script,cli,mock-server,sdk}/src/**/*.ts', {
  cwd: root,
  exclude: ['**/*.test.ts'],
}).sort();
const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');

/** Texts that are collected although they are no messages: other output, parts of sentences, texts of emails. */
const OTHERS = [
  ...['An earlier run processed', 'The rate limits of the service make this take at least', 'Logged in'],
  ...['the same options and another --errors', 'Webhook deliveries', 'Ended with', 'Caused by'],
  'Dry run, nothing was sent. Of …, … would be imported with … (… MB), and … would be rejected',
  ...['the options of a call', 'the headers of the hook onRequest', 'an array of records', 'no content type'],
  ...[
    'filter the list',
    'Present on failure',
    'why there was no response, or null',
    '3600 requests an hour',
    'requests an hour',
    'records an hour',
    'expected …an object',
  ],
  ...['Refund of order', 'Custom event', 'has … the campaign "…"', 'subscribed to', 'unsubscribed from'],
  ...['Too many requests', 'a form was expected'], // never shown: their answers have other texts
];
const SQL = /^(?:begin|delete|do|insert|pg_\w+|pragma|release|rollback|savepoint|select)\b/;

/** A text without what differs between the sources and a page: backticks, line breaks, dots at both ends. */
const plain = (text: string) =>
  text.replaceAll('`', '').replaceAll('\\|', '|').replaceAll(/\s+/g, ' ').replaceAll(/…+/g, '…');
const trimmed = (text: string) => plain(text).replaceAll(/^[\s…,;:.]+|[\s…,;:.?]+$/g, '');

const messages = [
  ...new Set(collectMessages(new Sources(root, files)).map(({ text }) => trimmed(text))),
].filter((text) => !SQL.test(text) && !OTHERS.includes(text));

const matches = (text: string, pattern: RegExp) =>
  new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

describe('the page about troubleshooting', () => {
  test('has every message of an error, a warning or an issue', () => {
    expect(messages.length).toBeGreaterThan(400);
    const text = plain(page);
    // A page of HTML is no message.
    expect(messages.filter((message) => !message.startsWith('<') && !text.includes(message))).toEqual([]);
  });

  test('has no message that the sources do not have', () => {
    const rows = page.match(/(?<=^\| Message \|.*\n\|[ -|]+\n)(?:\|.*\n)+/gm) ?? [];
    const cells = rows.flatMap((row) =>
      Array.from(row.matchAll(/^\|(.*?[^\\])\|/gm), ([, cell = '']) => cell),
    );
    const quoted = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/(`+)(.+?)\1(?!`)/g), ([, , text = '']) => trimmed(text)),
    );
    const texts = plain(sources.replaceAll(/['`]\s*\+\s*['`]/g, '').replaceAll('\\', ''));
    expect(quoted.length).toBeGreaterThan(250);
    const isKnown = (text: string) =>
      messages.some((message) => text.includes(message)) || texts.includes(text.replaceAll('…', ''));
    expect(quoted.filter((text) => text.includes(' ') && !isKnown(text))).toEqual([]);
  });

  test('has an entry for every class of errors', () => {
    const classes = matches(sources, /class (\w+) extends (?:\w*Error|\w+Failure)\b/g);
    expect(classes.size).toBeGreaterThan(40);
    expect([...classes].filter((name) => !new RegExp(`(?:### |\`)${name}\\b`).test(page))).toEqual([]);
  });

  test('has an entry for every code of an issue or an answer, with its text', () => {
    const codes = matches(sources, /'([a-z_]+_(?:error|member))'/g);
    for (const code of Object.keys(VALIDATION_CODES)) codes.add(code);
    expect(codes.size).toBeGreaterThan(15);
    expect([...codes].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
    const texts = Object.entries(VALIDATION_CODES);
    expect(texts.filter(([code, text]) => !page.includes(`| \`${code}\` | \`… ${text}\``))).toEqual([]);
  });

  test('has an entry for every exit code of the command', () => {
    const source = readFileSync(join(root, 'packages/cli/src/terminal/exit-signal.ts'), 'utf8');
    const codes = matches(source, /^ {2}\w+: (\d+),$/gm);
    expect(codes.size).toBeGreaterThan(7);
    expect([...codes].filter((code) => !page.includes(`\n| ${code} |`))).toEqual([]);
  });
});
