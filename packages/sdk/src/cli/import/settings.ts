import { access } from 'node:fs/promises';
import { parse } from 'node:path';
import { BATCH_LIMIT } from '@trickle/sdk';
import { LIMITS } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/endings.ts';
import type { ImportOptions } from './options.ts';
import type { Plan } from './plan.ts';

/** The options that are numbers. */
export interface Numbers {
  readonly chunkSize: number;
  readonly concurrency: number;
}

/** Reads the options that are numbers. */
export function numbersOf({ chunkSize, concurrency }: ImportOptions): Numbers {
  return {
    chunkSize: numberOf('--chunk-size', chunkSize, BATCH_LIMIT),
    concurrency: numberOf('--concurrency', concurrency, 100),
  };
}

function numberOf(option: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= most) return number;
  throw new UsageError(`${option} takes a number from 1 to ${most}, not '${text}'.`);
}

/** How many records an hour the service takes in chunks of this size. */
export function perHourOf({ limits }: ImportOptions, { chunkSize }: Numbers): number | undefined {
  if (!limits) return undefined;
  return Math.min(LIMITS.batchUpdatesPerHour, LIMITS.batchRequestsPerHour * chunkSize);
}

/** What must be the same for an import to go on, by the names of the options. */
export function settingsOf(
  { encoding, format, delimiter, columns, constants, separator }: Plan,
  { as, map = [], unmapped, columns: names }: ImportOptions,
  where: { readonly baseUrl: string; readonly account: string },
): Readonly<Record<string, unknown>> {
  return {
    as,
    ...where,
    ...{ format, delimiter, separator, encoding: encoding.name, unmapped, columns: names },
    mapping:
      format === 'csv' ? columns.map(({ column, to }) => [column, to?.path.join('.'), to?.field.kind]) : map,
    constants: constants.map(({ to, value }) => [to.path.join('.'), value]),
  };
}

/** `people.csv` makes `people.errors.csv`; where that is there already, `people.errors-2.csv` and so on. */
export async function freeReportPath(file: string, format: 'csv' | 'ndjson'): Promise<string> {
  const { dir, name } = file === '-' ? { dir: '', name: 'stdin' } : parse(file);
  const folder = dir === '' || dir.endsWith('/') ? dir : `${dir}/`;
  for (let number = 1; ; number += 1) {
    const path = `${folder}${name}.errors${number === 1 ? '' : `-${number}`}.${format}`;
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (!isThere) return path;
  }
}
