/** A color in light and in dark pages. */
type Shades = readonly [light: string, dark: string];

const good: Shades = ['#0b7a4b', '#5fd39a'];
const warn: Shades = ['#8a5200', '#f0b95a'];
const bad: Shades = ['#b42318', '#ff8f85'];
const info: Shades = ['#175cd3', '#84b6ff'];

/** Every color of the inspector, the API reference, the pages of the server, the docs site and the reports, by name. */
export const COLORS = {
  bg: ['#ffffff', '#0f1116'],
  'bg-sunken': ['#f6f7f9', '#0a0c10'],
  'bg-raised': ['#ffffff', '#171a21'],
  'bg-hover': ['#f1f3f6', '#1a1e26'],
  'bg-selected': ['#eef0ff', '#1f2142'],
  border: ['#e4e7ec', '#242a35'],
  'border-strong': ['#cbd1da', '#3a4250'],
  /** The border of a field, which has to be seen. */
  'border-field': ['#848d9c', '#6b7588'],
  text: ['#171c26', '#e8ebf1'],
  'text-quiet': ['#586173', '#9aa4b5'],
  'text-on-accent': ['#ffffff', '#ffffff'],
  accent: ['#4f46e5', '#5b54e8'],
  'accent-hover': ['#4338ca', '#6c66f0'],
  'accent-soft': ['#eef0ff', '#1f2142'],
  'accent-text': ['#4338ca', '#a9a8ff'],
  good,
  'good-soft': ['#e3f6ec', '#10291f'],
  warn,
  'warn-soft': ['#fdf1d8', '#2d2210'],
  bad,
  'bad-soft': ['#fdebe9', '#34181a'],
  info,
  'info-soft': ['#e8f1fd', '#12233d'],
  /** Methods of requests. */
  get: info,
  post: good,
  put: warn,
  patch: warn,
  delete: bad,
  'chart-1': ['#6366f1', '#8285ff'],
  'chart-2': ['#14a37f', '#35c79a'],
  'chart-3': ['#e59a1c', '#f0b14a'],
  'chart-4': ['#d9483b', '#f47a6e'],
  'code-key': ['#4338ca', '#a9a8ff'],
  'code-string': ['#0b6b46', '#7fd6a7'],
  'code-number': ['#a2480a', '#f2b27a'],
  'code-atom': ['#9d1a6b', '#f29bd0'],
  shade: ['rgb(16 24 40 / 6%)', 'rgb(0 0 0 / 40%)'],
  'shade-near': ['rgb(16 24 40 / 10%)', 'rgb(0 0 0 / 40%)'],
  'shade-far': ['rgb(16 24 40 / 22%)', 'rgb(0 0 0 / 60%)'],
  backdrop: ['rgb(16 24 40 / 38%)', 'rgb(0 0 0 / 60%)'],
} as const satisfies Readonly<Record<string, Shades>>;

/**
 * The typeface: that of the system, which no page has to load. Linux often has nothing but DejaVu, a wide typeface that
 * is made as narrow as the others.
 */
export const FONT =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Ubuntu, Cantarell, Inter, "Liberation Sans", "Helvetica Neue", Arial, "Narrow DejaVu", sans-serif';

/** The typeface of code. */
export const MONO =
  'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "Narrow DejaVu Mono", monospace';

const narrowFace = (name: string, [weight, ...fonts]: readonly string[], size: string) =>
  `@font-face{font-family:"${name}";font-weight:${weight};src:${fonts.map((font) => `local("${font}")`)};size-adjust:${size}}`;

const FACES = [
  narrowFace('Narrow DejaVu', ['400', 'DejaVu Sans Condensed', 'DejaVuSansCondensed'], '95%'),
  narrowFace('Narrow DejaVu', ['700', 'DejaVu Sans Condensed Bold', 'DejaVuSansCondensed-Bold'], '95%'),
  narrowFace('Narrow DejaVu Mono', ['400', 'DejaVu Sans Mono'], '94%'),
  narrowFace('Narrow DejaVu Mono', ['700', 'DejaVu Sans Mono Bold'], '94%'),
];

const declared = (scheme: 'light' | 'dark', index: 0 | 1) =>
  [
    `color-scheme:${scheme}`,
    ...Object.entries(COLORS).map(([name, shades]) => `--${name}:${shades[index]}`),
  ].join(';');

/**
 * The replacement of a color in a forced palette, which browsers do not apply to SVG. The colors of charts tell series apart.
 */
function forced(name: string): string | undefined {
  if (name.startsWith('chart-')) return undefined;
  if (/^bg\b|-soft$|^shade|^backdrop$/.test(name)) return 'Canvas';
  if (name === 'accent-text') return 'LinkText';
  return /^accent(?:-hover)?$/.test(name)
    ? 'Highlight'
    : name === 'text-on-accent'
      ? 'HighlightText'
      : 'CanvasText';
}

const FORCED = Object.keys(COLORS).flatMap((name) => {
  const color = forced(name);
  return color === undefined ? [] : [`--${name}:${color}`];
});

/**
 * The colors and typefaces as custom properties of CSS: `--accent`, `--font`.
 *
 * @param dark The selector of a dark page. By default, a page is dark where the system is.
 */
export function tokens(dark?: string): string {
  const rules = `${dark ?? ':root'}{${declared('dark', 1)}}`;
  return [
    ...FACES,
    `:root{--font:${FONT};--mono:${MONO};${declared('light', 0)}}`,
    dark === undefined ? `@media(prefers-color-scheme:dark){${rules}}` : rules,
    `@media(forced-colors:active){:root:root{${FORCED.join(';')}}}`,
    '',
  ].join('\n');
}
