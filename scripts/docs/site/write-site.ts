import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { MARK } from '@trickle/design/mark';
import { read, readJson, root } from '../../setup/repository.ts';
import { llmsFull, llmsIndex, type Texts, titleOf } from './assistants.ts';
import { outsideCode, rewriteLinks, type SourceUrl } from './links.ts';
import { GROUPS, type Group, PAGES, type Page } from './pages.ts';
import { serverTables } from './server-pages.ts';
import { forVitePress } from './vitepress.ts';

/** The input folder of VitePress. Its name keeps other tools out, since they skip built files. */
const PAGES_FOLDER = join(root, 'docs/.vitepress/dist/pages');

/** The paths of pages that are excluded from the search. */
const UNSEARCHED = new Set(
  GROUPS.flatMap(({ pages, isSearched = true }) => (isSearched ? [] : pages.map(({ path }) => path))),
);

/** Writes all pages of the site, its sidebar, and the files for assistants. Returns the number of pages. */
export function writeSite(): number {
  rmSync(PAGES_FOLDER, { recursive: true, force: true });
  const texts = pageTexts();
  for (const [path, text] of texts) {
    const settings = UNSEARCHED.has(path) ? '---\nsearch: false\n---\n\n' : '';
    write(`${path}.md`, settings + forVitePress(text));
    write(`public/${path}.md`, text.replace(/^---\n[\s\S]*?\n---\n\s*/, ''));
  }
  write('public/llms.txt', llmsIndex(texts));
  write('public/llms-full.txt', llmsFull(texts));
  write('public/mark.svg', MARK);
  write('sidebar.json', JSON.stringify(sidebar(texts), null, 2));
  copyFileSync(join(root, 'docs/openapi.json'), join(PAGES_FOLDER, 'public/openapi.json'));
  // Pages and their copies for assistants use the same picture paths as the repository.
  for (const folder of ['pictures', 'public/pictures']) {
    cpSync(join(root, 'docs/pictures'), join(PAGES_FOLDER, folder), { recursive: true });
  }
  return texts.size;
}

/** A picture that only the site shows, since the package does not contain it. */
const PICTURE = /^<!-- picture: (\S+) (.*) -->$/gm;

/** The Markdown of each page, by path. */
export function pageTexts(): Texts {
  const tables = serverTables();
  return new Map(
    PAGES.map((page) => {
      const text = read(page.source);
      const filled = text.replaceAll(/^<!-- table: ([\w-]+) -->$/gm, (_, name: string) => {
        const table = tables.get(name);
        if (table === undefined) throw new Error(`${page.source}: there is no table ${name}.`);
        return table;
      });
      const shown = withoutComments(
        filled.replaceAll(PICTURE, (_, file: string, alt: string) => {
          return `![${alt}](${relative(dirname(page.source), `docs/pictures/${file}`)})`;
        }),
      );
      return [page.path, rewriteLinks(shown, page, sourceUrl)] as const;
    }),
  );
}

/** The web address of sources, in the repository named in the SDK's package.json. */
const sourceUrl: SourceUrl = (file) => {
  const manifest: { repository?: string | { url?: string } } = readJson('packages/sdk/package.json');
  const { repository } = manifest;
  const url = typeof repository === 'string' ? repository : repository?.url;
  const web = url?.replace(/^git\+/, '').replace(/\.git$/, '');
  return web?.startsWith('https://') ? `${web}/blob/main/${file}` : undefined;
};

/** Drops comments for tests and editors, but keeps the markers of tabs. */
const withoutComments = (text: string) =>
  outsideCode(text, (part) => part.replaceAll(/<!--(?! \/?tabs -->)[\s\S]*?-->\n*/g, ''));

/** The sidebar by path prefix: groups that belong to one folder only appear there. */
function sidebar(texts: Texts) {
  const item = ({ path, label }: Page) => ({
    text: label ?? titleOf(texts.get(path) ?? ''),
    link: `/${path.replace(/\bindex$/, '')}`,
  });
  const group = ({ title, pages }: Group) => ({ text: title, items: pages.map(item) });
  const folders = new Set(GROUPS.flatMap(({ within = [] }) => within));
  const own = [...folders].map((folder) => {
    const groups = GROUPS.filter(
      ({ title, within }) => within === folder || folder.startsWith(`/${title.toLowerCase()}/`),
    );
    return [folder, groups.map(group)] as const;
  });
  return Object.fromEntries([...own, ['/', GROUPS.filter(({ within }) => within === undefined).map(group)]]);
}

function write(name: string, text: string): void {
  const file = join(PAGES_FOLDER, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
