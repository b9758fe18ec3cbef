import { command } from '../terminal/command.ts';
import { EXPORT_JSON } from './options.ts';

export const exporting = command('export', {
  summary: 'Export records to a CSV or NDJSON file',
  description: 'Export all records of one kind as CSV or NDJSON.',
  json: EXPORT_JSON,
  addCommands: async (parent, io) => (await import('./commands.ts')).addExports(parent, io),
});
