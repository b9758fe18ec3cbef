import { dirname, join, normalize, posix, relative } from 'node:path';
import { PAGES, type Page } from './pages.ts';

const bySource = new Map(PAGES.map((page) => [page.source, page]));

/** Files of the site that are not pages. */
const FILES: ReadonlyMap<string, string> = new Map([['docs/openapi.json', '/openapi.json']]);

/** The folders whose README is a page: links to the folder lead there. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['packages/sdk/docs/reference', 'packages/sdk/docs/reference/README.md'],
  ['packages/cli', 'packages/cli/README.md'],
  ['packages/mock-server', 'packages/mock-server/README.md'],
  ['packages/browser-script', 'packages/browser-script/README.md'],
  ['packages/sdk', 'packages/sdk/docs/sdk.md'],
  ['packages/sdk/README.md', 'packages/sdk/docs/sdk.md'],
  ['packages/sdk/docs/guides', 'packages/sdk/docs/guides/testing.md'],
  ['docs', 'docs/index.md'],
  ['docs/README.md', 'docs/index.md'],
  ['README.md', 'docs/index.md'],
]);

/** The web address of a file of the repository, if known. */
export type SourceUrl = (file: string) => string | undefined;

/**
 * Rewrites the links of a Markdown file for its page on the site. A link to another page of the site leads there;
 * a link to another file of the repository leads to its source, or becomes plain text if the repository has no
 * known address. A picture is loaded from the site itself.
 */
export function rewriteLinks(text: string, page: Page, sourceUrl: SourceUrl): string {
  return outsideCode(text, (part) =>
    part.replaceAll(
      /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
      (link, mark: string, label: string, target: string) => {
        if (/^(?:https?:|mailto:|#)/.test(target)) return link;
        const [path = '', anchor] = target.split('#', 2);
        const file = normalize(join(dirname(page.source), path)).replace(/\/$/, '');
        if (mark === '!') return `![${label}](${pathFrom(page, relative('docs', file))})`;
        const url = siteUrl(file, page, anchor) ?? sourceUrl(file);
        return url === undefined ? label : `[${label}](${url})`;
      },
    ),
  );
}

function siteUrl(file: string, from: Page, anchor: string | undefined): string | undefined {
  const other = FILES.get(file);
  if (other !== undefined) return other;
  const target = bySource.get(file) ?? bySource.get(FOLDERS.get(file) ?? '');
  if (target === undefined) return undefined;
  return `${pathFrom(from, target.path)}.md${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The relative path from a page to a file of the site. */
function pathFrom(page: Page, file: string): string {
  const path = relative(posix.dirname(page.path), file);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Changes the text outside of fenced blocks. */
export function outsideCode(text: string, change: (part: string) => string): string {
  const parts = text.split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)[ \t]*$)/m);
  return parts.map((part, i) => (i % 2 === 1 ? part : change(part))).join('');
}

/** The id of a heading, as GitHub makes it, so that a link works in both places. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
