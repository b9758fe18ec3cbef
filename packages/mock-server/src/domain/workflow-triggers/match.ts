import { textOf } from '../../shared/values/json.ts';
import type { MaybePromise } from '../../shared/values/maybe-promise.ts';
import { matchesWildcard } from '../../shared/values/wildcard.ts';
import type { TriggerData } from '../../store/records/workflows.ts';
import { actionsRequired } from './triggers.ts';

export interface TriggerEvent {
  /** The trigger type: `applied_tag`, `performed_custom_event`, `placed_order` and so on. */
  readonly type: string;
  /** The provider of a cart or an order. The trigger must have the same one. */
  readonly provider?: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The name of the event or form submission, as in `event:event-42`. */
  readonly name?: (() => MaybePromise<string>) | undefined;
}

/** The first condition of a trigger that an event does not meet. */
export interface Mismatch {
  /** The name of the property, `type` or `provider`; `properties` if the trigger itself lacks some. */
  readonly property: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export const matches = (trigger: TriggerData, event: TriggerEvent): boolean =>
  mismatchOf(trigger, event) === undefined;

/** Compares an event with a trigger or a goal: its type, its provider and every property that is set. */
// Unspecified: U-125
export function mismatchOf(trigger: TriggerData, event: TriggerEvent): Mismatch | undefined {
  const mismatch = (property: string, expected: unknown, actual: unknown) => ({ property, expected, actual });
  if (trigger.trigger_type !== event.type) return mismatch('type', trigger.trigger_type, event.type);
  const [required] = actionsRequired(trigger);
  if (required) return mismatch('properties', required.message, undefined);
  if (event.provider !== undefined && event.provider !== trigger.provider) {
    return mismatch('provider', trigger.provider, event.provider);
  }
  for (const [name, expected] of Object.entries(trigger.properties)) {
    const actual = event.properties[name];
    if (!isExpected(name, expected, actual)) return mismatch(name, expected, actual);
  }
  return undefined;
}

/** Whether a trigger's property, if it is set, has the value of an event. */
function isExpected(name: string, expected: unknown, value: unknown): boolean {
  if (expected === null || expected === undefined || expected === '') return true;
  if (name === 'url') return isPage(textOf(expected), textOf(value));
  return Array.isArray(expected)
    ? expected.map(textOf).includes(textOf(value))
    : textOf(expected) === textOf(value);
}

/**
 * Whether a page's URL matches a pattern, which is a path or a whole URL. `*` matches any text. Scheme, `www.`,
 * fragment and trailing slash are ignored, and so is the query unless the pattern has one.
 */
// Unspecified: U-125
export function isPage(pattern: string, url: string): boolean {
  const hasQuery = pattern.includes('?');
  const bare = (text: string) =>
    text
      .replace(hasQuery ? /#.*$/s : /[?#].*$/s, '')
      .replace(/^https?:\/\/(?:www\.)?/i, '')
      .replace(/\/$/, '');
  const word = bare(pattern.trim());
  const isPath = pattern.trim().startsWith('/');
  const page = isPath ? bare(url).replace(/^[^/?]*/, '') : bare(url);
  return matchesWildcard(word, page);
}
