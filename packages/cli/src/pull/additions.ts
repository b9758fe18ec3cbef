import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Values } from './make-up.ts';
import type { Json } from './parts.ts';

/** The values of custom fields in `additions.json`, with their frequencies: `{ "plan": { "free": 3, "pro": 1 } }`. */
export function fieldValuesIn(additions: Json): Record<string, Values> {
  const fields = additions.custom_fields;
  if (!isObject(fields)) return {}; // a list only has names
  return Object.fromEntries(
    Object.entries(fields).map(([field, values]) => {
      if (isValues(values)) return [field, values];
      throw new UsageError(
        `additions.json: custom_fields.${field} must have a number from 1 for each value, as in { "free": 3, "pro": 1 }.`,
      );
    }),
  );
}

const isValues = (values: unknown): values is Values =>
  isObject(values) &&
  Object.values(values).every((weight) => Number.isSafeInteger(weight) && Number(weight) > 0);
