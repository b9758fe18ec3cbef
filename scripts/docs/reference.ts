// Writes packages/sdk/docs/reference from the contract and the comments of the SDK's source: `npm run generate`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from './reference/pages.ts';

const folder = join(import.meta.dirname, '../../packages/sdk/docs/reference');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pages = referencePages();
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`${pages.size} pages written to ${folder}`);
