import { grouped } from '../terminal/counted.ts';
import type { Names } from './names.ts';
import { NOUNS, type Noun } from './nouns.ts';
import { listed, MAX_NAMES, type Style } from './source-text.ts';

/** Warnings about missing names: those that look personal, and nouns with too many names. */
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

const tooMany = (noun: Noun, all: readonly string[]): string =>
  `${grouped(all.length)} ${noun} are more than ${grouped(MAX_NAMES)}: any name is accepted. ` +
  `Name patterns that they follow, as in --pattern ${noun}='order-*'.`;
