import { jsonTokens } from '@trickle/design/json-tokens';

/** A place in JSON: names of members and indices of lists. */
export type Path = readonly (string | number)[];

/** A list or an object that is open while the text is read. */
interface Level {
  /** The index in a list; undefined in an object. */
  index: number | undefined;
  key: string | number;
}

/** The line, from 1, of the value at a path of a valid JSON text; of the deepest place that exists on the way. */
export function lineOf(text: string, path: Path): number {
  const levels: Level[] = [];
  let deepest = { depth: 0, at: Math.max(0, text.search(/\S/)) };
  let isKey = false;
  const note = (at: number) => {
    const isOnPath = levels.length <= path.length && levels.every(({ key }, i) => key === path[i]);
    if (isOnPath && levels.length > deepest.depth) deepest = { depth: levels.length, at };
  };
  for (const { token, at } of jsonTokens(text)) {
    const level = levels.at(-1);
    if (token === ']' || token === '}') levels.pop();
    else if (token === ',') {
      if (level?.index !== undefined) level.key = level.index += 1;
      isKey = level?.index === undefined;
    } else if (token === ':') isKey = false;
    else if (isKey && level) {
      level.key = JSON.parse(token);
      note(at);
    } else {
      note(at);
      if (token === '[') levels.push({ index: 0, key: 0 });
      if (token === '{') levels.push({ index: undefined, key: '' });
      isKey = token === '{';
    }
  }
  return text.slice(0, deepest.at).split('\n').length;
}
