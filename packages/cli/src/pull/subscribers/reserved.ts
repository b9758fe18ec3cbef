import { AREA_CODES, FIRST_NAMES, LAST_NAMES } from './words.ts';

const FICTIONAL = new RegExp(`^1?(?:${AREA_CODES.join('|')})55501\\d\\d$`);
const DOCUMENTATION = /^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8:)/;
const NAMES = new Set([...FIRST_NAMES, ...LAST_NAMES].map((name) => name.toLowerCase()));
/** A town or a street of a pseudonym. */
const NAMED = /^(?:\d{1,2} )?([a-z]+?)(?:ton| street)?$/;

/** Whether a value is one of those from which pseudonyms are drawn, so that it says nothing about anybody. */
export function isReserved(kind: string, key: string): boolean {
  if (kind === 'phone') return FICTIONAL.test(key);
  if (kind === 'ip') return DOCUMENTATION.test(key);
  return kind === 'value' && NAMES.has(NAMED.exec(key)?.[1] ?? '');
}
