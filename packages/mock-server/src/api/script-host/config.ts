import { textOf } from '../../shared/values/json.ts';
import { wildcardSources } from '../../shared/values/wildcard.ts';
import type { Transaction } from '../../store/engine/store.ts';
import type { TriggerData } from '../../store/records/workflows.ts';
import type { AccountRow } from '../../store/tables/accounts.ts';
import { listRecords, records } from '../../store/tables/records.ts';

/** The account configuration of the page script. It contains no personal data. */
export interface ScriptConfig {
  readonly account: string;
  /** A regular expression of the URLs whose visits are reported. */
  readonly visits?: string;
  readonly forms?: true;
  readonly third_party?: true;
}

// Unspecified: U-73
export async function scriptConfig(tx: Transaction, { id, data }: AccountRow): Promise<ScriptConfig> {
  const pages = await relevantPages(tx, id);
  const sourceOf = wildcardSources();
  return {
    account: id,
    ...(pages.length > 0 && { visits: pages.map((page) => expressionOf(page, sourceOf)).join('|') }),
    ...((await records.forms.has(tx, id, {})) && { forms: true }),
    ...(data.enable_third_party_cookies && { third_party: true }),
  };
}

/** The pages of the account's goals and of its workflows' triggers and goals. */
async function relevantPages(tx: Transaction, accountId: string): Promise<string[]> {
  const pages = new Set<string>();
  for (const { data } of (await listRecords(tx, accountId, 'goals', { status: 'active' })).rows) {
    if (data.url) pages.add(data.url);
  }
  const workflows = (await listRecords(tx, accountId, 'workflows', { status: 'active' })).rows;
  if (!workflows.length) return [...pages];
  const triggers = await listRecords(tx, accountId, 'workflow_triggers', {
    parentIds: workflows.map((workflow) => workflow.id),
  });
  const add = ({ trigger_type, properties }: TriggerData) => {
    if (trigger_type === 'visited_page' && properties.url) pages.add(textOf(properties.url));
  };
  for (const { data } of triggers.rows) add(data);
  for (const { data } of workflows) {
    for (const step of data.steps) if (step.type === 'goal') add(step.trigger);
  }
  return [...pages];
}

/** Converts a page pattern to a case-insensitive regular expression, equivalent to `isPage`. */
export function expressionOf(page: string, sourceOf = wildcardSources()): string {
  const requested = page
    .trim()
    .replace(page.includes('?') ? /#.*$/s : /[?#].*$/s, '')
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '');
  const site = page.trim().startsWith('/') ? '[^/?#]*' : '';
  const rest = page.includes('?') ? '(?:#.*)?' : '(?:[?#].*)?';
  return `^https?://(?:www\\.)?${site}${sourceOf(requested)}/?${rest}$`;
}
