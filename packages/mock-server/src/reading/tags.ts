import { type Read, show } from './findings.ts';
import { listIn } from './lists.ts';

/** Members that are lists of tags. */
export const TAG_LISTS: ReadonlySet<string> = new Set(['tags', 'remove_tags']);

/** Maximum length of a tag. */
export const LONGEST_TAG = 255;
/** Maximum number of tags in a list. */
const MOST_TAGS = 250;

/** Reads a tag and trims whitespace. */
// Unspecified: U-143
export const readTag: Read = (value, findings) => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') return value;
  const tag = text.trim();
  if (tag !== value) findings.warn(`${show(value)} is read as ${show(tag)}`);
  if (tag === '') findings.refuse('presence_error');
  if (tag.length > LONGEST_TAG) findings.refuse('length_error', `is longer than ${LONGEST_TAG} characters`);
  return tag;
};

/** Reads a list of tags or a single tag. Skips '' and null. */
// Unspecified: U-143
export const readTags: Read = (value, findings) => {
  const list = listIn(value, true, findings);
  if (list === undefined) return value;
  if (list.length > MOST_TAGS) {
    findings.refuse('length_error', `holds more than ${MOST_TAGS} tags`);
    return [];
  }
  const tags: unknown[] = [];
  for (const [index, item] of list.entries()) {
    findings.enter(index);
    if (item === '' || item === null) findings.warn(`is left out: ${show(item)}`);
    else tags.push(readTag(item, findings));
    findings.leave();
  }
  return tags;
};
