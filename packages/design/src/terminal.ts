import { styleText } from 'node:util';
import { type Tone, toneOfStatus } from './tones.ts';

type Style = Parameters<typeof styleText>[0];

/** A string in a style. Only {@link rendered} turns it into escape sequences. */
interface StyledText {
  readonly style: Style;
  readonly text: string;
}

/** The way to a page: a link on screens that show links, otherwise the path. */
interface PageText {
  readonly page: URL;
}

/** Printable text: a string, a styled string, the way to a page, or a list of them. */
export type Text = string | StyledText | PageText | readonly Text[];

/** The abilities of the reader of an output. */
export interface Screen {
  readonly hasColors: boolean;
  readonly hasLinks: boolean;
}

/** A file or a program instead of a reader. */
export const PLAIN: Screen = { hasColors: false, hasLinks: false };

type Environment = Readonly<Record<string, string | undefined>>;

/** Styles a string, if the screen shows styles. */
export const styled = (style: Style, text: string): StyledText => ({ style, text });

const STYLES = { good: 'green', warn: 'yellow', bad: 'red', info: 'blueBright' } as const;

/** A string in the color of its tone. */
export const toned = (tone: Tone, text: string): Text =>
  tone === 'neutral' ? text : styled(STYLES[tone], text);

/** The tone of each method, whose colors are those of the inspector and of the API reference. */
const METHODS: Readonly<Record<string, Tone>> = {
  GET: 'info',
  POST: 'good',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'bad',
};

/** The method of a request, as a column. */
export const methodText = (method: string): Text =>
  toned(METHODS[method] ?? 'neutral', visibleLine(method).padEnd(6));

/** The status of a response, or the word for none, as a column. */
export const statusText = (status: number | undefined, none: string): Text =>
  toned(toneOfStatus(status), String(status ?? none).padEnd(7));

/** A duration, as a column. */
export const durationText = (milliseconds: number): Text =>
  styled('dim', `${Math.round(milliseconds)} ms`.padStart(8));

/** The way to a page of the inspector, at the end of a line. */
export const pageText = (url: string): Text => ({ page: new URL(url) });

/** Parts of a line, with space between them. */
export const columns = (parts: readonly Text[]): Text =>
  parts.flatMap((part, i) => (i === 0 ? [part] : ['  ', part]));

/** A character that takes two columns, as those of East Asia and emoji do. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60]|\p{Emoji_Presentation}/u;

/** Cuts a line to a number of columns, with an ellipsis where it was longer. */
export function fitted(line: Text, width: number): Text {
  let room = width;
  const cut = (text: string): string => {
    let kept = '';
    for (const character of visibleLine(text)) {
      room -= WIDE.test(character) ? 2 : 1;
      if (room >= 1) kept += character;
    }
    return room < 1 && kept !== '' ? `${kept}…` : kept;
  };
  const cutAll = (text: Text): Text => {
    if (room < 1 || (typeof text === 'object' && 'page' in text)) return '';
    if (typeof text === 'string') return cut(text);
    return 'style' in text ? styled(text.style, cut(text.text)) : text.map(cutAll);
  };
  return cutAll(line);
}

/** Names and values: one a line, in two columns on a screen with colors, and otherwise as `Name: value`. */
export function listing(
  rows: readonly (readonly [name: string, value: Text])[],
  { hasColors }: Screen,
): Text {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.flatMap(([name, value]) => [
    hasColors ? styled('dim', `  ${name.padEnd(width)}  `) : value === '' ? name : `${name}: `,
    ...[value, '\n'],
  ]);
}

/**
 * Control characters other than tab and line feed, and characters that reorder or break lines: with these, a name or
 * an error message could clear the screen, forge output or hide text.
 */
const CONTROLS = /[\p{Cc}\u061c\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes control characters as in JSON: `\u001b`. Keeps tabs and line feeds. */
export function visible(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\t' || character === '\n' ? character : escaped(character),
  );
}

/** As {@link visible}, on one line: line feeds are escaped too. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', String.raw`\n`);

const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Renders text for a screen. Only its styles and links become escape sequences. */
export function rendered(text: Text, screen: Screen): string {
  if (typeof text === 'string') return visible(text);
  if ('page' in text) {
    const { href, pathname, search } = text.page;
    return screen.hasLinks
      ? hyperlink(href, 'inspector')
      : rendered(styled('dim', pathname + search), screen);
  }
  if ('style' in text) {
    const { style, text: plain } = text;
    return screen.hasColors ? styleText(style, visible(plain), { validateStream: false }) : visible(plain);
  }
  return text.map((part) => rendered(part, screen)).join('');
}

/** A link, as the escape sequence OSC 8. */
const hyperlink = (url: string, text: string) => `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\`;

/** Shortens a string to a number of characters, with an ellipsis. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** An output stream, as far as it is a screen. */
interface Output {
  readonly isTTY?: boolean;
}

/** The abilities of the reader of a stream. */
export const screenOf = (env: Environment, stream: Output): Screen => ({
  hasColors: hasColors(env, stream),
  hasLinks: hasLinks(env, stream),
});

/** Whether to use colors: NO_COLOR disables them, FORCE_COLOR enables them, otherwise only on a terminal. */
export function hasColors(env: Environment, stream: Output): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Programs of terminals that show links, by `TERM_PROGRAM` and by `TERM`. */
const LINKING =
  /^(?:iTerm\.app|WezTerm|vscode|zed|ghostty|Hyper|xterm-kitty|xterm-ghostty|alacritty|foot(?:-extra)?)$/;

/** The first version of the library of GNOME's terminals that shows links. */
const LINKING_VTE = 5001;

/** Whether a terminal shows links: FORCE_HYPERLINK says so, or it is known to. One within another may drop them. */
function hasLinks(env: Environment, stream: Output): boolean {
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0';
  if (stream.isTTY !== true || env.TERM === 'dumb' || env.TMUX || env.STY) return false;
  if (env.WT_SESSION || env.KONSOLE_VERSION || Number(env.VTE_VERSION) >= LINKING_VTE) return true;
  return [env.TERM_PROGRAM, env.TERM].some((name) => LINKING.test(name ?? ''));
}
