import type { Command } from 'commander';
import { filterOptions } from '../operations/filter-option.ts';
import type { Operation } from '../operations/operations.ts';
import { summaryOf } from '../operations/reference.ts';
import { addCommand, command } from '../terminal/command.ts';
import { anyText, argument } from '../terminal/option.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { type Export, exports } from './exports.ts';
import { EXPORT_JSON, exportOptions } from './options.ts';
import { runExport } from './run.ts';

export function addExports(exporting: Command, io: ProcessIo): void {
  exporting.helpCommand(false);
  for (const entry of exports) addExport(exporting, entry, io);
}

function addExport(exporting: Command, entry: Export, io: ProcessIo): void {
  const { operation, name } = entry;
  // An export fetches all pages by itself.
  const { page, per_page, ...filters } = filterOptions(operation);
  const declaration = command(name, {
    summary: summaryOf(operation),
    description: summaryOf(operation),
    arguments: argumentsOf(operation),
    options: { ...filters, ...exportOptions },
    json: EXPORT_JSON,
    run: async () => ({ run: (options, context) => runExport({ ...context, export: entry, options }) }),
  });
  const ids = operation.parameters.map((parameter) => `<${parameter}>`);
  addCommand(exporting, declaration, io).usage([...ids, '[options]'].join(' '));
}

const argumentsOf = ({ parameters }: Operation) =>
  Object.fromEntries(parameters.map((name) => [name, argument(`<${name}>`, '', anyText)]));
