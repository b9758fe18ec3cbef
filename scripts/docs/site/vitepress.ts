import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../setup/repository.ts';
import { outsideCode } from './links.ts';

/** The Markdown of a page for VitePress. */
export const forVitePress = (text: string) =>
  outsideCode(text, (part) => withPictures(withTabs(withoutTemplates(part))));

/** Keeps VitePress from reading text as components and templates. Line breaks, keys and marks of tabs stay elements. */
const withoutTemplates = (part: string) =>
  part.replaceAll(/((`+)(?!`).*?[^`]\2(?!`)|<br>|<\/?kbd>)|<(?=[a-z/])|\{\{/gi, (found, kept?: string) => {
    if (kept !== undefined) return kept;
    return found === '<' ? '&lt;' : '&#123;&#123;';
  });

/** Turns the text between two markers into tabs. Elsewhere, each part starts with a name in bold. */
const withTabs = (part: string) =>
  part
    .replaceAll(/^<!-- tabs -->$/gm, ':::tabs key:language')
    .replaceAll(/^<!-- \/tabs -->$/gm, ':::')
    .replaceAll(/^\*\*(JavaScript|TypeScript|curl|Python|Ruby|PHP|Go|Java|Shell)\*\*$/gm, '== $1');

const PICTURE = /^!\[([^\]]*)\]\(((?:\.\.?\/)+pictures\/)([\w-]+)\.(png|svg)\)$/gm;

/** Shows the picture for the color scheme of the page; drawings become a part of the page. */
const withPictures = (part: string) =>
  part.replaceAll(PICTURE, (...[found = '', alt = '', folder, name, type]: string[]) => {
    const file = (suffix: string) => join(root, 'docs/pictures', `${name}${suffix}.${type}`);
    if (type === 'svg') return drawing(readFileSync(file(''), 'utf8'), alt) ?? found;
    if (!existsSync(file('-dark'))) return found;
    const image = (scheme: string, suffix: string) =>
      `<img class="${scheme}-only" src="${folder}${name}${suffix}.png" alt="${alt}" loading="lazy">`;
    return `<p>${image('light', '')}${image('dark', '-dark')}</p>`;
  });

/** A drawing without its title and style. On the site, it has the alternative text and the colors of the page. */
function drawing(svg: string, alt: string): string | undefined {
  if (!svg.includes('class="drawing"')) return undefined;
  const bare = svg.replaceAll(/<(title|style)>[\s\S]*?<\/\1>/g, '').replaceAll(/\n\s*/g, '');
  return bare.replace('<svg ', `<svg role="img" aria-label="${alt}" `);
}
