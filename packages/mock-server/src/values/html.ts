import { escapeHtml } from './escape-html.ts';

/** A piece of HTML that is safe to put into more HTML. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/** Builds HTML; what is put in as text is escaped. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, i) => text + markup(parts[i])).join(''),
});

function markup(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(markup).join('');
  return escapeHtml(String(part));
}

/** HTML that was made elsewhere. */
export const raw = (text: string): Html => ({ html: text });

/** A name as code, which may be broken after its dots and underlines where there is little room. */
export const code = (name: string): Html => ({
  html: `<code>${escapeHtml(name).replaceAll(/[._]/g, '$&<wbr>')}</code>`,
});

/** Text in which `code` stands between backticks. */
export const prose = (text: string): Html => ({
  html: escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'),
});

/** JSON for reading, with the names of members marked. */
export const json = (value: unknown): Html => ({
  html: escapeHtml(JSON.stringify(value, null, 2)).replaceAll(
    /^( *)(&quot;(?:(?!&quot;).)*&quot;):/gm,
    '$1<b>$2</b>:',
  ),
});
