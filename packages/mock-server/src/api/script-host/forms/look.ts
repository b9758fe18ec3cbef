import type { SignupFormData } from '../../../store/records/forms.ts';

/** Red, green and blue, 0 to 255. */
type Color = readonly [number, number, number];

const WHITE: Color = [255, 255, 255];
/** The colors that do not depend on the form, in the light and the dark color scheme. */
const LIGHT = {
  scheme: 'light',
  ground: WHITE,
  ink: [17, 24, 39],
  quiet: [75, 85, 99],
  alert: [176, 0, 32],
} as const;
const DARK = {
  scheme: 'dark',
  ground: [31, 41, 55],
  ink: [243, 244, 246],
  quiet: [209, 213, 219],
  alert: [255, 156, 156],
} as const;

/** A border that shows on the ground of both. */
const GRAY: Color = [134, 140, 152];

/** Reads `#rgb` and `#rrggbb`. */
function parse(color = ''): Color | undefined {
  const [, digits] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color.trim()) ?? [];
  if (digits === undefined) return undefined;
  const size = digits.length / 3;
  const part = (i: number) => Number.parseInt(digits.slice(i * size, (i + 1) * size).repeat(3 - size), 16);
  return [part(0), part(1), part(2)];
}

/** Relative luminance as defined by WCAG, 0 to 1. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // three components
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(left: Color, right: Color): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The settings of a form that are colors, as in `#333333`. */
interface FormColorSettings {
  readonly primary_color: string;
  readonly secondary_color: string;
  readonly button_text_color?: string | undefined;
  readonly background_color?: string | undefined;
  readonly dark_background_color?: string | undefined;
}

/** The colors of a form in a color scheme, as in CSS. */
type FormColors = ReturnType<typeof colorsOn>;

/** Chooses readable colors: the form's own if the contrast is at least 4.5, otherwise others. */
export const readableColors = (settings: FormColorSettings) => ({
  light: colorsOn(parse(settings.background_color) ?? LIGHT.ground, settings),
  dark: colorsOn(parse(settings.dark_background_color) ?? DARK.ground, settings),
});

/** The first color that is readable on a ground. */
const firstOn = (ground: Color, ...colors: readonly [Color, ...Color[]]): Color =>
  colors.find((color) => contrast(color, ground) >= 4.5) ?? colors[0];

function colorsOn(ground: Color, settings: FormColorSettings) {
  const black: Color = [0, 0, 0];
  const ink = firstOn(ground, LIGHT.ink, DARK.ink, black, WHITE);
  const { scheme } = luminance(ink) < luminance(ground) ? LIGHT : DARK;
  const back = parse(settings.primary_color) ?? [51, 51, 51];
  const secondary = parse(settings.secondary_color);
  const text = parse(settings.button_text_color);
  const readable = firstOn(back, WHITE, black);
  const choose = (color: Color | undefined, below: Color, other: Color) =>
    css(color && contrast(color, below) >= 4.5 ? color : other);
  return {
    scheme,
    ground: css(ground),
    ink: css(ink),
    quiet: css(firstOn(ground, LIGHT.quiet, DARK.quiet, ink)),
    alert: css(firstOn(ground, LIGHT.alert, DARK.alert, ink)),
    /** Background of the tab and the button. */
    back: css(back),
    /** Text of the tab. */
    headline: choose(secondary, back, readable),
    /** Text of the button. */
    text: choose(text, back, readable),
    /** Border of `back`, visible even if `back` is nearly as the ground. */
    border: css([back, GRAY].find((color) => contrast(color, ground) >= 3) ?? ink),
    /** The headline on the ground. */
    title: choose(secondary, ground, ink),
  };
}

const css = (color: Color) => `rgb(${color.join(', ')})`;

/** Minimum label opacity for legibility. */
const MIN_OPACITY = 0.65;

/** The look of a form, for the page script: its own declarations, and the rules that not all forms need. */
export function lookOf(data: SignupFormData): { readonly styles: string; readonly css: string } {
  const { appearance, confirmation_code, decline_text, eu_consent, fields, privacy_url } = data.signup;
  const { background_color, dark_background_color } = appearance;
  const { light, dark } = readableColors({ ...data, ...appearance });
  const styles = {
    ...schemeOf(appearance.color_scheme === 'dark' ? dark : light),
    '--o': Math.min(1, Math.max(MIN_OPACITY, data.opacity)),
    '--r': `${appearance.corner_radius}px`,
    '--s': appearance.spacing,
    '--f': appearance.font_family,
  };
  const isTab = data.orientation.endsWith('_tab');
  const isBar = data.orientation.endsWith('_bar');
  const css = [
    data.headline && HEADLINE,
    data.orientation !== 'embedded' && MOTION,
    !isTab && !isBar && LIGHTBOX,
    data.confirmation_heading && 'strong{font-size:1.25em}',
    data.headline && data.confirmation_heading && THANKS,
    (background_color ?? dark_background_color) && 'input,select,textarea{border-color:var(--q)}',
    privacy_url && PRIVACY,
    decline_text && DECLINE,
    (eu_consent !== undefined || fields.some(({ type }) => type === 'checkbox')) && BOX,
    isTab && TAB,
    appearance.color_scheme === 'auto' &&
      `@media(prefers-color-scheme:dark){section>*{${declarations(schemeOf(dark))}}}`,
    appearance.image_url && IMAGE,
    (isBar || appearance.layout === 'inline') && inlineRules(data.show_labels),
    isBar && BAR,
    confirmation_code && CODE,
  ];
  return { styles: declarations(styles), css: css.filter(Boolean).join('') };
}

