const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML content and double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** Safe HTML, which is not escaped again. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Part[];

export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, i) => text + markup(parts[i])).join(''),
});

function markup(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(markup).join('');
  return escapeHtml(String(part));
}

export const raw = (text: string): Html => ({ html: text });

/** A name as code, which can break after dots and underscores. */
export const code = (name: string): Html => ({
  html: `<code>${escapeHtml(name).replaceAll(/[._]/g, '$&<wbr>')}</code>`,
});

/** Text with `code` between backticks. */
export const prose = (text: string): Html => ({
  html: escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'),
});

/** Formatted JSON with member names in bold. */
export const json = (value: unknown): Html => ({
  html: JSON.stringify(value, null, 2).split('\n').map(jsonLine).join('\n'),
});

function jsonLine(line: string): string {
  const [, indent = '', name] = /^( *)("(?:[^"\\]|\\.)*"):/.exec(line) ?? [];
  if (name === undefined) return escapeHtml(line);
  return `${indent}<b>${escapeHtml(name)}</b>${escapeHtml(line.slice(indent.length + name.length))}`;
}

/** Encodes a value as a JavaScript expression that is safe anywhere in a page. */
export const scriptValue = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
