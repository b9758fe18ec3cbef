import { MAX_NAME_LENGTH } from '../values/lengths.ts';
import { digitsAsText, type Read, show } from './findings.ts';
import { listIn } from './lists.ts';

/** Members that are lists of tags. */
export const TAG_LISTS: ReadonlySet<string> = new Set(['tags', 'remove_tags']);

/** Maximum number of tags in a list. */
const MAX_TAGS = 250;

/** Reads a tag and trims whitespace. Returns an invalid tag unchanged, so that the next reader rejects it too. */
// Unspecified: U-143
export const readTag: Read = (value, findings) => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') return value;
  const tag = text.trim();
  if (tag === '') {
    findings.reject('presence_error');
    return value;
  }
  if (tag.length > MAX_NAME_LENGTH) {
    findings.reject('length_error', `is longer than ${MAX_NAME_LENGTH} characters`);
    return value;
  }
  if (tag !== value) findings.warn(`${show(value)} is read as ${show(tag)}`);
  return tag;
};

/** Reads a list of tags or a single tag. Skips '' and null. */
// Unspecified: U-143
export const readTags: Read = (value, findings) => {
  const list = listIn(value, true, findings);
  if (list === undefined) return value;
  if (list.length > MAX_TAGS) {
    findings.reject('length_error', `has more than ${MAX_TAGS} tags`);
    return list.slice(0, MAX_TAGS + 1); // still too many
  }
  const tags: unknown[] = [];
  for (const [index, item] of list.entries()) {
    findings.enter(index);
    if (item === '' || item === null) findings.warn(`is left out: ${show(item)}`);
    else tags.push(readTag(digitsAsText(list, index, findings), findings));
    findings.leave();
  }
  return tags;
};
