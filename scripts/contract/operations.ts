// Writes packages/sdk/src/transport/operations.generated.ts and packages/sdk/src/records from the contract: `npm run generate:operations`.
import { writeFileSync } from 'node:fs';
import { RECORDS, recordFiles } from './operations/records.ts';
import { operationsTable, TABLE } from './operations/table.ts';

const text = operationsTable();
writeFileSync(TABLE, text);
console.log(`${text.split('\n').length - 1} lines written to ${TABLE.pathname}`);
for (const [name, records] of Object.entries(recordFiles())) writeFileSync(new URL(name, RECORDS), records);
