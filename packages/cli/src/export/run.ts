import type { Client, Page } from '@trickle/sdk';
import { PER_PAGE_LIMIT } from '@trickle/sdk/contract';
import { connect, connectToAccount } from '../connection/connect.ts';
import { fieldsOf } from '../operations/fields.ts';
import { filtersOf } from '../operations/filter-option.ts';
import { callOperation } from '../operations/operations.ts';
import { counted, grouped } from '../terminal/counted.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { openDestination } from './destination.ts';
import { formatOf, layoutOf, type TypedExport } from './layout.ts';
import type { ExportOptions } from './options.ts';

/** Writes all records of one kind. Ctrl-C ends it without leaving an incomplete file. */
export async function runExport(typed: TypedExport): Promise<void> {
  const { terminal, globals } = typed;
  const options = optionsOf(typed);
  const needsAccount = typed.export.operation.endpoint.path.includes('{account_id}');
  const { client } = await (needsAccount ? connectToAccount : connect)(globals, terminal, {
    ...(!options.limits && { limits: false }),
  });
  const written = await terminal.interruptible((signal) => write({ ...typed, options }, client, signal));
  if (hasFile(options)) {
    terminal.note(`Exported ${counted(written, 'record')} to ${options.output}.`);
    const { output } = options;
    if (terminal.isJson) await terminal.json({ output, format: formatOf(options), records: written });
  }
}

async function write(typed: TypedExport, client: Client, signal: AbortSignal): Promise<number> {
  const { terminal, options } = typed;
  const { limit = Infinity } = options;
  const layout = await layoutOf(typed, client, signal);
  const destination = await openDestination(options.output, terminal);
  let written = 0;
  try {
    // The header is written with the first page, so a rejected request writes nothing.
    let head = layout.head;
    for await (const { items, total } of pagesOf(client, typed, signal)) {
      const records = items.slice(0, limit - written);
      await destination.write(head + layout.rows(records));
      head = '';
      written += records.length;
      terminal.live(`${grouped(written)} of ${grouped(Math.min(total, limit))}`);
      if (written >= limit) break;
    }
    await destination.finish();
  } catch (error) {
    await destination.discard();
    throw error;
  }
  for (const warning of layout.warnings()) terminal.complain(warning);
  return written;
}

/** The options; `--json` without a file means NDJSON. */
function optionsOf({ options, terminal }: TypedExport): TypedExport['options'] {
  if (!terminal.isJson || hasFile(options)) return options;
  if (options.format !== 'csv') return { ...options, format: 'ndjson' };
  throw new UsageError('--json prints records as NDJSON. For CSV, leave it out, or add --output.');
}

const hasFile = ({ output }: ExportOptions) => output !== undefined && output !== '-';

/** All pages. A list without pages counts as one. */
async function* pagesOf(
  client: Client,
  { export: { operation }, options }: TypedExport,
  signal: AbortSignal,
): AsyncGenerator<{ readonly items: readonly unknown[]; readonly total: number }, void, undefined> {
  const { query, response } = operation.endpoint;
  const fields = query ? fieldsOf(query) : [];
  const paging = fields.some(({ name }) => name === 'per_page') ? { per_page: PER_PAGE_LIMIT } : {};
  const path = operation.parameters.map((name) => options[name]);
  const input = { ...paging, ...filtersOf(operation, options) };
  // A long export may reach the hourly rate limit; it then waits.
  const list = callOperation(client, operation, { path, input }, { signal, maxWait: Infinity });
  if (response.kind === 'page') {
    const { pages } = list as unknown as { pages(): AsyncIterable<Page<unknown>> };
    for await (const { items, meta } of pages.call(list)) yield { items, total: meta.total_count };
  } else {
    const items = (await list) as readonly unknown[];
    yield { items, total: items.length };
  }
}
