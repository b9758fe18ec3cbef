/** Red, green and blue, 0 to 255. */
type Color = readonly [number, number, number];

const WHITE: Color = [255, 255, 255];
/** Text color on white. */
const INK: Color = [17, 24, 39];

/** Reads `#rgb` and `#rrggbb`. */
function parse(color: string): Color | undefined {
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

/** The colors of a form. */
export interface FormColors {
  /** Background of the headline, the tab and the button. */
  readonly back: string;
  readonly headline: string;
  /** Text on `back`. */
  readonly text: string;
  /** Border of `back`, visible even if `back` is nearly white. */
  readonly border: string;
  /** The headline on white. */
  readonly title: string;
}

/** Chooses readable colors: the form's own if the contrast is at least 4.5, otherwise black or white. */
export function readableColors(primary: string, secondary: string): FormColors {
  const back = parse(primary) ?? [51, 51, 51];
  const wished = parse(secondary);
  const text: Color = contrast(back, WHITE) >= 4.5 ? WHITE : [0, 0, 0];
  const headline = wished && contrast(back, wished) >= 4.5 ? wished : text;
  const border: Color = contrast(back, WHITE) >= 3 ? back : [118, 118, 118];
  const title = wished && contrast(wished, WHITE) >= 4.5 ? wished : INK;
  return {
    back: css(back),
    headline: css(headline),
    text: css(text),
    border: css(border),
    title: css(title),
  };
}

const css = (color: Color) => `rgb(${color.join(', ')})`;
