import { stripVTControlCharacters } from 'node:util';

/** Wraps lines of a help text that are wider than the terminal; commands continue after a backslash. */
export const fittedHelp = (help: string, width: number | undefined): string =>
  width === undefined
    ? help
    : help
        .split('\n')
        .flatMap((line) => broken(line, width))
        .join('\n');

const lengthOf = (text: string) => stripVTControlCharacters(text).length;

function broken(line: string, width: number): string[] {
  if (lengthOf(line) <= width) return [line];
  const [start = ''] = /^\s*/.exec(line) ?? [];
  const isCommand = /^\s*(?:\$ )?trickle /.test(line);
  const indent = `${start}${isCommand ? '    ' : '  '}`;
  const room = width - (isCommand ? 2 : 0);
  const lines: string[] = [];
  let current = start;
  // Paths are wrapped between segments, commands only between words.
  for (const word of line.slice(start.length).split(isCommand ? /(?<= )/ : /(?<= |\/(?=[{\w]))/)) {
    if (current.trim() !== '' && lengthOf((current + word).trimEnd()) > room) {
      lines.push(isCommand ? `${current}\\` : current.trimEnd());
      current = indent + word;
    } else current += word;
  }
  return [...lines, current].map((part) => {
    const text = part.trimStart();
    return lengthOf(part) <= width ? part : `${' '.repeat(Math.max(0, width - lengthOf(text)))}${text}`;
  });
}
