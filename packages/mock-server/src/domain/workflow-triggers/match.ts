import { textOf } from '../../shared/values/text-of.ts';
import { matchesWildcard } from '../../shared/values/wildcard.ts';
import type { TriggerData } from '../../store/records/workflows.ts';
import { actionsRequired } from './triggers.ts';

/** An event that can start a workflow or reach its goal. */
export interface TriggerEvent {
  /** The trigger type: `applied_tag`, `performed_custom_event`, `placed_order` and so on. */
  readonly type: string;
  /** The provider of a cart or an order. The trigger must have the same one. */
  readonly provider?: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Whether an event matches a trigger or a goal in its type, its provider and every property that is set. */
// Unspecified: U-125
export function matches(trigger: TriggerData, event: TriggerEvent): boolean {
  if (trigger.trigger_type !== event.type || actionsRequired(trigger).length > 0) return false;
  if (event.provider !== undefined && event.provider !== trigger.provider) return false;
  return Object.entries(trigger.properties).every(([name, expected]) => {
    if (expected === null || expected === undefined || expected === '') return true;
    const value = event.properties[name];
    if (name === 'url') return isPage(textOf(expected), textOf(value));
    return Array.isArray(expected)
      ? expected.map(textOf).includes(textOf(value))
      : textOf(expected) === textOf(value);
  });
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
