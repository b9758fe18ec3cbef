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
export type FormColors = ReturnType<typeof colorsOn>;

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
