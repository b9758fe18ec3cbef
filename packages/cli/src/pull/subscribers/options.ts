import { isObject } from '../../parse-json.ts';
import { UsageError } from '../../terminal/exit-signal.ts';
import type { Reader } from '../../terminal/option.ts';
import { FIELD_TYPES, type FieldType } from './typed-value.ts';

/** How subscribers are copied, as `pull.json` says. */
export interface SubscriberOptions {
  readonly subscribers: number | 'all';
  /** How many subscribers of each tag, field, status and campaign. */
  readonly atLeast: number;
  readonly details: boolean;
  /** How many subscribers must share a value, so that it is kept. */
  readonly k: number;
  /** Custom fields whose values are kept. */
  readonly keep: readonly string[];
  /** The types of custom fields. */
  readonly as: Readonly<Partial<Record<string, FieldType>>>;
  readonly plain: boolean;
}

/** What was typed; undefined where nothing was. */
export interface TypedOptions {
  readonly subscribers: number | 'all' | 'none' | undefined;
  readonly atLeast: number | undefined;
  readonly details: boolean;
  readonly k: number | undefined;
  readonly keep: readonly string[];
  readonly as: readonly (readonly [string, FieldType])[];
  readonly plain: boolean;
}

/**
 * The options for subscribers: those that were typed, else those of the folder; undefined for no subscribers. Real values are never
 * copied because an earlier pull did.
 */
export function subscriberOptions(typed: TypedOptions, before: unknown): SubscriberOptions | undefined {
  const saved = isSaved(before) ? before : undefined;
  const subscribers = typed.subscribers ?? saved?.subscribers ?? 'none';
  if (subscribers === 'none' || subscribers === 0) {
    const needless = needlessOption(typed);
    if (needless)
      throw new UsageError(`${needless} is about subscribers. Add --subscribers, such as --subscribers 100.`);
    return undefined;
  }
  return {
    subscribers,
    atLeast: typed.atLeast ?? saved?.atLeast ?? 3,
    details: typed.details || (saved?.details ?? false),
    k: typed.k ?? saved?.k ?? 5,
    keep: typed.keep.length > 0 ? [...typed.keep].sort() : (saved?.keep ?? []),
    as: typed.as.length > 0 ? Object.fromEntries(typed.as) : (saved?.as ?? {}),
    plain: typed.plain,
  };
}

const isSaved = (value: unknown): value is SubscriberOptions =>
  isObject(value) && 'subscribers' in value && 'k' in value;

const needlessOption = ({ atLeast, details, k, keep, as, plain }: TypedOptions): string | undefined =>
  Object.entries({
    '--at-least': atLeast !== undefined,
    '--details': details,
    '--k': k !== undefined,
    '--keep': keep.length > 0,
    '--as': as.length > 0,
    '--plain': plain,
  }).find(([, isTyped]) => isTyped)?.[0];

/** `100`, `all`, `none`. */
export const subscriberCount: Reader<number | 'all' | 'none'> = {
  read(text, name) {
    if (text === 'all' || text === 'none') return text;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new UsageError(`${name} must be a number, all or none, not '${text}'.`);
  },
};

/** `plan=enum` */
export const fieldType: Reader<readonly [string, FieldType]> = {
  read(text, name) {
    const at = text.lastIndexOf('=');
    const type = FIELD_TYPES.find((known) => known === text.slice(at + 1));
    if (at > 0 && type) return [text.slice(0, at), type];
    throw new UsageError(
      `${name} takes a field and a type, such as plan=enum. Types: ${FIELD_TYPES.join(', ')}.`,
    );
  },
};
