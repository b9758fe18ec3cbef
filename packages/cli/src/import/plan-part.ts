import type { Ask } from './consent.ts';
import type { CsvEscape } from './csv-rows.ts';
import type { MappedColumn } from './mapping.ts';
import type { ImportOptions } from './options.ts';
import type { Preset } from './presets.ts';
import type { Constant, RowResult } from './record-maker.ts';
import type { Row } from './rows.ts';
import type { Target } from './targets.ts';

export interface PlanInput {
  readonly name: string;
  readonly head: string;
  /** The whole text. Can be read once. */
  readonly text: AsyncGenerator<string>;
  readonly target: Target;
  readonly constants: readonly Constant[];
  readonly options: ImportOptions;
  readonly ask: Ask | undefined;
}

/** The part of an import plan that depends on the format. */
export interface PlanPart {
  readonly format: 'csv' | 'ndjson';
  readonly preset?: Preset | undefined;
  readonly constants: readonly Constant[];
  /** The columns that decide whether a subscriber is active. */
  readonly statusFrom: readonly string[];
  /** Of CSV. */
  readonly delimiter: string;
  readonly quoteEscape?: CsvEscape;
  readonly columns: readonly MappedColumn[];
  /** The rows after the header. Can be read once. */
  readonly rows: AsyncGenerator<readonly Row[], void>;
  make(row: Row): RowResult;
}
