import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { enhanceAppWithTabs } from 'vitepress-plugin-tabs/client';
import { h } from 'vue';
import { PageEnds, PageSource } from './page-source.ts';
import './style.css';

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'doc-before': () => h(PageSource), 'doc-after': () => h(PageEnds) }),
  enhanceApp: ({ app }) => enhanceAppWithTabs(app),
} satisfies Theme;
