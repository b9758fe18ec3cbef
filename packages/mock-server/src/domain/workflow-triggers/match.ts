import type { TriggerData } from '../../store/record-data.ts';
import { textOf } from '../../values/text-of.ts';
import { matchesWildcard } from '../../values/wildcard.ts';
import { actionsRequired } from './triggers.ts';

/** Something that a workflow may start by, or that may be its goal. */
export interface TriggerEvent {
  /** As triggers name it: `applied_tag`, `performed_custom_event`, `placed_order` and so on. */
  readonly type: string;
  /** Of a cart or an order, where it comes from; a trigger must name the same one. */
  readonly provider?: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Whether a trigger or a goal is meant by what happened: everything that it names is as it says. */
// Unspecified: U-125
export function matches(trigger: TriggerData, event: TriggerEvent): boolean {
  if (trigger.trigger_type !== event.type || actionsRequired(trigger).length > 0) return false;
  if (event.provider !== undefined && event.provider !== trigger.provider) return false;
  return Object.entries(trigger.properties).every(([name, wanted]) => {
    if (wanted === null || wanted === undefined || wanted === '') return true;
    const value = event.properties[name];
    if (name === 'url') return isPage(textOf(wanted), textOf(value));
    return Array.isArray(wanted)
      ? wanted.map(textOf).includes(textOf(value))
      : textOf(wanted) === textOf(value);
  });
}

/**
 * Whether the address of a page is the one that is looked for: its path, or all of it; `*` stands for anything.
 * Scheme, `www.`, query, fragment and a slash at the end do not matter, unless the pattern has a query itself.
 */
// Unspecified: U-125
export function isPage(pattern: string, url: string): boolean {
  const hasQuery = pattern.includes('?');
  const bare = (text: string) =>
    text
      .replace(hasQuery ? /#.*$/s : /[?#].*$/s, '')
      .replace(/^https?:\/\/(?:www\.)?/i, '')
      .replace(/\/$/, '');
  const wanted = bare(pattern.trim());
  const isPath = pattern.trim().startsWith('/');
  const page = isPath ? bare(url).replace(/^[^/?]*/, '') : bare(url);
  return matchesWildcard(wanted, page);
}
