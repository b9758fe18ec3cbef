import { labelOf } from '../design/words.ts';
import { type Duration, dayOf, durationText } from '../mailing/duration.ts';
import type { Draft } from './schema.ts';

/** The members that name a record, the first one first. */
const NAMES = ['subject', 'name', 'label', 'email', 'action', 'tag', 'trigger_type', 'url'] as const;

/** The records of a list in words. Emails of a series have the day on which they are sent at the earliest. */
export const titlesOf = (items: readonly Draft[]): readonly string[] => {
  const isSeries = items.some(({ delay }) => delay !== undefined);
  return items.map((item, index) => {
    const { type } = item;
    const name = NAMES.map((member) => item[member]).find(
      (value) => typeof value === 'string' && value !== '',
    );
    const words = type === 'delay' ? durationText(item as Duration) : name; // a step
    const start = isSeries
      ? `Day ${dayOf(items, index)}`
      : typeof type === 'string' && name !== type
        ? labelOf(type)
        : '';
    return [start, words].filter(Boolean).join(': ');
  });
};
