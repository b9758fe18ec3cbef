import type { ErrorEntry } from './contract/errors.ts';

/** What a body says is wrong, up to the full stop. */
export function said(body: unknown): string {
  const texts = entriesOf(body).map(({ code, message }) => (message ? `${bare(message)} (${code})` : code));
  for (const name of ['message', 'error', 'error_description']) {
    const text = member(body, name);
    if (typeof text === 'string') texts.push(bare(text));
  }
  return texts.length > 0 ? `: ${sentence(texts.join('; '))}` : '.';
}

const bare = (text: string) => text.replace(/[.\s]+$/, '');

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
