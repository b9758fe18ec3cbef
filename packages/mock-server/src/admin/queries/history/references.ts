import type { Context } from '../../../domain/context/context.ts';
import type { RecordTable } from '../../../store/records/record-data.ts';
import { findRecord } from '../../../store/tables/records.ts';
import type { Item, Stored } from './sources.ts';

/** A record that tells more about an item of the history. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

export const ref = (type: string, id: string | null): Reference | null => (id === null ? null : { type, id });

/** The record that tells more about an item. */
export function refOf({ type, row, id, subscriberId }: Item): Reference | null {
  switch (type) {
    case 'request':
    case 'email':
    case 'webhook_delivery':
    case 'broadcast':
    case 'job':
      return ref(type, id);
    case 'webhook_attempt':
      return ref('webhook_delivery', id.slice(0, id.lastIndexOf('#')));
    case 'subscription':
      return ref('campaign', row.campaignId);
    case 'membership':
      return ref('workflow', row.workflowId);
    case 'conversion':
      return ref('goal', row.goalId);
    case 'form_submission':
      return ref('form', row.formId);
    default:
      return ref('subscriber', subscriberId);
  }
}

/** The names of records by their tables and ids, as in `campaigns 1`; undefined if they are gone. */
export type Names = ReadonlyMap<string, string | undefined>;

/** The tables of the records that sentences and titles name. */
const NAMED: Readonly<Record<string, RecordTable>> = {
  campaign: 'campaigns',
  workflow: 'workflows',
  goal: 'goals',
  form: 'forms',
};

/** The names of the records that items name. */
export async function namesOf({ tx, accountId }: Context, items: readonly Item[]): Promise<Names> {
  const names = new Map<string, string | undefined>();
  for (const item of items) {
    const named = item.type === 'event' ? ref('campaign', campaignIn(item.row)) : refOf(item);
    const table = named && NAMED[named.type];
    const key = `${table} ${named?.id}`;
    if (!table || names.has(key)) continue;
    names.set(key, (await findRecord(tx, accountId, table, named.id))?.name);
  }
  return names;
}

/** The campaign of an event. */
export const campaignIn = ({ properties }: Stored['event']): string | null =>
  typeof properties.campaign_id === 'string' ? properties.campaign_id : null;
