import { filesAt, read } from '../../setup/repository.ts';
import { plain } from './rows.ts';

/** A line `// proves: <kind> <key>` above a test. */
export interface Annotation {
  readonly kind: string;
  readonly key: string;
  /** Relative to the root of the checkout. */
  readonly file: string;
  readonly line: number;
  /** The name of the test, or group of tests, below. */
  readonly test: string;
}

const FILES = [
  'packages/*/test/**/*.test.ts',
  'packages/*/src/**/*.test.ts',
  'packages/browser-script/test/browser/*.spec.ts',
];

/** All annotations of all tests in file order. */
export const readAnnotations = (): Annotation[] =>
  filesAt(...FILES).flatMap((file) => annotationsIn(file, read(file)));

export function annotationsIn(file: string, text: string): Annotation[] {
  return [...text.matchAll(/^[ \t]*\/\/[ \t]*proves:[ \t]*([\w-]+)[ \t]+(.+)$/gm)].map((match) => {
    const [whole, kind = '', key = ''] = match;
    const end = match.index + whole.length;
    const line = text.slice(0, end).split('\n').length;
    return { kind, key: plain(key), file, line, test: testAfter(text.slice(end)) ?? '' };
  });
}

/** The name of the test that begins after a position and its comments. */
function testAfter(text: string): string | undefined {
  const start = /^(?:\s|\/\/[^\n]*\n)*(?=(?:it|test|describe|scenarios|scenariosOverHttp)\b)/.exec(text);
  if (!start) return undefined;
  const call = text.slice(start[0].length);
  const opening = afterTable(call);
  const [, quote = '', name = ''] = /^\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(call.slice(opening)) ?? [];
  return quote === '' ? undefined : name.replaceAll(`\\${quote}`, quote);
}

/** The position of the arguments of `test(…)`, or of the second call of `test.each<Row>(…)(…)`. */
function afterTable(call: string): number {
  const table = /^[\w.]*\.(?:each|for|skipIf|runIf)(?:<[\s\S]*?>)?\(/.exec(call);
  return table ? closing(call, table[0].length - 1) + 2 : call.indexOf('(') + 1;
}

/** The position of the bracket that closes the one at `open`, skipping strings, templates and comments. */
function closing(text: string, open: number): number {
  const token = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|[()]/g;
  token.lastIndex = open;
  for (let depth = 0; ; ) {
    const found = token.exec(text);
    if (!found) return text.length;
    if (found[0] === '(') depth++;
    if (found[0] === ')' && --depth === 0) return found.index;
  }
}
