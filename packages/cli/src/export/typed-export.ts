import type { Context } from '../connection/context.ts';
import type { Export } from './exports.ts';
import type { ExportOptions } from './options.ts';

/** An export as typed. */
export interface TypedExport extends Context {
  readonly export: Export;
  /** The identifiers of the path, such as a campaign. */
  readonly path: readonly string[];
  readonly options: ExportOptions & Readonly<Record<string, unknown>>;
}
