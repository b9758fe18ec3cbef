import { lstat } from 'node:fs/promises';
import { parse } from 'node:path';
import { LIMITS } from '@trickle/sdk/contract';
import type { ImportOptions } from './options.ts';
import type { Plan } from './plan.ts';

/** Records per hour that the service accepts in chunks of this size. */
export function perHourOf({ limits, chunkSize }: ImportOptions): number | undefined {
  if (!limits) return undefined;
  return Math.min(LIMITS.batchUpdatesPerHour, LIMITS.batchRequestsPerHour * chunkSize);
}

export function importIdentity(
  { encoding, format, delimiter, columns, constants, separator, preset, statusFrom }: Plan,
  { as, map, unmapped, columns: names, where: conditions, ignoreConsent }: ImportOptions,
  where: { readonly baseUrl: string; readonly account: string },
): Readonly<Record<string, unknown>> {
  return {
    ...{ '--as': as, '--base-url': where.baseUrl, '--account': where.account },
    ...{ '--format': format, '--delimiter': delimiter, '--separator': separator },
    ...{ '--where': conditions, '--ignore-consent': ignoreConsent, '--from': preset?.title },
    '--status-from': statusFrom.length > 0 ? statusFrom : undefined,
    ...{ '--encoding': encoding, '--unmapped': unmapped, '--columns': names },
    '--map':
      format === 'csv' ? columns.map(({ column, to }) => [column, to?.path.join('.'), to?.field.kind]) : map,
    '--set or --tag': constants.map(({ to, value }) => [to.path.join('.'), value]),
  };
}

/** `customers.errors.csv` for `customers.csv`; if it exists, `customers.errors-2.csv` and so on. */
export async function freeReportPath(file: string | undefined, format: 'csv' | 'ndjson'): Promise<string> {
  const { dir, name } = file === undefined ? { dir: '', name: 'stdin' } : parse(file);
  const folder = dir === '' || dir.endsWith('/') ? dir : `${dir}/`;
  for (let number = 1; ; number += 1) {
    const path = `${folder}${name}.errors${number === 1 ? '' : `-${number}`}.${format}`;
    // A link counts as a file, even if it is broken.
    const exists = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!exists) return path;
  }
}
