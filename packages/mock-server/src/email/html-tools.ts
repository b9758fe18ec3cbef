/** The functions that need an HTML parser. */
export type HtmlTools = typeof import('./markup.ts');

let loading: Promise<HtmlTools> | undefined;

/** Loads the HTML tools on first use. */
export function htmlTools(): Promise<HtmlTools> {
  loading ??= import('./markup.ts');
  return loading;
}
