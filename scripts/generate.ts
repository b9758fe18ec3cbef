// Writes all generated files: `npm run generate`. Lists unproven rows of the interface, and exits with 1 if there are any.
// Generators that read earlier output are loaded after it is written.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDS, recordTypes } from './contract/operations/records.ts';
import { operationsTable, RARE_TESTS, rareTests, TABLE } from './contract/operations/table.ts';
import { read, readJson, root } from './setup/repository.ts';

function write(file: string | URL, text: string): void {
  writeFileSync(typeof file === 'string' ? join(root, file) : file, text);
}
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

// The SDK's table of operations and its types of records, from the contract.
write(TABLE, operationsTable());
write(RARE_TESTS, rareTests());
write(RECORDS, recordTypes());

// The OpenAPI document and the JSON Schema of seeds, from the contract, the admin operations and the goldens.
const { openApiDocument } = await import('./docs/openapi/document.ts');
const { seedSchema } = await import('./docs/openapi/seed-schema.ts');
const { version } = readJson('packages/mock-server/package.json');
write('docs/openapi.json', json(openApiDocument(version)));
write('packages/mock-server/seed.schema.json', json(seedSchema()));

// The tables of options, errors and exit codes in pages, from their declarations and comments.
const { withTables } = await import('./docs/page-tables.ts');
for (const page of ['docs/troubleshooting.md', 'packages/cli/README.md']) {
  write(page, withTables(read(page)));
}

// The reference of the SDK, from the OpenAPI document and the comments of its source.
const { referencePages } = await import('./docs/reference/pages.ts');
const reference = 'packages/sdk/docs/reference';
rmSync(join(root, reference), { recursive: true, force: true });
mkdirSync(join(root, reference));
for (const [name, text] of referencePages()) write(join(reference, name), text);

// The trip of ARCHITECTURE.md, from a recorded run.
const { withTrip } = await import('./docs/trip.ts');
write('ARCHITECTURE.md', await withTrip(read('ARCHITECTURE.md')));

// The rows of the interface with their proofs, from the lines `// proves: …` above tests.
const { report } = await import('./docs/conformance/report.ts');
const { markdown, unproven, mistakes } = report();
write('docs/conformance.md', markdown);
for (const line of [...mistakes, ...unproven.map((row) => `no proof: ${row}`)]) console.error(line);
process.exitCode = unproven.length + mistakes.length > 0 ? 1 : 0;
