import type { ErrorEntry } from '../contract/schema/errors.ts';

/** What a body says is wrong, up to the full stop. */
export function said(body: unknown): string {
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

// Texts of the service may be long, and this pattern goes over runs of blanks again and again.
const bare = (text: string) => excerpt(text, 600).replace(/[.\s]+$/, '');

/** A text, without its end where it is longer than a message should quote. */
export const excerpt = (text: string, most = 200) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A text with one full stop at its end. */
export const sentence = (text: string) => `${bare(text)}.`;

/** What is wrong, one entry each. */
export function entriesOf(body: unknown): readonly ErrorEntry[] {
  const entries = member(body, 'errors');
  return Array.isArray(entries) ? entries.filter((entry) => typeof member(entry, 'code') === 'string') : [];
}

/** A member of what may be anything. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
