import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COLORS, FONT, tokens } from './tokens.ts';

type Name = keyof typeof COLORS;

/** Relative luminance as defined by WCAG. */
function luminance(color: string): number {
  const parts = (color.match(/[\da-f]{2}/g) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS: readonly Name[] = ['bg', 'bg-sunken', 'bg-raised'];
const TEXTS: readonly Name[] = [
  ...(['text', 'text-quiet', 'accent-text', 'good', 'warn', 'bad', 'info'] as const),
  ...(['get', 'post', 'put', 'patch', 'delete'] as const),
  ...(['code-key', 'code-string', 'code-number', 'code-atom'] as const),
];

/** Every text with a ground that it stands on. */
const pairs: readonly (readonly [Name, Name])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...(['text', 'text-quiet'] as const).map((text) => [text, 'bg-hover'] as const),
  ...(['good', 'warn', 'bad', 'info'] as const).map((tone) => [tone, `${tone}-soft`] as const),
  ['accent-text', 'accent-soft'],
  ['text-on-accent', 'accent'],
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in %s pages', (_, index) => {
  test('every text can be read on its grounds: a contrast of 4.5 or more', () => {
    const faint = pairs.filter(
      ([text, ground]) => contrast(COLORS[text][index], COLORS[ground][index]) < 4.5,
    );
    expect(faint).toEqual([]);
  });

  test('the border of a field can be seen on its grounds: a contrast of 3 or more', () => {
    const faint = GROUNDS.filter((name) => contrast(COLORS['border-field'][index], COLORS[name][index]) < 3);
    expect(faint).toEqual([]);
  });
});

test('each method of a request has a color of its own', () => {
  const colors = (['get', 'post', 'put', 'delete'] as const).map((method) => COLORS[method]);
  expect(new Set(colors).size).toBe(4);
});

test('a page is dark where the system is, or below the selector that it names', () => {
  expect(tokens()).toContain('@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#0f1116;');
  expect(tokens('.dark')).toContain('\n.dark{color-scheme:dark;--bg:#0f1116;');
});

test('in forced colors, every color but those of charts is one of the system, and every text has the one that fits its ground', () => {
  const [, rules = ''] = /@media\(forced-colors:active\){:root:root{(.*?)}}/.exec(tokens()) ?? [];
  const forced = new Map(rules.split(';').map((rule) => rule.slice(2).split(':') as [string, string])); // --name:color
  const others = Object.keys(COLORS).filter((name) => !forced.has(name));
  expect(others.filter((name) => !name.startsWith('chart-'))).toEqual([]);
  const fitting = { Canvas: ['CanvasText', 'LinkText'], Highlight: ['HighlightText'] };
  const misfits = pairs.filter(
    ([text, ground]) => !Object(fitting)[forced.get(ground) ?? '']?.includes(forced.get(text)),
  );
  expect(misfits).toEqual([]);
});

test('the demo shop and its forms have the typeface, and its drawer the colors, although it cannot import them', () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../../examples/shop/public/${name}`, import.meta.url), 'utf8');
  const typeface = FONT.replace('Narrow DejaVu', 'DejaVu Sans Condensed');
  expect(read('shop.css').replaceAll(/\s+/g, ' ')).toContain(typeface);
  const seed = readFileSync(new URL('../../mock-server/demo-seed.json', import.meta.url), 'utf8');
  const fonts = Array.from(seed.matchAll(/"font_family": "(.*?)"/g), ([, font]) =>
    font?.replaceAll("'", '"'),
  );
  expect(fonts).toEqual(Array.from({ length: 4 }, () => typeface));
  const drawer = read('drawer.css');
  const pairs = Array.from(drawer.matchAll(/light-dark\((#\w+), (#\w+)\)/g), ([, ...shades]) =>
    shades.join(),
  );
  expect(pairs.length).toBeGreaterThan(15);
  const known = new Set(Object.values(COLORS).map((shades) => shades.join()));
  expect(pairs.filter((pair) => !known.has(pair))).toEqual([]);
});
