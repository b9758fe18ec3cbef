import { number, text } from '../engine/column.ts';
import { placed } from '../engine/place.ts';
import { type RowOf, table } from '../engine/table.ts';

export const valueChanges = table(
  'value_changes',
  {
    subscriberId: text(),
    kind: text<'lead_score' | 'lifetime_value'>(),
    /** ISO 8601. */
    changedAt: text(),
    /** Points, or cents. */
    change: number(),
    /** The value after the change; null while the subscriber is not scored. */
    total: number().orNull(),
    reason: text(),
    /** The order that changed the lifetime value, if any. */
    orderId: text().orNull(),
    ...placed(),
  },
  { kept: 'events' },
);
export interface ValueChange extends RowOf<typeof valueChanges> {}
