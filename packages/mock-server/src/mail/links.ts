import { escapeHtml, unescapeHtml } from './html-text.ts';

const ANCHOR = /<a\s[^<>]*>/gi;
const TARGET = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)')/i;

/** Puts other targets in place of those of links in HTML; `replace` keeps one by giving undefined. */
export function replaceLinks(html: string, replace: (url: string) => string | undefined): string {
  return html.replaceAll(ANCHOR, (anchor) =>
    anchor.replace(TARGET, (whole, start: string, double?: string, single?: string) => {
      const target = replace(unescapeHtml(double ?? single ?? '').trim());
      return target === undefined ? whole : `${start}"${escapeHtml(target)}"`;
    }),
  );
}

/** Whether clicks on a link to this target are told of: only targets that a page can be shown of. */
export const isTrackable = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);
