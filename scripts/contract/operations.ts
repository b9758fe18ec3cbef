// Writes the generated sources of the SDK from the contract: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { RECORDS, recordTypes } from './operations/records.ts';
import { operationsTable, TABLE } from './operations/table.ts';

for (const [file, text] of [
  [TABLE, operationsTable()],
  [RECORDS, recordTypes()],
] as const) {
  writeFileSync(file, text);
  console.log(`${text.split('\n').length - 1} lines written to ${file.pathname}`);
}
