import { join } from 'node:path';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { readJson } from './folder.ts';
import type { Values } from './make-up.ts';

/** The values of custom fields in `additions.json`, with how often each occurs: `{ "plan": { "free": 3, "pro": 1 } }`. */
export async function readFieldValues(folder: string): Promise<Record<string, Values>> {
  const file = join(folder, 'additions.json');
  const fields = (await readJson(file))?.custom_fields;
  if (!isObject(fields)) return {}; // a list only has names
  return Object.fromEntries(
    Object.entries(fields).map(([field, values]) => {
      if (isValues(values)) return [field, values];
      throw new UsageError(
        `${file}: custom_fields.${field} must have a number from 1 for each value, as in { "free": 3, "pro": 1 }.`,
      );
    }),
  );
}

const isValues = (values: unknown): values is Values =>
  isObject(values) &&
  Object.values(values).every((weight) => Number.isSafeInteger(weight) && Number(weight) > 0);
