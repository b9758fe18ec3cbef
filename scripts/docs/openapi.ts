// Writes docs/openapi.json and the JSON Schema of seeds from the contract, its comments and the goldens:
// `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi/document.ts';
import { seedSchema } from './openapi/seed-schema.ts';

const manifest = new URL('../../packages/mock-server/package.json', import.meta.url);
const seedTarget = new URL('../../packages/mock-server/seed.schema.json', import.meta.url);
const target = new URL('../../docs/openapi.json', import.meta.url);

const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
const document = openApiDocument(version);
writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`);
console.log(`${Object.keys(document.paths).length} paths written to ${target.pathname}`);

writeFileSync(seedTarget, `${JSON.stringify(seedSchema(), null, 2)}\n`);
console.log(`The JSON Schema of seeds written to ${seedTarget.pathname}`);