const schemeOf = (colors: FormColors) => ({
  'color-scheme': colors.scheme,
  '--p': colors.back,
  '--h': colors.headline,
  '--t': colors.text,
  '--b': colors.border,
  '--c': colors.title,
  '--i': colors.ink,
  '--q': colors.quiet,
  '--a': colors.alert,
  '--g': colors.ground,
});

const declarations = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const HEADLINE =
  'h2{margin:0;padding:var(--z) 2.5em 0 var(--z);font-size:1.4em;line-height:1.25;color:var(--c)}';

const MOTION =
  '@media(prefers-reduced-motion:no-preference){.f>.p{animation:i .25s}@keyframes i{from{opacity:0;translate:0 1em}}}';

const LIGHTBOX = 'dialog{top:5vh;left:0;right:0}::backdrop{background:rgba(0,0,0,.5)}';

const PRIVACY = 'a{color:inherit}.l{order:1;margin-top:var(--z);font-size:.875em}';

const DECLINE =
  '.n{display:none;order:1;border:0;background:0;color:var(--q);text-decoration:underline}.f .n{display:block}';

// A height of its own, so that nothing moves when the image arrives.
const IMAGE =
  'img{display:block;width:100%;height:10em;object-fit:cover}' +
  // At the edge, behind the close button and its margin.
  '.f .x{margin-bottom:calc(-44px - .5em)}' +
  // Beside the fields of a lightbox, as high as they are.
  '@media(min-width:600px){' +
  '.f.lightbox>.p{width:42em}' +
  '.lightbox>.p:not([hidden]){display:grid;grid-template-columns:16em 1fr;grid-auto-rows:max-content}' +
  '.lightbox>.p>*{grid-column:2}' +
  '.lightbox>.p>img{grid-area:1/1/9;height:0;min-height:100%}' +
  '}';

/** The wrapper has the words of the orientation as classes: `.bottom.left.tab`, `.side.right.tab`. */
const TAB =
  '.tab>*{top:auto;bottom:0;margin:0 1em}' +
  '.tab>.p{margin:1em}' +
  '.left>*{left:0;right:auto}' +
  '.right>*{left:auto;right:0}' +
  '.t{bottom:calc(3em*var(--m));width:auto;max-width:44vw;color:var(--h);padding:.5em 1.4em;border-bottom:0;border-radius:calc(1.5*var(--r)) calc(1.5*var(--r)) 0 0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}' +
  // The only tab on the page.
  '[w]>.t{max-width:92vw}' +
  // On narrow screens, side tabs are at the lower edge, too, where they cover less; and none covers a field in use.
  '@media(max-width:30em){[y]{visibility:hidden}}' +
  '@media(min-width:30em){' +
  '.t{bottom:calc(3em*var(--n))}' +
  '.side>*{bottom:50%}' +
  '.side>.p{transform:translateY(50%)}' +
  '.side>.t{margin:0 calc(3em*var(--n));max-width:80vh;transform:rotate(-90deg) translate(50%);transform-origin:100% 100%}' +
  '.side.left>.t{transform:rotate(90deg) translate(-50%);transform-origin:0 100%}' +
  '}';

/** Along the whole edge of the window; on phones, the fields are below the headline. */
const BAR =
  '.bar>i,.bar img{display:none}' +
  '.bar>.p{top:auto;left:0;right:0;width:100%;max-width:none;max-height:60vh;margin:0;border-width:0;border-radius:0}' +
  '.top>.p{top:0}' +
  '.bottom>.p{bottom:0}' +
  '.bar p[role]{min-height:0}' +
  '@media(min-width:48em){' +
  '.bar>.p:not([hidden]){display:flex;align-items:center;justify-content:center}' +
  '.bar .x{position:static;order:1;flex:none;margin:.5em}' +
  '.bar h2{flex:0 1 auto;padding:var(--z)}' +
  '.bar form{flex:0 1 44em;padding-top:calc(.5*var(--z));padding-bottom:calc(.5*var(--z))}' +
  '.bar form>div{flex-basis:10em}' +
  '.bar .k{order:1}' +
  '.bar>.p>[role]{flex-direction:row;padding:.5em;min-height:0!important}' +
  '.bar .n{order:0}' +
  '}';

/** In a form with a card of its own, the heading of the confirmation replaces the headline. Old browsers show both. */
const THANKS = '.f>.p:has(>[role])>h2{display:none}';

const BOX =
  '.k{display:flex;align-items:center;min-height:44px;margin-top:.5em}' +
  '.k input{all:revert;flex:none;width:1.5em;height:1.5em;margin:0;margin-inline-end:.75em;accent-color:var(--b)}';

const CODE =
  '.q{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;margin-top:var(--z)}' +
  'code{padding:.5em;border:1px dashed;font-size:1.25em;user-select:all;-webkit-user-select:all}' +
  '.q .s{width:auto;margin:.5em}';

/** The button is beside the inputs: below their labels, and above their messages. */
const inlineRules = (hasLabels: boolean) =>
  '.f>.p{width:32em}' +
  'form{display:flex;flex-wrap:wrap;align-items:start;padding-inline-end:calc(1.4*var(--z) - .5em)}' +
  'form>*{flex:1 1 100%;margin-inline-end:.5em}' +
  'form>div{flex:9 1 14em}' +
  `form>.s,.bar .n{flex:1 0 auto;width:auto;margin-top:calc(${hasLabels ? 1.9 : 0.4}em + var(--z))}` +
  'p[role]{order:1}' +
  // On phones, the button is below the inputs, at the distance between them.
  '@media(max-width:26em){form>.s,.bar .n{flex:1 1 100%;margin-top:var(--z)}}';
