import type { ComponentChildren } from 'preact';

/** Strings (1), followed by a colon (2) if they are names; numbers (3); true, false and null (4). */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** Beyond this length, JSON is shown without colors. */
const MAX_LENGTH = 100_000;

/** JSON with a color for each kind of token. */
export function highlightJson(text: string): ComponentChildren {
  if (text.length > MAX_LENGTH) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (string === undefined) parts.push(<span class={number ? 'code-number' : 'code-atom'}>{whole}</span>);
    else parts.push(<span class={colon ? 'code-key' : 'code-string'}>{string}</span>, colon);
  }
  return [...parts, text.slice(end)];
}
