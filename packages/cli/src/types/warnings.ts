import { grouped } from '../terminal/counted.ts';
import type { Names } from './names.ts';
import { NOUNS, type Noun } from './nouns.ts';
import { listed, MAX_NAMES, type Style } from './source-text.ts';

/** What the types do not say: names that look personal, and nouns with too many names. */
export function warningsOf(names: Names, style: Style): string[] {
  const left = Array.from(
    names.personal,
    ([noun, count]) => `Left out ${noun}: ${count} that contain an email address or a phone number.`,
  );
  const open = style.open.map((noun) => `The service refused to list ${noun}: any name is accepted.`);
  const many = NOUNS.flatMap((noun) => {
    const all = listed([...(noun === 'events' ? names.events.keys() : names[noun])], noun, style);
    return all.length > MAX_NAMES ? [tooMany(noun, all)] : [];
  });
  return [...left, ...open, ...many];
}

function tooMany(noun: Noun, all: readonly string[]): string {
  const patterns = frequentPatterns(all).map(
    ([pattern, count]) => `--pattern ${noun}='${pattern}' (${grouped(count)})`,
  );
  const advice = patterns.length > 0 ? ` Try ${patterns.join(', ')}.` : '';
  return `${grouped(all.length)} ${noun} are more than ${grouped(MAX_NAMES)}: any name is accepted.${advice}`;
}

/** The three commonest beginnings up to a sign or a digit, as patterns with the number of their names. */
function frequentPatterns(all: readonly string[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of all) {
    const [, start] = /^([^\d*'\p{C}]*?[-_:/. ])/u.exec(name) ?? /^([^\d*'\p{C}]+)\d/u.exec(name) ?? [];
    if (start !== undefined) counts.set(`${start}*`, (counts.get(`${start}*`) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1))
    .slice(0, 3);
}
