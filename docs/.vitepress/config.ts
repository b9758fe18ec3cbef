import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ICON } from '@trickle/design/mark';
import { tokens } from '@trickle/design/tokens';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { tabsMarkdownPlugin } from 'vitepress-plugin-tabs';
import { slugOf } from '../../scripts/docs/site/links.ts';

const folder = join(import.meta.dirname, 'dist');
const pages = join(folder, 'pages');
const sidebar: DefaultTheme.SidebarMulti = JSON.parse(readFileSync(join(pages, 'sidebar.json'), 'utf8'));

/** Makes a plain cell of a header that says nothing, as screen readers announce headers. */
function withoutEmptyHeaders({ tokens }: { readonly tokens: Token[] }): void {
  for (const [i, token] of tokens.entries()) {
    const close = tokens[i + 2];
    if (token.type !== 'th_open' || tokens[i + 1]?.content !== '' || close?.type !== 'th_close') continue;
    token.tag = 'td';
    close.tag = 'td';
  }
}

/** A token of markdown-it, as far as it is used here. */
interface Token {
  readonly type: string;
  readonly content: string;
  tag: string;
}

/** The weight of a search hit: guides come first. The function runs in the page, so it uses nothing else here. */
function boostDocument(id: string): number {
  if (/\/guides\/(?!migrating|older-clients)/.test(id)) return 3;
  return /\/(?:unspecified|measurements|reference\/methods\/)/.test(id) ? 0.3 : 1;
}

export default defineConfig({
  title: 'Trickle',
  description: 'SDK, reference server and page script for the API of a marketing automation service.',
  lang: 'en',
  head: [
    ['link', { rel: 'icon', href: ICON }],
    ['style', {}, tokens('.dark')],
  ],
  // Another path, such as /trickle/ of a project page: DOCS_BASE=/trickle/ npm run docs
  base: process.env.DOCS_BASE ?? '/',
  srcDir: pages,
  // The copies for assistants are files, not pages.
  srcExclude: ['public/**'],
  outDir: join(folder, 'site'),
  cacheDir: join(folder, 'cache'),
  cleanUrls: true,
  metaChunk: true,
  // The index of the search and the page of the admin API are large; both load on demand.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    // Braces in headings are placeholders of paths, not attributes.
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config: (md) => {
      md.use(tabsMarkdownPlugin as (md: object) => void); // VitePress has other types of the same markdown-it
      md.core.ruler.push('empty-headers', withoutEmptyHeaders);
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: '/mark.svg',
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '^/start/' },
      { text: 'Guides', link: '/guides/authentication', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/sdk', activeMatch: '^/reference/' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    sidebar,
    outline: { level: [2, 3] },
  },
});
