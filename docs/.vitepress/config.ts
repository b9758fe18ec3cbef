import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { slugOf } from '../../scripts/docs/site/links.ts';

const folder = join(import.meta.dirname, 'dist');
const pages = join(folder, 'pages');
const sidebar: DefaultTheme.SidebarItem[] = JSON.parse(readFileSync(join(pages, 'sidebar.json'), 'utf8'));

export default defineConfig({
  title: 'Trickle',
  description: 'SDK, reference server and page script for the API of a marketing automation service.',
  lang: 'en',
  // Another path, such as /trickle/ of a project page: DOCS_BASE=/trickle/ npm run docs
  base: process.env.DOCS_BASE ?? '/',
  srcDir: pages,
  // The copies for assistants are files, not pages.
  srcExclude: ['public/**'],
  outDir: join(folder, 'site'),
  cacheDir: join(folder, 'cache'),
  cleanUrls: true,
  metaChunk: true,
  markdown: {
    // Braces in headings are placeholders of paths, not attributes.
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '^/start/' },
      { text: 'Guides', link: '/guides/authentication', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/sdk', activeMatch: '^/reference/' },
      { text: 'Compare', link: '/compare' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    sidebar,
    outline: { level: [2, 3] },
  },
});
