import caniemail from 'caniemail/caniemail.json' with { type: 'json' };
import { MAJOR_CLIENTS } from './major-clients.ts';

type Feature = (typeof caniemail.data)[number];

export interface Unsupported {
  readonly title: string;
  readonly url: string;
  readonly missing: readonly string[];
  readonly partial: readonly string[];
  readonly line: number;
  readonly more: number;
}

/** Finds what clients do not support in HTML, and then what they support partly, by line. */
export const findUnsupported = (html: string): readonly Unsupported[] =>
  [...readFeatures(html)]
    .map(([feature, [first = 0, ...others]]) => ({
      title: feature.title,
      url: feature.url,
      missing: clientsWith(feature, 'n'),
      partial: clientsWith(feature, 'a'),
      line: html.slice(0, first).split('\n').length,
      more: others.length,
    }))
    .filter(({ missing, partial }) => missing.length + partial.length > 0)
    .sort((a, b) => Number(a.missing.length === 0) - Number(b.missing.length === 0) || a.line - b.line);

const clientsWith = ({ stats }: Feature, support: 'n' | 'a'): readonly string[] =>
  MAJOR_CLIENTS.filter(([, family, platform]) => {
    const platforms = Object.entries(stats[family] ?? {}).filter(([name]) => !platform || name === platform);
    const answers = platforms.map(([, versions]) => latestOf(versions)).filter((answer) => answer !== 'u');
    if (answers.every((answer) => answer === 'y')) return false;
    return answers.every((answer) => answer === 'n') === (support === 'n');
  }).map(([name]) => name);

function latestOf(versions: Readonly<Record<string, string>>): string | undefined {
  const [latest = ''] = Object.keys(versions).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return versions[latest]?.[0];
}

/** The signs of a feature whose title does not name it. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'CSS Variables (Custom Properties)': ['var('],
  'HTML5 semantics': [
    '<article>',
    '<aside>',
    '<figure>',
    '<footer>',
    '<header>',
    '<main>',
    '<nav>',
    '<section>',
  ],
  'Image maps': ['<map>'],
  'grid-template-* properties': ['grid-template:'],
  'srcset and sizes attributes': ['[srcset]'],
};

/** Patterns of titles, and the key under which an email's feature is looked up. */
const TITLES: readonly (readonly [form: RegExp, keyOf: (name: string, value: string) => string])[] = [
  [/<(\w+)>/g, (element) => `<${element}>`],
  [/<(\w+) type="(\w+)">/g, (element, type) => `<${element} ${type}>`],
  [/^([\w-]+) attribute$/g, (attribute) => `[${attribute}]`],
  [/^(\w+) image format$/g, (extension) => `.${extension.toLowerCase()}`],
  [/^@[\w-]+$|@media \([\w-]+\)|^::?[a-z-]+|^!important/g, (itself) => itself],
  [/(?<=^|, | & )([a-z-]+)(?=$|, | & | (?:CSS )?property$| shorthand$)/g, (property) => `${property}:`],
  [/^([a-z-]+): ?([a-z-]+)$/g, (property, value) => `${property}:${value}`],
  [/(?<![:\w-])([a-z-]+)\(\)/g, (name) => `${name}(`],
  [/^(\w+) unit$/g, (unit) => `1${unit}`],
];

const keysOf = (title: string): readonly string[] => [
  ...(ALIASES[title] ?? []),
  ...TITLES.flatMap(([form, keyOf]) =>
    Array.from(title.matchAll(form), ([itself, name = itself, value = '']) => keyOf(name, value)),
  ),
];

/** Finds the features that an email uses, with their positions in the HTML, in order. */
function readFeatures(html: string): ReadonlyMap<Feature, readonly number[]> {
  const byKey = new Map(
    caniemail.data.flatMap((feature) => keysOf(feature.title).map((key) => [key, feature])),
  );
  const uses = new Map<Feature, number[]>();
  readHtml(html, (index, ...keys) => {
    const feature = byKey.get(keys.find((key) => byKey.has(key)) ?? '');
    if (!feature) return;
    const places = uses.get(feature) ?? [];
    places.push(index);
    uses.set(feature, places);
  });
  return uses;
}

/** Takes where an email uses something, and keys of it: the first one that is a feature counts. */
type Use = (index: number, ...keys: readonly string[]) => void;

/**
 * A comment, or a tag: its name and attributes. An element that nothing closes ends with the HTML, so that reading is linear.
 */
const TAGS = /<!--[\s\S]*?(?:-->|$)|<([a-z][a-z0-9]*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*)/gi;
const ATTRIBUTES = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function readHtml(html: string, use: Use): void {
  let end = 0;
  for (const { 0: tag, 1: name, 2: attributes = '', index } of html.matchAll(TAGS)) {
    if (name === undefined || index < end) continue; // a comment, or inside a stylesheet
    if (attributes.includes('width="1" height="1"')) continue; // the image that counts opens
    const element = name.toLowerCase();
    use(index, `<${element}>`);
    for (const [, attribute = '', ...values] of attributes.matchAll(ATTRIBUTES)) {
      const key = attribute.toLowerCase();
      const value = values.find((candidate) => candidate !== undefined) ?? '';
      use(index, `[${key}]`);
      if (key === 'type') use(index, `<${element} ${value.toLowerCase()}>`);
      if (key === 'style') readStyles(value, (_, ...keys) => use(index, ...keys));
      if (key === 'src' || key === 'srcset') readFiles(value, index, use);
    }
    if (element !== 'style') continue;
    const start = index + tag.length;
    end = start + html.slice(start).search(/<\/style|$/i);
    readStyles(html.slice(start + 1, end), (offset, ...keys) => use(start + 1 + offset, ...keys));
  }
}

function readStyles(css: string, use: Use): void {
  const text = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => ' '.repeat(comment.length));
  for (const { 0: part, index } of text.matchAll(/[^{};\s][^{};]*/g)) {
    if (part.startsWith('@')) {
      use(index, ...(/^@[\w-]+/.exec(part) ?? []));
      for (const [, feature] of part.matchAll(/\(([\w-]+)/g)) use(index, `@media (${feature})`);
    } else if (text[index + part.length] === '{') {
      for (const [pseudo] of part.matchAll(/::?[a-z-]+/g)) use(index, pseudo);
    } else readDeclaration(part, index, use);
  }
}

function readDeclaration(declaration: string, index: number, use: Use): void {
  const [, property = '', value = ''] = /^([a-z-]+)\s*:\s*([\s\S]*)/.exec(declaration.toLowerCase()) ?? [];
  const words = property.split('-');
  const prefixes = words.map((_, left) => `${words.slice(0, words.length - left).join('-')}:`);
  use(index, `${property}:${value.replace('!important', '').trim()}`, ...prefixes); // `margin:` for `margin-top: 0`
  for (const [, name] of value.matchAll(/([a-z-]+)\(/g)) use(index, `${name}(`);
  for (const [, unit] of value.matchAll(/\d([a-z]+)/g)) use(index, `1${unit}`);
  if (value.includes('!important')) use(index, '!important');
  readFiles(value, index, use);
}

function readFiles(urls: string, index: number, use: Use): void {
  for (const [extension] of urls.toLowerCase().matchAll(/\.[a-z]+\b/g)) use(index, extension);
}
