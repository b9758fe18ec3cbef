import type { ErrorEntry } from '../contract/schema/errors.ts';

/** Formats the errors of a response body for a message, with the full stop. */
export function errorDetail(body: unknown): string {
  const texts = entriesOf(body)
    .slice(0, 20)
    .map(({ code, message }) =>
      typeof message === 'string' && message ? `${bare(message)} (${code})` : code,
    );
  for (const name of ['message', 'error', 'error_description']) {
    const text = member(body, name);
    if (typeof text === 'string') texts.push(bare(text));
  }
  return texts.length > 0 ? `: ${sentence(excerpt(texts.join('; '), 600))}` : '.';
}

// Cut first: texts of the service may be long, and this pattern is slow on runs of white space.
const bare = (text: string) => excerpt(text, 600).replace(/[.\s]+$/, '');

/** Shortens a string to quote it in a message. */
export const excerpt = (text: string, maxLength = 200) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;

/** Ends a string with exactly one full stop. */
export const sentence = (text: string) => `${bare(text)}.`;

/** The valid entries of `errors` of a response body. */
export function entriesOf(body: unknown): readonly ErrorEntry[] {
  const entries = member(body, 'errors');
  return Array.isArray(entries) ? entries.filter((entry) => typeof member(entry, 'code') === 'string') : [];
}

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
