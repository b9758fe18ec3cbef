import { readFile } from 'node:fs/promises';

const README = new URL('../README.md', import.meta.url);

/** Reads the README's snippet, for account 9999999 and script.example.com. */
export async function readSnippet(): Promise<string> {
  const [, snippet] = /```html\n(<script>\n[^`]*)```/.exec(await readFile(README, 'utf8')) ?? [];
  if (snippet === undefined) throw new Error('The README has no snippet.');
  return snippet;
}
