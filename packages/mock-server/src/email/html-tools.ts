/** What emails need an HTML parser for. */
export type HtmlTools = typeof import('./markup.ts');

let loading: Promise<HtmlTools> | undefined;

/** The parser is loaded when the first email is sent. */
export function htmlTools(): Promise<HtmlTools> {
  loading ??= import('./markup.ts');
  return loading;
}
