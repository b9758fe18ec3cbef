// Writes packages/sdk/src/operations/table.ts from the contract: `npm run generate:operations`.
import { writeFileSync } from 'node:fs';
import { operationsTable, TABLE } from './operations/table.ts';

const text = operationsTable();
writeFileSync(TABLE, text);
console.log(`${text.split('\n').length - 1} lines written to ${TABLE.pathname}`);
